"""Reading the teaching files of a game's folder: TOML with French and English side by side."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

from ludotheque.library import load, rulebook
from ludotheque.position import Position
from ludotheque.record import Record
from ludotheque.texts import LANGUAGES, Text, typeset

Table = Mapping[str, Any]
EXTRAS = {"puzzles": "puzzles.json", "strategy": "strategy.toml"}


def read(id: str, name: str) -> Table:
    """A file of a game's folder."""
    return tomllib.loads(resources.files(rulebook(id).__module__).joinpath(name).read_text("utf-8"))


def extras(id: str) -> list[str]:
    """What a game's folder has beyond rules and lessons; a game can do without."""
    folder = resources.files(rulebook(id).__module__)
    return [name for name, file in EXTRAS.items() if folder.joinpath(file).is_file()]


def text(told: Table) -> Text:
    """The sentence that stands under `fr` and `en`."""
    return Text(fr=typeset(told["fr"].strip()), en=told["en"].strip())


def maybe_text(told: Table) -> Text | None:
    return text(told) if set(LANGUAGES) & set(told) else None


def position(id: str, told: Table) -> Position:
    """The position of a figure or a lesson; none told: the beginning of a game."""
    game = load(id, **told.get("options", {}))
    return game.parse(told["position"]) if "position" in told else game.start()


def played(record: Record, moves: Sequence[str]) -> Record:
    for move in moves:
        record = record.play(move)
    return record


def only(told: Table, known: set[str], where: str) -> None:
    """A key with a slip of the pen would be passed over in silence."""
    if unknown := set(told) - known:
        raise ValueError(f"{where}: {', '.join(sorted(unknown))}")
