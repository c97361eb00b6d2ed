"""Statistics of a few quick games: they can be written, read, drawn and resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.arena.statistics import FirstMoves, to_json
from ludotheque.cli import main
from ludotheque.teaching.strategy import Plot, Writer, experiments

DRAWN: list[dict[str, Any]] = [
    {"plot": "sides"},
    {"plot": "length", "match": "usual"},
    {"plot": "reasons", "match": "usual"},
    *({"plot": name, "match": "usual", "player": 1} for name in ("first", "cells", "kinds")),
]


@pytest.mark.parametrize("id", ["massai", "moaai"])
def test_numbers_can_be_drawn_and_written(id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Secret set-ups, and moves with which all games begin."""
    command = ["statistics", id, "--games", "2", "--workers", "1", "--player", "level:1"]
    assert main([*command, "--keep", str(tmp_path / "kept"), "--output", str(tmp_path / "statistics.json")]) == 0
    counted = json.loads((tmp_path / "statistics.json").read_text("utf-8"))
    writer = Writer(lt.load(id).rulebook, experiments(id), counted)
    for part in DRAWN:
        title = {"fr": "Un titre", "en": "A title"}
        assert isinstance(writer.part(id, {**part, **title}), Plot)
    # Nothing is played again: what the folder holds gives the same numbers.
    kept = {file.name: file.read_text("utf-8") for file in (tmp_path / "kept").iterdir()}
    capsys.readouterr()
    assert main([*command, "--folder", str(tmp_path / "kept")]) == 0
    assert json.loads(capsys.readouterr().out) == counted
    assert kept == {file.name: file.read_text("utf-8") for file in (tmp_path / "kept").iterdir()}


def test_rows_are_written_on_a_line_each() -> None:
    counted = {"a": {"b": {"c": 1, "d": [1, 2]}}, "e": []}
    assert json.loads(to_json(counted)) == counted
    assert "[ 1, 2 ]" in to_json(counted)


@pytest.mark.parametrize("id", lt.games())
def test_mirror_images_count_as_one(id: str) -> None:
    game = lt.load(id)
    first_moves, start = FirstMoves(game), game.start()
    for player in start.to_act:
        for move in start.legal_moves(player)[:200]:
            first = first_moves.canonical_text(move)
            for symmetry in first_moves.symmetries:
                assert first_moves.canonical_text(game.read(game.turned(str(move), symmetry))) == first
