"""The themes of a game's puzzles: `themes.toml` of its folder.

A puzzle has the first theme whose conditions all fit. A condition that is left out fits every puzzle. For each goal one
theme has no other condition, so that every puzzle has a theme::

    [[theme]]
    id = "link"
    goal = "win"                   win, hold or score
    within = 2                     how far it is proven, see `puzzle.py`
    side = 0                       the player who solves it
    kind = ["build"]               the kind of the first right move
    later = ["guard"]              a kind that one of the later right moves has
    reason = ["chain"]             how the game ends in the main line
    moves = 1                      the solver's moves in the main line
    gain = { min = 1 }             how the first right move changes the solver's lead in points
    again = true                   whether the solver moves again at once
    ends = true                    whether the first right move ends the game
    phase = { soldiers = { max = 9 } }   entries of a field of the position's text
    name.fr = "…"
    about.fr = "…"

A number stands for itself. A range has `min`, `max` or both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludotheque.position import Position
from ludotheque.record import Record
from ludotheque.teaching.puzzle import Puzzle
from ludotheque.teaching.reading import Table, folder, only, played, read, reads, text
from ludotheque.texts import Text

FILE = "themes.toml"
_TEXTS = {"id", "name", "about"}


@dataclass(frozen=True)
class Traits:
    """What conditions ask of a puzzle."""

    goal: str
    side: int
    within: int | None
    kinds: tuple[str, ...]
    """Of the right moves, in order."""
    reason: str | None
    moves: int
    gain: int
    again: bool
    ends: bool
    phase: Mapping[str, int]


@dataclass(frozen=True)
class Theme:
    """An idea that several puzzles share."""

    id: str
    goal: str
    name: Text
    about: Text
    conditions: Mapping[str, Any]

    def fits(self, traits: Traits) -> bool:
        """Return whether a puzzle with these traits may have this theme."""
        return self.goal == traits.goal and all(
            _CONDITIONS[name](traits, wanted) for name, wanted in self.conditions.items()
        )


@cache
@reads("themes.toml")
def themes(id: str) -> tuple[Theme, ...]:
    """Return the themes of a game; none where the game has no such file."""
    if not folder(id).joinpath(FILE).is_file():
        return ()
    table = read(id, FILE)
    only(table, {"theme"}, id)
    found = tuple(_theme(id, one) for one in table["theme"])
    for goal in {theme.goal for theme in found}:
        if not any(theme.goal == goal and not theme.conditions for theme in found):
            raise ValueError(f"{id}: no theme for every puzzle with the goal {goal}")
    return found


def theme_of(puzzle: Puzzle) -> Theme | None:
    """Return the first theme that fits a puzzle; None where its game has no themes."""
    known = themes(puzzle.game)
    return next(theme for theme in known if theme.fits(traits(puzzle))) if known else None


def traits(puzzle: Puzzle) -> Traits:
    """Return what conditions ask of a puzzle. Its main line is played once."""
    first, record, kinds = puzzle.record, puzzle.record, []
    for stage in puzzle.stages:
        kinds.append(_kind(record.final, puzzle.player, stage.right))
        record = played(record.play(stage.right, puzzle.player), stage.reply)
    after = first.play(puzzle.stages[0].right, puzzle.player).final
    outcome = record.final.outcome
    return Traits(
        goal=puzzle.goal,
        side=puzzle.player,
        within=puzzle.within,
        kinds=tuple(kinds),
        reason=outcome.reason if outcome else None,
        moves=_own_moves(record, puzzle),
        gain=_lead(after, puzzle.player) - _lead(first.final, puzzle.player),
        again=puzzle.player in after.to_act,
        ends=not after.to_act,
        phase=_entries(puzzle.position),
    )


def _own_moves(record: Record, puzzle: Puzzle) -> int:
    return sum(step.player == puzzle.player for step in record.moves[len(puzzle.record.moves) :])


def _kind(position: Position, player: int, move: str) -> str:
    view = position.view(player)
    if view.combination:
        return view.combination.kind
    return next(one.kind for one in view.clickable_moves() if one.text == move)


def _lead(position: Position, player: int) -> int:
    """Return by how many points a player leads over the best of the others; 0 in games without points."""
    points = position.game.rulebook.rules.points(position.state)
    if not points:
        return 0
    return points[player] - max(count for other, count in enumerate(points) if other != player)


def _entries(position: str) -> Mapping[str, int]:
    """Return how many entries each field of a position's text has; `-` has none."""
    fields = (field.partition("=") for field in position.split())
    return {name: 0 if value == "-" else len(value.split(",")) for name, _, value in fields}


# Conditions.


def _in_range(number: int, wanted: Any) -> bool:
    if isinstance(wanted, int):
        return number == wanted
    low, high = wanted.get("min", number), wanted.get("max", number)
    return bool(low <= number <= high)


_CONDITIONS: Mapping[str, Callable[[Traits, Any], bool]] = {
    "side": lambda traits, wanted: traits.side == wanted,
    "within": lambda traits, wanted: traits.within is not None and _in_range(traits.within, wanted),
    "kind": lambda traits, wanted: traits.kinds[0] in wanted,
    "later": lambda traits, wanted: any(kind in wanted for kind in traits.kinds[1:]),
    "reason": lambda traits, wanted: traits.reason in wanted,
    "moves": lambda traits, wanted: _in_range(traits.moves, wanted),
    "gain": lambda traits, wanted: _in_range(traits.gain, wanted),
    "again": lambda traits, wanted: traits.again == wanted,
    "ends": lambda traits, wanted: traits.ends == wanted,
    "phase": lambda traits, wanted: all(_in_range(traits.phase[name], one) for name, one in wanted.items()),
}


def _theme(id: str, table: Table) -> Theme:
    only(table, {"goal", *_TEXTS, *_CONDITIONS}, id)
    conditions = {name: wanted for name, wanted in table.items() if name in _CONDITIONS}
    return Theme(table["id"], table["goal"], text(table["name"]), text(table["about"]), conditions)
