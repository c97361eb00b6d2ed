"""The metrics: what they count, and that they name nobody."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from ludotheque.server.metrics import Metrics
from tests.server.people import some_move
from tests.server.serving import Serving, await_that

ROOT = Path(__file__).parents[2]


def read(serving: Serving) -> dict[str, float]:
    """Return the metrics by their names, with their labels."""
    text = serving.person().get("/metrics").text
    lines = (line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in lines}


def test_moves_and_writes_are_counted(serving: Serving) -> None:
    anna = serving.person()
    table = anna.set_up("malawi", "me", "me")
    live = anna.live(table)
    for _ in range(3):
        state = live.until(lambda state: state["ticket"] is not None)
        key = live.say("move", seat=state["viewpoint"], ticket=state["ticket"], move=some_move(state, random.Random(1)))
        assert live.answer(key)["type"] == "state"
    found = read(serving)
    assert found['ludotheque_moves_total{player="person"}'] == 3
    assert found["ludotheque_move_seconds_count"] == 3
    assert 0 < found["ludotheque_move_seconds_sum"] < 30
    assert found["ludotheque_write_seconds_count"] >= 4
    assert found["ludotheque_write_batch_sum"] == 4
    assert found["ludotheque_tables"] == 1
    assert found["ludotheque_sockets"] == 1
    assert found["ludotheque_writes_waiting"] == 0
    assert found['ludotheque_answers_total{status="2xx"}'] > 0


def test_moves_of_computers_are_counted(serving: Serving) -> None:
    serving.person().set_up("malawi", 1, "me")
    await_that(lambda: read(serving)['ludotheque_moves_total{player="computer"}'] == 1)
    assert read(serving)["ludotheque_computer_searches_running"] == 0


def test_nobody_is_named(serving: Serving) -> None:
    anna = serving.person("Anna")
    table = anna.set_up("malawi", "me", 1)
    text = anna.get("/metrics").text
    for secret in (table, "Anna", "127.0.0.1", serving.settings.database, serving.manager.store.secret, "malawi"):
        assert secret not in text


def test_each_application_has_its_own() -> None:
    one, other = Metrics(), Metrics()
    one.moves.labels("person").inc()
    assert other.registry.get_sample_value("ludotheque_moves_total", {"player": "person"}) == 0


@pytest.mark.parametrize("page", ["docs/hosting.md", "docs/fr/heberger.md"])
def test_every_metric_is_documented(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    names = re.findall(r"^# TYPE (ludotheque_\w+) ", Metrics().text().decode(), re.MULTILINE)
    assert [name for name in names if not name.endswith("_created") and f"`{name}`" not in text] == []
