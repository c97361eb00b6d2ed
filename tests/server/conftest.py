"""Databases and servers for the tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server import postgres
from tests.server.serving import Serving

Serve = Callable[..., Serving]


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgres.Cluster]:
    with postgres.cluster() as found:
        yield found


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.sqlite'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, sqlite: str) -> str:
    """The address of a new database, of each kind in turn."""
    if request.param == "sqlite":
        return sqlite
    found: postgres.Cluster = request.getfixturevalue("cluster")
    return found.new()


@pytest.fixture
def serve(sqlite: str) -> Iterator[Serve]:
    """Starts servers, and stops them after the test."""
    begun: list[Serving] = []

    def start(database: str = sqlite, **settings: Any) -> Serving:
        begun.append(Serving(database, **settings))
        return begun[-1]

    yield start
    for serving in begun:
        if serving.thread.is_alive():
            serving.close()


@pytest.fixture
def serving(serve: Serve) -> Serving:
    """A server with quick settings."""
    return serve()
