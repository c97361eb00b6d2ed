"""The gate: headers on every answer, no requests from other pages, no floods, no large bodies."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from websockets.exceptions import InvalidStatus

from ludotheque.server.http.middleware import FILE_HEADERS, HEADERS
from tests.server.conftest import Serve
from tests.server.people import Person
from tests.server.serving import Serving

WISH = {"game": "malawi", "seats": [{"who": "me"}, {"who": "open"}]}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(f"sqlite:///{tmp_path_factory.mktemp('shared') / 'tables.sqlite'}")
    yield serving
    serving.close()


@pytest.fixture(scope="module")
def anna(shared: Serving) -> Person:
    return shared.person()


def test_all_answers_carry_strict_headers(anna: Person) -> None:
    table = anna.set_up()
    answers = [
        anna.get(path)
        for path in (
            "/",
            "/new/malawi",
            f"/t/{table}",
            "/rules/malawi",
            "/favicon.ico",
            "/web/index.html",
            "/web/none.js",
            "/none",
            "/api/none",
            "/api/games",
            "/api/games/malawi/art.svg",
            "/api/games/malawi/art.css",
            "/api/games/malawi/rulings",
            "/api/games/chess/art.css",
            "/api/texts/fr.json",
            "/api/texts/de.json",
            "/api/openapi.json",
            f"/api/tables/{table}",
            f"/api/tables/{table}/record",
            f"/api/tables/{table}/live",
            "/api/tables/AAAAAAAAAAAAAAAA",
            "/api/mine",
            "/api/open",
        )
    ]
    answers += [
        anna.post("/api/tables", WISH),
        anna.post("/api/tables", {}),
        anna.post("/api/tables", WISH, origin="http://evil.example"),
        anna.post(f"/api/tables/{table}/return", {"key": "0.1"}),
        anna.http.post("/api/tables", content="x" * 5000, headers={"content-type": "application/json"}),
        anna.http.put("/api/tables", json=WISH),
        anna.http.delete(f"/api/tables/{table}"),
        anna.http.options("/api/tables"),
        anna.http.request("TRACE", "/"),
    ]
    for answer in answers:
        is_file = answer.headers["content-type"].startswith(("text/javascript", "text/css"))
        for name, value in (FILE_HEADERS if is_file else HEADERS).items():
            assert answer.headers[name] == value, answer.url
        assert answer.status_code < 500
        assert "access-control-allow-origin" not in answer.headers
    picture = anna.get("/api/games/malawi/portrait.svg")
    assert picture.headers["content-security-policy"].startswith("default-src 'none'")
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


def test_what_the_browser_has_is_told_in_few_words(serving: Serving) -> None:
    person = serving.person()
    page = person.get("/")
    again = person.http.get("/", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    assert not set(again.headers) & {name.lower() for name in HEADERS}


def test_a_fault_of_ours_is_told_strictly_too(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a secret: a3,a4,b3,c2,c3")

    person = serving.person()
    person.set_up()
    monkeypatch.setattr(serving.manager.store, "of_guest", fail)
    answer = person.get("/api/mine")
    assert answer.status_code == 500
    assert answer.json()["code"] == "unexpected"
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert "a3,a4" not in answer.text + caplog.text


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "", "http://[", "http://127.0.0.1", "javascript:0", "http://127.0.0.1:1@evil"],
)
def test_requests_of_other_pages_are_refused(origin: str, anna: Person) -> None:
    answer = anna.post("/api/tables", WISH, origin=origin)
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")


def test_requests_of_our_page_are_granted(anna: Person) -> None:
    assert anna.post("/api/tables", WISH, origin=f"http://{anna.address}").status_code == 201


@pytest.mark.parametrize("type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"])
def test_only_json_is_heard(type: str, anna: Person) -> None:
    answer = anna.http.post("/api/tables", content=b'{"game":"malawi"}', headers={"content-type": type})
    assert (answer.status_code, answer.json()["code"]) == (415, "message")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 422),
        (b"null", 422),
        (b"[" * 4000, 400),
        (b'{"a":' * 700, 422),
        (b"\xff\xfe", 400),
        (b"x" * 5000, 413),
        (b'{"\\ud800":1}', 422),
        (b'{"game":"\\ud800","seats":[{"who":"me"}]}', 422),
        (b'{"game":"malawi","seats":[{"who":"me"},{"who":"open"}],"options":{"diagonals":' + b"9" * 3000 + b"}}", 422),
        (b'{"game":"malawi","seats":[{"who":"me"},{"who":"open"}],"options":{"id":"x","self":1,"book":2}}', 422),
        (b'{"game":"../malawi","seats":[{"who":"me"},{"who":"open"}]}', 422),
        (b'{"game":"malawi","seats":[{"who":"me"},{"who":"me"},{"who":"me"}]}', 422),
        (b'{"game":"malawi","seats":[{"who":"open"},{"who":"open"}]}', 422),
        (b'{"game":"malawi","seats":[{"who":"me"},{"who":"computer"}]}', 422),
        (b'{"game":"malawi","seats":[{"who":"me","level":1},{"who":"open"}]}', 422),
    ],
    ids=lambda value: repr(value)[:24],
)
def test_odd_bodies(body: bytes, status: int, anna: Person) -> None:
    answer = anna.http.post("/api/tables", content=body, headers={"content-type": "application/json"})
    assert answer.status_code in (status, 400, 422) if status in (400, 422) else answer.status_code == status
    assert set(answer.json()) >= {"code", "ruling", "message"}
    assert answer.json()["code"] != "no_page"


def test_a_body_must_have_a_length(anna: Person) -> None:
    answer = anna.http.post(
        "/api/tables", content=(b" " * 100 for _ in range(3)), headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()["code"]) == (411, "length")


def test_floods(serve: Serve) -> None:
    serving = serve(requests_per_second=0.001, request_burst=5)
    anna = serving.person()
    codes = [anna.get("/api/mine").status_code for _ in range(8)]
    assert codes == [200] * 5 + [429] * 3
    assert anna.get("/").json()["code"] == "fast"
    with pytest.raises(InvalidStatus):
        anna.live("AAAAAAAAAAAAAAAA")


def test_too_many_tables(serve: Serve) -> None:
    serving = serve(tables_per_guest=2, tables_per_address=4)
    anna, ben = serving.person("Anna"), serving.person("Ben")
    tables = [anna.set_up() for _ in range(2)]
    refused = anna.post("/api/tables", WISH)
    assert (refused.status_code, refused.json()["code"]) == (429, "many_tables")
    anna.done(f"/api/tables/{tables[0]}/leave")
    anna.set_up()
    refused = ben.post("/api/tables", WISH)
    assert (refused.status_code, refused.json()["code"]) == (429, "many_new")
