"""The puzzles of a game: `puzzles.json` of its folder, made by `ludotheque puzzles`.

A puzzle is a position in which a single move wins (`goal` is `win`), or a single one does not lose (`hold`). Each
stage holds one move of the solver:

    "right"   the move whose line is played on
    "also"    others that keep the win, from the second stage on
    "reply"   what follows: the opponent's moves, after the last stage the rest of the game
    "wrong"   for every other move: "play" them, the "result" that is proven (lost, drawn, or open: no
              forced win is in sight), and the "reply" that shows it, if the opponent has chosen "instead" in secret

`lead` are secret moves taken after `position`. `asked` counts the solver's moves until the end of the game,
`depth` is how deep the search looked that proved it all (0: it was solved), `stars` rates it from 1 to 5.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from ludotheque.library import load
from ludotheque.record import Record
from ludotheque.teaching.reading import folder, played

GOALS = ("win", "hold")
RESULTS = ("lost", "drawn", "open")


@dataclass(frozen=True)
class Refutation:
    """What some wrong moves have in common: the reply to them."""

    play: tuple[str, ...]
    result: str
    reply: tuple[str, ...]
    instead: tuple[str, ...]

    def world(self, record: Record) -> Record:
        """The game so far, with what the opponent has chosen in secret."""
        if not self.instead:
            return record
        before = record.moves[: -len(self.instead)]
        return played(Record.of(record.start, [step.move for step in before]), self.instead)


@dataclass(frozen=True)
class Stage:
    """One move of the solver."""

    right: str
    also: tuple[str, ...]
    reply: tuple[str, ...]
    wrong: tuple[Refutation, ...]

    @property
    def accepted(self) -> tuple[str, ...]:
        return (self.right, *self.also)


@dataclass(frozen=True)
class Puzzle:
    game: str
    id: str
    stars: int
    goal: str
    options: dict[str, Any]
    position: str
    lead: tuple[str, ...]
    player: int
    asked: int
    depth: int
    stages: tuple[Stage, ...]

    @cached_property
    def record(self) -> Record:
        """What was played before the first move is asked."""
        return played(Record(load(self.game, **self.options).parse(self.position)), self.lead)


def read(id: str) -> list[dict[str, Any]]:
    """The puzzles as they stand in the game's folder."""
    puzzles: list[dict[str, Any]] = json.loads(folder(id).joinpath("puzzles.json").read_text("utf-8"))
    return puzzles


@cache
def puzzles(id: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, easy ones first."""
    return tuple(_puzzle(id, data) for data in read(id))


def _puzzle(id: str, data: dict[str, Any]) -> Puzzle:
    stages = tuple(_stage(**stage) for stage in data["stages"])
    return Puzzle(**{**data, "game": id, "lead": tuple(data["lead"]), "stages": stages})


def _stage(right: str, also: list[str], reply: list[str], wrong: list[dict[str, Any]]) -> Stage:
    return Stage(right, tuple(also), tuple(reply), tuple(_refutation(**one) for one in wrong))


def _refutation(play: list[str], result: str, reply: list[str], instead: Sequence[str] = ()) -> Refutation:
    return Refutation(tuple(play), result, tuple(reply), tuple(instead))
