"""The puzzles of a game: `puzzles.json` of its folder, made by `ludotheque puzzles`.

A puzzle is a position with a single right move. Its `goal` says for what, and `within` how far that is proven:

    win     the move wins within `within` moves of the solver; no other does, nor within MARGIN more
    hold    every other move loses within `within` moves of the opponent; this one not within MARGIN more either
    score   the move brings a larger lead in points than any other: at once (`within` 1), or after the best reply (2)

Without `within` the game is solved to its end: no other move wins, or all others lose. Each stage holds one move of the
solver:

    "right"   the move whose line is played on
    "also"    others that keep the win, from the second stage on
    "reply"   what follows: the opponent's moves, after the last stage the rest of the game
    "wrong"   for every other move: "play" them, the "result" that is proven (lost, drawn, less points, or open: no
              win that soon), and the "reply" that shows it, if the opponent has chosen "instead" in secret;
              in puzzles about points the "lead" that is left

`lead` are secret moves taken after `position`. `asked` counts the solver's moves until the line ends, `stars` rates it
from 1 to 5.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from ludotheque.library import load
from ludotheque.record import Record
from ludotheque.teaching.reading import folder, played, reads

MARGIN = 3
"""A single right move stays the only one for this number of further moves: six plies, where players alternate."""
GOALS = ("win", "hold", "score")
RESULTS = ("lost", "drawn", "open", "less")


@dataclass(frozen=True)
class Refutation:
    """What some wrong moves have in common: the reply to them."""

    play: tuple[str, ...]
    result: str
    reply: tuple[str, ...]
    instead: tuple[str, ...]
    lead: int | None

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
    within: int | None
    asked: int
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
@reads("puzzles.json")
def puzzles(id: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, easy ones first."""
    return tuple(_puzzle(id, data) for data in read(id))


def _puzzle(id: str, data: dict[str, Any]) -> Puzzle:
    stages = tuple(_stage(**stage) for stage in data["stages"])
    return Puzzle(**{**data, "game": id, "lead": tuple(data["lead"]), "stages": stages})


def _stage(right: str, also: list[str], reply: list[str], wrong: list[dict[str, Any]]) -> Stage:
    return Stage(right, tuple(also), tuple(reply), tuple(_refutation(**one) for one in wrong))


def _refutation(
    play: list[str], result: str, reply: list[str], instead: Sequence[str] = (), lead: int | None = None
) -> Refutation:
    return Refutation(tuple(play), result, tuple(reply), tuple(instead), lead)
