"""How moves are clicked on a board: what a game gives a page that knows no rules.

A move has a *path*: steps separated by blanks, each the name of a cell or a token (`Token`). A step may be a set, its
members joined by `+`, clicked in any order. A set that begins with `?` is quiet: the page does not show which cells
belong to it, because the player must find them. The player ends a quiet set.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ludotheque.board import Point
from ludotheque.texts import Text

QUIET = "?"


@dataclass(frozen=True)
class Clicks:
    """How one move is clicked."""

    path: str
    kind: str
    """A key of the look's `kinds`."""


class ClickableMove(NamedTuple):
    """One move as a page needs it: its canonical text (ALL-3) and how it is clicked."""

    text: str
    path: str
    kind: str


@dataclass(frozen=True)
class Combination:
    """Many moves at once: any `count` of these cells.

    The text of one move is `prefix` and the chosen cells, sorted and joined with commas. Some combinations may still be
    refused, with a reason.
    """

    cells: tuple[str, ...]
    count: int
    prefix: str
    kind: str
    ghost: str = ""
    """The symbol that is drawn on each chosen cell: what the move would put there."""


@dataclass(frozen=True)
class Kind:
    """How a page treats moves of one kind. Their texts stand under `[kinds.<kind>]` in the game's catalogue."""

    captures: bool = False
    """Whether it takes something away where it ends: a crosshair instead of a dot."""
    confirm: bool = False
    """Whether the page always asks for a confirmation: secret or costly moves."""
    costly: bool = False
    """Whether it is marked as a bad bargain before it is made: it costs a piece, it must fail, it loses."""


@dataclass(frozen=True)
class Token:
    """A step of a click path that is not a cell."""

    label: Text
    place: Point | None = None
    """Where it is drawn, from the centre of the cell clicked just before; None: a piece with this `token`."""
    symbol: str = ""
    """What is drawn there: a symbol of the game's `pieces.svg`; none for a plain spot.

    A token with a symbol is a button that says what comes next. It is no part of a move's spelling.
    """
