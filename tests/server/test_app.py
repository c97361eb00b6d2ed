"""The whole application."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.server.serving import Serving

MESSAGES = Path(__file__).parents[2] / "docs" / "messages.md"


def test_an_openapi_description(serving: Serving) -> None:
    description = serving.person().fetch("/api/openapi.json")
    assert {"/api/tables", "/api/tables/{id}", "/api/tables/{id}/join", "/api/games"} <= set(description["paths"])
    for path in ("/docs", "/redoc"):
        assert serving.person().get(path).status_code == 404


def test_every_route_is_documented(serving: Serving) -> None:
    paths = serving.person().fetch("/api/openapi.json")["paths"]
    routes = {f"`{method.upper()} {path}`" for path, methods in paths.items() for method in methods}
    text = MESSAGES.read_text("utf-8")
    assert {route for route in routes if route not in text} == set()


def test_a_database_that_does_not_answer_has_a_code(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> sa.Connection:
        raise sa.exc.OperationalError("", {}, Exception("gone"))

    monkeypatch.setattr(serving.manager.store.engine, "connect", broken)
    answer = serving.person().get("/api/open")
    assert (answer.status_code, answer.json()["code"]) == (503, "storage")
