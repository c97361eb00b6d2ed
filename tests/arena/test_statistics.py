"""A census of a few quick games: it repeats itself, goes on where it stopped, and can be drawn."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.arena.census import Census, take
from ludotheque.arena.match import Result
from ludotheque.arena.statistics import Turns, statistics, written
from ludotheque.cli import main
from ludotheque.errors import OptionError
from ludotheque.library import rulebook
from ludotheque.teaching.strategy import Desk, Plot

QUICK = Census("malawi", 2, 5, "level:1", "level:2", "level:2")
DRAWN: list[dict[str, Any]] = [
    {"plot": "sides"},
    {"plot": "length", "match": "usual.strong"},
    {"plot": "reasons", "match": "usual.middling"},
    {"plot": "decided"},
    *({"plot": name, "match": "usual.middling", "player": 1} for name in ("first", "cells", "kinds")),
    *({"plot": "mistakes", "by": by} for by in ("sides", "parts", "kinds", "instead")),
]


def quiet(_: Result) -> None:
    pass


def test_the_same_seed_gives_the_same_numbers(tmp_path: Path) -> None:
    """Also when the folder holds more games than are asked for."""
    take(replace(QUICK, games=4), tmp_path / "once", progress=quiet)
    once, again = (statistics(take(QUICK, tmp_path / name, progress=quiet)) for name in ("once", "again"))
    assert once == again
    other = statistics(take(replace(QUICK, seed=6), tmp_path / "other", progress=quiet))
    assert other["matches"] != once["matches"]


@pytest.mark.parametrize("id", ["massai", "moaai"])
def test_numbers_can_be_drawn_and_written(id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Secret set-ups, and an option for three players."""
    command = ["statistics", id, "--games", "2", "--workers", "1", "--players", "level:1", "level:1", "level:2"]
    assert main([*command, "--folder", str(tmp_path / "kept"), "--output", str(tmp_path / "found.json")]) == 0
    found = json.loads((tmp_path / "found.json").read_text("utf-8"))
    desk = Desk(rulebook(id)({}), found)
    for told in DRAWN:
        words = {"fr": "Un titre", "en": "A title"}
        assert isinstance(desk.part(id, {**told, **words}), Plot)
    # Nothing is played anew: what the folder holds gives the same numbers.
    kept = {file.name: file.read_text("utf-8") for file in (tmp_path / "kept").iterdir()}
    capsys.readouterr()
    assert main([*command, "--folder", str(tmp_path / "kept")]) == 0
    assert json.loads(capsys.readouterr().out) == found
    assert kept == {file.name: file.read_text("utf-8") for file in (tmp_path / "kept").iterdir()}


def test_only_a_level_can_judge(tmp_path: Path) -> None:
    with pytest.raises(OptionError):
        take(replace(QUICK, games=1, judge="random"), tmp_path, progress=quiet)


def test_rows_are_written_on_a_line_each() -> None:
    found = {"a": {"b": {"c": 1, "d": [1, 2]}}, "e": []}
    assert json.loads(written(found)) == found
    assert "[ 1, 2 ]" in written(found)


@pytest.mark.parametrize("id", lt.games())
def test_mirror_images_count_as_one(id: str) -> None:
    game = lt.load(id)
    turns, start = Turns(game), game.start()
    for player in start.to_act:
        for move in start.legal_moves(player)[:200]:
            first = turns.written(move)
            for symmetry in turns.symmetries:
                assert turns.written(game.read(game.turned(str(move), symmetry))) == first
