"""The whole application."""

from __future__ import annotations

from tests.server.serving import Serving


def test_an_openapi_description(serving: Serving) -> None:
    told = serving.person().fetch("/api/openapi.json")
    assert {"/api/tables", "/api/tables/{id}", "/api/tables/{id}/join", "/api/games"} <= set(told["paths"])
    for path in ("/docs", "/redoc"):
        assert serving.person().get(path).status_code == 404
