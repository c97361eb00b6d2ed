"""A subscriber has 2⁶⁴ addresses of IPv6. They count as one, for everything that is counted by address."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.conftest import Serve
from tests.server.people import Person

SAME = [f"2001:db8:1:2:{number:x}::{number:x}" for number in range(1, 40)]
ELSEWHERE = "2001:db8:1:3::1"
WISHES: dict[str, tuple[dict[str, float], str, object]] = {
    "requests": ({"requests_per_second": 0.001, "request_burst": 3}, "/api/mine", None),
    "files": ({"files_per_second": 0.001, "file_burst": 3}, "/web/favicon.svg", None),
    "tables": (
        {"tables_per_address": 3},
        "/api/tables",
        {"game": "malawi", "seats": [{"who": "me"}, {"who": "open"}]},
    ),
    "open tables": (
        {"open_tables_per_address": 3},
        "/api/tables",
        {"game": "malawi", "seats": [{"who": "me"}, {"who": "open"}], "public": True},
    ),
    "studies": ({"studies_per_second": 0.001, "study_burst": 3}, "/api/study/look", {"game": "malawi"}),
}


def ask(person: Person, address: str, path: str, data: object) -> int:
    """The status of the answer to a request that comes from this address, through a proxy."""
    through = {"X-Forwarded-For": address}
    return (person.get(path, **through) if data is None else person.post(path, data, **through)).status_code


@pytest.mark.parametrize("what", WISHES)
def test_a_network_is_one_client(what: str, serve: Serve) -> None:
    settings, path, data = WISHES[what]
    person = serve(proxies="127.0.0.1", **settings).person()
    answers = [ask(person, address, path, data) for address in SAME]
    assert sum(status < 300 for status in answers) == 3
    assert set(answers[3:]) == {429}
    assert ask(person, ELSEWHERE, path, data) < 300


def test_sockets_of_a_network(serve: Serve) -> None:
    person = serve(proxies="127.0.0.1", sockets_per_address=3).person()
    table = person.set_up()
    pages = [person.live(table, **{"X-Forwarded-For": address}) for address in [*SAME[:4], ELSEWHERE]]
    said = [json.loads(page.bytes[-1])["type"] for page in pages]
    assert said == ["state"] * 3 + ["gone", "state"]
    with pytest.raises(ConnectionClosed):
        pages[3].read()
