"""A server below a path, behind a proxy that takes the prefix away and behind one that does not."""

from __future__ import annotations

import pytest

from tests.server.conftest import Serve
from tests.server.people import Person
from tests.server.serving import Serving

ROOT = "/ludo"
WISH = {"game": "malawi", "seats": [{"who": "me"}, {"who": "open"}]}


@pytest.fixture
def below(serve: Serve) -> Serving:
    return serve(root_path=ROOT)


@pytest.mark.parametrize("prefix", ["", ROOT])
def test_every_kind_of_address(below: Serving, prefix: str) -> None:
    person = below.person()
    for path in ("/", "/rules/malawi", "/web/main.js", "/api/games", "/healthz", "/metrics", "/favicon.ico"):
        assert person.get(prefix + path).status_code == 200, path
    for path in ("/ludothek/", "/nothing", "/api/nothing"):
        assert person.get(prefix + path).status_code == 404, path
    assert person.get(ROOT).status_code == 200


def test_the_page_names_addresses_below_the_path(below: Serving) -> None:
    for path in ("/", "/nothing"):
        page = below.person().get(path, accept="text/html").text
        assert f'src="{ROOT}/web/main.js"' in page
        assert '"/web' not in page
        assert '"/api' not in page
        assert 'href="/"' not in page


def test_a_game_below_the_path(below: Serving) -> None:
    anna = below.person().at(below.address + ROOT)
    answer = anna.post("/api/tables", WISH)
    assert f"path={ROOT}" in answer.headers["set-cookie"].lower()
    table = answer.json()["table"]
    links = anna.info(table)["links"]
    for link in (links["watch"], links["invite"], links["seats"]["0"]):
        assert link.startswith(f"{ROOT}/t/{table}")
    live = anna.live(table)
    assert live.state["mine"] == [0]
    anna.close()


@pytest.mark.parametrize("prefix", ["", ROOT])
def test_a_slash_too_many_leads_back_below_the_path(below: Serving, prefix: str) -> None:
    answer = below.person().get(f"{prefix}/rules/malawi/")
    assert answer.status_code in {200, 307}
    if answer.status_code == 307:
        assert answer.headers["location"].endswith(f"{below.address}{ROOT}/rules/malawi")


def test_long_messages_to_study(below: Serving) -> None:
    """The bound of a message depends on its path below the prefix."""
    person: Person = below.person()
    record = {"record": "x" * 20_000}
    assert person.post("/api/study/look", record).status_code == 422
    assert person.post(f"{ROOT}/api/study/look", record).status_code == 422
    assert person.post(f"{ROOT}/api/tables", record).status_code == 413


def test_programs_read_the_path(below: Serving) -> None:
    assert below.person().fetch("/api/openapi.json")["servers"] == [{"url": ROOT}]
