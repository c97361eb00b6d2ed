"""Analyses and the reading of games, asked for from one address under many names."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import httpx
from prometheus_client.parser import text_string_to_metric_families

from bench.load import Refused
from ludotheque.server.settings import Settings
from tests.server.attacks.conftest import Start
from tests.server.attacks.neighbours import Strength, felt, under_attack
from tests.server.people import PATIENCE

BROWSERS = 40
ANALYSIS = {"game": "malawi", "seconds": 1}
MOST_TURNS = 4
"""One turn is the stranger's, one the reader's; twice that on a busy machine."""
STUDIES = {
    "look": {"game": "malawi"},
    "svg": {"game": "malawi"},
    "explain": {"game": "malawi", "player": 0, "clicks": ["c1"]},
    "preview": {"game": "malawi", "player": 0, "candidates": ["c1-e3"]},
}


async def _ask(strength: Strength, wishes: dict[str, Any]) -> None:
    """Let many browsers, whose cookies are made up, ask again and again."""

    async def browser(number: int) -> None:
        what, wish = list(wishes.items())[number % len(wishes)]
        http = strength.http()
        while True:
            http.cookie = f"ludotheque={secrets.token_urlsafe(32)}"
            try:
                await http.ask(f"/api/study/{what}", wish)
                strength.counts["answered"] += 1
            except Refused as error:
                strength.counts[str(error).split()[2]] += 1
                await asyncio.sleep(0.2)

    browsers = [asyncio.create_task(browser(number)) for number in range(BROWSERS)]
    await asyncio.sleep(1)
    strength.full.set()
    await asyncio.gather(*browsers)


async def analyses(strength: Strength) -> None:
    await _ask(strength, {"analyse": ANALYSIS})


async def studies(strength: Strength) -> None:
    await _ask(strength, STUDIES)


def test_made_up_cookies_do_not_fill_the_queue_of_analyses(start: Start) -> None:
    """While a stranger's analyses wait, another reader's comes next: it waits for one of them at most."""
    server = start(analysis_workers=1)
    seconds_to_analyse(server.address)  # starts the worker
    quiet = seconds_to_analyse(server.address)
    with under_attack(server.port, analyses) as counts:
        attacked = seconds_to_analyse(server.address)
        waiting = searches_waiting(server.address)
    assert counts["503"], "the stranger's queue was full"
    assert 0 < waiting <= Settings("").analyses_per_address
    assert attacked < MOST_TURNS * quiet


def seconds_to_analyse(address: str) -> float:
    """How long a reader waits for an analysis like those of the stranger."""
    begun = time.perf_counter()
    answer = httpx.post(f"http://{address}/api/study/analyse", json=ANALYSIS, timeout=3 * PATIENCE)
    assert answer.status_code == 200, answer.text
    return time.perf_counter() - begun


def test_analyses_stop_no_player(start: Start) -> None:
    assert felt(start(), analyses).counts["503"]


def searches_waiting(address: str) -> float:
    """How many analyses wait, as the server says itself."""
    text = httpx.get(f"http://{address}/metrics").text
    return next(
        float(value)
        for metric in text_string_to_metric_families(text)
        for name, _, value, *_ in metric.samples
        if name == "ludotheque_analysis_searches_waiting"
    )


def test_reading_games_stops_no_player(start: Start) -> None:
    counts = felt(start(), studies).counts
    assert counts["429"] > 20, "the stranger pays for what is read"
    assert counts["answered"]
