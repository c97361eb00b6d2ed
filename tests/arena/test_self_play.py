"""Self-play: the same seed gives the same games, each with an opening of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import ludotheque as lt
from ludotheque.arena.match import Result
from ludotheque.arena.self_play import SelfPlay, run_self_play
from ludotheque.arena.statistics import statistics
from ludotheque.teaching.strategy import Experiment
from ludotheque.texts import Text

EXPERIMENTS = (
    Experiment("usual", Text.same("usual"), games=2, opening=2, begin=(), options={}),
    Experiment("begun", Text.same("begun"), games=2, opening=1, begin=("c1-a3",), options={"diagonals": True}),
)
QUICK = SelfPlay("malawi", EXPERIMENTS, seed=5, player="level:1")


def quiet(_: Result) -> None:
    pass


def test_the_same_seed_gives_the_same_numbers(tmp_path: Path) -> None:
    """Also when the folder holds more games than are wanted."""
    run_self_play(replace(QUICK, games=4), tmp_path / "once", progress=quiet)
    once, again = (
        statistics(QUICK, run_self_play(QUICK, tmp_path / name, progress=quiet)) for name in ("once", "again")
    )
    assert once == again
    other = replace(QUICK, seed=6)
    assert (
        statistics(other, run_self_play(other, tmp_path / "other", progress=quiet))["experiments"]
        != once["experiments"]
    )


def test_games_are_independent_and_begin_as_asked(tmp_path: Path) -> None:
    results = run_self_play(replace(QUICK, games=4), tmp_path, progress=quiet)
    for id, begin in (("usual", 0), ("begun", 1)):
        records = [lt.Record.parse(game.record) for game in results[id].played]
        openings = {tuple(str(step.move) for step in record.moves[: begin + 2]) for record in records}
        assert len(openings) > 2, "no pairs"
        if begin:
            assert {opening[0] for opening in openings} == {"c1-a3"}
