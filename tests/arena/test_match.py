"""Matches: pairs, repeatability, resuming, early stops."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.arena.match import Plan, play_game, run_match
from ludotheque.arena.score import SequentialTest
from ludotheque.arena.work import Processes
from tests.engine.external.test_client import FAKE, RANDOM


def test_pairs_begin_alike_with_sides_swapped() -> None:
    plan = Plan("malawi", "level:1", "random", opening=4)
    records = [lt.Record.parse(play_game(plan, number).record) for number in range(4)]
    moves = [[str(played.move) for played in record.moves[:4]] for record in records]
    assert moves[0] == moves[1] != moves[2] == moves[3]
    assert play_game(plan, 0) == play_game(plan, 0)


def test_the_stronger_player_wins() -> None:
    result = run_match(Plan("malawi", "level:3", "random", games=8))
    assert result.score.share > 0.7
    assert json.loads(json.dumps(result.to_json()))["played"] == 8


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    first = run_match(Plan("malawi", "random", "random", games=3), file=file)
    with file.open("a") as out:
        out.write('{"number": 3, "poi')  # interrupted while writing
    longer = run_match(Plan("malawi", "random", "random", games=6), file=file)
    assert [game.number for game in longer.played] == [0, 1, 2, 3, 4, 5]
    assert longer.played[:3] == first.played
    with pytest.raises(lt.LudothequeError, match="another match"):
        run_match(Plan("malawi", "random", "level:1", games=6), file=file)


def test_a_test_stops_early() -> None:
    result = run_match(Plan("malawi", "level:3", "random", games=60), test=SequentialTest(-50, 150))
    assert result.verdict is True
    assert result.score.games < 60


def test_engines_join_and_stay_from_game_to_game(tmp_path: Path) -> None:
    """A new one says hello on its error output, which is appended to a file here."""
    hello = tmp_path / "hello"
    fake = f"engine@0.1:sh -c 'echo started >> {hello}; exec {shlex.join(FAKE)} plain'"
    plan = Plan("malawi", fake, f"engine@0.1:{shlex.join(RANDOM)}", games=4)
    result = run_match(plan, workers=Processes(1))
    assert all(lt.Record.parse(game.record).final.outcome for game in result.played)
    assert hello.read_text() == "started\n"
