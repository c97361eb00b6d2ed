"""Two browsers at two server processes with one database: one game of each kind."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.scripts import GAMES, Step, script
from tests.browser.visitors import Visitor
from tests.server import postgres
from tests.server.serving import Process

TIME = {"kind": "minutes", "minutes": 30, "increment": 0}
MOST = 8
"""Moves of each game; the reveals of Massaï are among them."""
AGREE = 2000
"""Milliseconds by which the clocks of two pages may differ: a state comes to them at two moments."""


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """The addresses of two processes that share a database."""
    folder: Path = tmp_path_factory.mktemp("processes")
    with postgres.cluster() as cluster:
        database = cluster.new()
        processes = [Process(database, folder / str(number)) for number in range(2)]
        yield [process.address for process in processes]
        for process in processes:
            process.kill()


def seated(welcome: Welcome, addresses: list[str], game: str) -> tuple[Visitor, Visitor]:
    """Anna at one process and Ben at the other."""
    anna, ben = map(welcome, addresses)
    table = anna.make_table(game, "me", "open", name="Anna", time=TIME)
    key = anna.info(table)["links"]["invite"].partition("#join=")[2]
    joined = ben.context.request.post(f"http://{ben.address}/api/tables/{table}/join", data={"name": "Ben", "key": key})
    assert joined.ok, joined.text()
    for visitor in (anna, ben):
        visitor.go(f"/t/{table}")
        expect(visitor.page.locator(".table")).to_have_attribute("data-phase", "playing")
    for visitor in (anna, ben):
        expect(visitor.page.get_by_text(visitor.says("players.away"))).to_have_count(0)
    return anna, ben


def check_clocks(anna: Visitor, ben: Visitor) -> None:
    """Both pages have the same clocks, and let the same ones run."""
    one, other = anna.state["clock"], ben.state["clock"]
    assert one["running"] == other["running"]
    assert all(abs(a - b) < AGREE for a, b in zip(one["left"], other["left"], strict=True))
    for visitor in (anna, ben):
        expect(visitor.page.locator(".clock.runs")).to_have_count(len(one["running"]))


def learned(visitor: Visitor, since: int) -> list[list[list[object]]]:
    """The lists of moves in all states that came since then."""
    messages = [json.loads(frame) for frame in visitor.frames[since:]]
    return [message["moves"] for message in messages if message["type"] == "state"]


def is_secret(moves: list[list[object]]) -> bool:
    """Whether the last move of a list is known to have been played, and nothing else about it."""
    return moves[-1][1] is None


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_at_two_processes(game: str, welcome: Welcome, addresses: list[str]) -> None:
    visitors = anna, ben = seated(welcome, addresses, game)
    secrets: list[Step] = []
    for number, step in enumerate(script(game).steps[:MOST], 1):
        mover, other = visitors[step.player], visitors[1 - step.player]
        since = len(other.frames)
        mover.play_move(step, game)
        for visitor in visitors:
            visitor.sees_moves(number)
        if is_secret(learned(other, since)[-1]):
            secrets.append(step)
            # The whole text, because single cells stand in every state.
            assert not any(json.dumps(step.text) in frame for frame in other.frames)
        if not script(game).steps[number:]:
            break
        check_clocks(anna, ben)
    assert bool(secrets) == (game == "massai")
    assert anna.state["moves"] == ben.state["moves"], "what was secret is revealed to both"
