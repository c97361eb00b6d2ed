"""Self-play: the same seed gives the same games, and only a level can assess them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ludotheque.arena.match import Result
from ludotheque.arena.self_play import SelfPlay, run_self_play
from ludotheque.arena.statistics import statistics
from ludotheque.errors import OptionError

QUICK = SelfPlay("malawi", 2, 5, "level:1", "level:2", "level:2")


def quiet(_: Result) -> None:
    pass


def test_the_same_seed_gives_the_same_numbers(tmp_path: Path) -> None:
    """Also when the folder holds more games than are wanted."""
    run_self_play(replace(QUICK, games=4), tmp_path / "once", progress=quiet)
    once, again = (statistics(run_self_play(QUICK, tmp_path / name, progress=quiet)) for name in ("once", "again"))
    assert once == again
    other = statistics(run_self_play(replace(QUICK, seed=6), tmp_path / "other", progress=quiet))
    assert other["matches"] != once["matches"]


def test_only_a_level_can_judge(tmp_path: Path) -> None:
    with pytest.raises(OptionError):
        run_self_play(replace(QUICK, games=1, judge="random"), tmp_path, progress=quiet)
