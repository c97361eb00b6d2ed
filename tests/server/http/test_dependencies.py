"""The cookie that a new browser gets and an old one keeps, and answers for one browser only."""

from __future__ import annotations

import pytest

from ludotheque.server.settings import DAY
from tests.server.conftest import Serve
from tests.server.serving import Moments, Serving


def test_the_cookie(serve: Serve) -> None:
    serving = serve(secure_cookie=True)
    person = serving.person()
    assert "set-cookie" not in person.get("/api/mine").headers
    answer = person.post("/api/tables", {"game": "malawi", "seats": [{"who": "me"}, {"who": "open"}]})
    cookie = answer.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=lax", "secure", "path=/", "max-age="):
        assert part in cookie
    assert "domain" not in cookie


def test_a_browser_that_comes_now_and_then_keeps_its_seats(serve: Serve) -> None:
    now = Moments()
    serving = serve(now=now, secure_cookie=False, cancel_after=10**12, abandon_after=10**12)
    anna = serving.person()
    table = anna.set_up("malawi", "me", "me")
    given = anna.http.cookies["ludotheque"]
    for path in ("/api/mine", f"/api/tables/{table}"):
        assert "set-cookie" not in anna.get(path).headers, "it is young"
    now.pass_by(8 * DAY)
    for path in ("/", "/api/games", f"/t/{table}", "/web/main.js"):
        assert "set-cookie" not in anna.get(path).headers, "what all browsers get may be kept by caches"
    renewed = anna.get("/api/mine").headers["set-cookie"].lower()
    assert all(part in renewed for part in ("httponly", "samesite=lax", "path=/", f"max-age={400 * 24 * 3600}"))
    assert anna.http.cookies["ludotheque"] != given
    assert "set-cookie" not in anna.get("/api/mine").headers
    assert anna.info(table)["mine"] == [0, 1]


@pytest.mark.parametrize("path", ["", "/record", "/picture.svg", "/replay"])
def test_answers_for_one_browser_are_kept_by_no_cache(path: str, serving: Serving) -> None:
    anna = serving.person()
    table = anna.set_up("malawi", "me", "me")
    for address in (f"/api/tables/{table}{path}", "/api/mine", "/api/open", f"/api/tables/{'x' * 16}{path}"):
        answer = anna.get(address)
        assert "no-store" in answer.headers["cache-control"], address
    asked = {"seat": 0, "clicks": [], "click": "a1"}
    assert "no-store" in anna.post(f"/api/tables/{table}/explain", asked).headers["cache-control"]
    assert "no-store" in anna.post(f"/api/tables/{table}/leave").headers["cache-control"]
    assert "no-store" not in anna.get("/api/games").headers["cache-control"]
