"""Computer players take turns by the network address of those who wait for them."""

from __future__ import annotations

import os
import random
import signal
from typing import Any

import pytest

from tests.server.serving import Serving


def test_a_computer_searches_for_the_address_of_its_player(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = serving.manager.computers.pool
    askers, run = [], pool.run

    async def note(search: Any, asker: str, job: Any) -> Any:
        askers.append(asker)
        return await run(search, asker, job)

    monkeypatch.setattr(pool, "run", note)
    anna = serving.person()
    table = anna.live(anna.set_up("malawi", "me", 1))
    table.move(random.Random(1))
    table.until(lambda state: len(state["moves"]) == 2)
    assert askers == ["127.0.0.1"]


def test_a_computer_moves_though_its_worker_was_killed(serving: Serving) -> None:
    anna = serving.person()
    table = anna.live(anna.set_up("malawi", "me", 1))
    table.move(random.Random(1))
    table.until(lambda state: len(state["moves"]) == 2)
    for worker in serving.manager.computers.pool.workers:
        if worker.pid:
            os.kill(worker.pid, signal.SIGKILL)
    table.move(random.Random(2))
    assert table.until(lambda state: len(state["moves"]) == 4)
