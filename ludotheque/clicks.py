"""How decisions are clicked on a board: what a game tells a page that knows no rule.

A decision has a *path*: steps separated by blanks, each the name of a cell or a choice word (`Word`). A step may be a
set, its members joined by `+`, clicked in any order. A set that begins with `?` is quiet: the page does not show which
cells belong to it, because finding them is the player's part, and it ends only when the player says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.board import Point
from ludotheque.texts import Text

QUIET = "?"


@dataclass(frozen=True)
class Clicks:
    """How one decision is clicked."""

    path: str
    kind: str
    """A key of the rulebook's `kinds`."""


class Choice(NamedTuple):
    """One decision as a page needs it: its canonical text (ALL-3) and how it is clicked."""

    text: str
    path: str
    kind: str


@dataclass(frozen=True)
class Family:
    """Many decisions at once: so many of these cells.

    The text of one is `before` and the chosen cells, sorted and joined with commas. Some may still be
    refused, in words.
    """

    cells: tuple[str, ...]
    count: int
    before: str
    kind: str


@dataclass(frozen=True)
class Kind:
    """How a page treats decisions of one kind; their words stand under `[kinds.<kind>]` in the game's texts."""

    takes: bool = False
    """Whether it takes something away where it ends: a crosshair instead of a dot."""
    asks: bool = False
    """Whether the page always waits for a confirmation: secret or costly decisions."""


@dataclass(frozen=True)
class Word:
    """A choice that is not a cell."""

    name: Text
    place: Point | None = None
    """Where it is drawn, seen from the centre of the cell clicked just before; None: a piece with this `choice`."""
