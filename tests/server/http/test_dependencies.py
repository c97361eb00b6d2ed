"""The cookie that a new browser gets."""

from __future__ import annotations

from tests.server.conftest import Serve


def test_the_cookie(serve: Serve) -> None:
    serving = serve(secure_cookie=True)
    person = serving.person()
    assert "set-cookie" not in person.get("/api/mine").headers
    answer = person.post("/api/tables", {"game": "malawi", "seats": [{"who": "me"}, {"who": "open"}]})
    cookie = answer.headers["set-cookie"].lower()
    for part in ("httponly", "samesite=lax", "secure", "path=/", "max-age="):
        assert part in cookie
    assert "domain" not in cookie
