"""What a newcomer gets for its folder: counting, search, drawings, records, commands, tables."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.cli import main
from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import level
from ludotheque.texts import LANGUAGES
from tests.server.people import play
from tests.server.serving import Serving
from tests.variants import whole_game

GAME = lt.load("tictactoe")
BEST = Computer(GAME, replace(level(6), depth=9), seconds=60)
"""It sees every game to its end, whatever the clock says."""


def test_it_is_all_there_is() -> None:
    assert lt.games() == ["breakthrough", "tictactoe"]


def test_all_games_are_counted() -> None:
    """There are 255,168 games of tic-tac-toe: at each depth, those that go on have one move for each empty cell."""
    counts = [lt.perft(GAME.start(), depth) for depth in range(10)]
    ended = [counts[depth] - counts[depth + 1] // (9 - depth) for depth in range(9)]
    assert [*ended[5:], counts[9]] == [1440, 5328, 47952, 72576, 127872]
    assert sum(ended) + counts[9] == 255_168


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("side", [0, 1])
def test_the_best_level_never_loses(side: int, seed: int) -> None:
    position, dice = GAME.start(), random.Random(seed)
    while position.to_act:
        mine = position.to_act == (side,)
        position = position.play(BEST.choose(position.view(side)) if mine else dice.choice(position.legal_moves()))
    assert position.returns
    assert position.returns[side] >= 0


def test_the_best_level_holds_itself() -> None:
    position = GAME.start()
    while position.to_act:
        position = position.play(BEST.choose(position.view(position.to_act[0])))
    assert position.returns == (0.0, 0.0)


def test_it_is_drawn() -> None:
    position = GAME.start().play("b2").play("a1")
    assert position.drawing().splitlines()[1].split() == ["2", "·", "X", "·"]
    assert [position.svg().count(f'href="#tictactoe-{mark}"') for mark in ("cross", "circle")] == [1, 1]


def test_commands_know_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text(str(whole_game(GAME, 3)), "utf-8")
    for words, code in product([["games"], ["record", "check", str(file)], ["svg", "tictactoe"]], LANGUAGES):
        assert main([*words, "--lang", code]) == 0
        assert GAME.title.to(code) in capsys.readouterr().out
    assert main(["rules", "tictactoe"]) == 0
    assert "TTT-3" in capsys.readouterr().out


def test_it_is_played_at_tables(tmp_path: Path) -> None:
    serving = Serving(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    anna, ben = serving.person("Anna"), serving.person("Ben")
    table = anna.set_up("tictactoe")
    ben.join(table, anna.invitation(table))
    lines = [anna.live(table), ben.live(table)]
    assert play(lines, random.Random(1)) >= 5
    record = lt.Record.parse(anna.get(f"/api/tables/{table}/record").text)
    assert record.final.outcome
    assert list(record.final.returns or ()) == lines[1].state["result"]["returns"]
    line = anna.live(anna.set_up("tictactoe", "me", 6))
    while line.until(lambda state: state["phase"] == "over" or state["ticket"] is not None)["phase"] != "over":
        line.move(random.Random(2))
    assert line.state["result"]["returns"][0] <= 0
    serving.close()
