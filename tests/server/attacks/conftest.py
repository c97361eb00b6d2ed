"""A server with the limits that a host gets, in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.attacks.neighbours import AS_SHIPPED
from tests.server.serving import Process

Start = Callable[..., Process]


@pytest.fixture
def start(sqlite: str, tmp_path: Path) -> Iterator[Start]:
    """Starts servers, and kills them after the test. They must not have logged an error."""
    begun: list[Process] = []
    errors = tmp_path / "errors"

    def server(**settings: Any) -> Process:
        begun.append(Process(sqlite, errors, **{**AS_SHIPPED, **settings}))
        return begun[-1]

    yield server
    for process in begun:
        process.kill()
    assert "ERROR" not in errors.read_text()
