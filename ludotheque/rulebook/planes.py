"""What the words of a state show on the board, for learning programs that look at planes instead of bits.

A game's `planes.py` names a `Planes` of these layers `PLANES`. A layer gives one plane or several. In each plane every
cell of the board has a number from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class CellSet(NamedTuple):
    """A set of cells. Its plane has 1 on its members."""

    name: str
    word: int
    by_player: bool = False
    """Whether each player has such a set: the next player's in the next word."""


class CellValues(NamedTuple):
    """A number on each cell of some sets. Each value has a plane, with 1 where it stands."""

    names: Sequence[str]
    """What the values are called, from 0 on."""
    word: int
    """Bit k of the number on each cell stands in word + k."""
    bits: int
    among: Sequence[int]
    """The words of the sets. Elsewhere there is no number."""


class Number(NamedTuple):
    """A number of the whole position. Its plane has the same on all cells: the share of the most that it can be."""

    name: str
    word: int
    most: int
    shift: int = 0
    bits: int = 64
    by_player: bool = False
    """Whether each player has such a number: the next player's in the next bits."""


Layer = CellSet | CellValues | Number


def flags(word: int, names: Sequence[str], shift: int = 0) -> list[Number]:
    """Return a layer for each bit of a word, from a bit on: 1 on all cells, or 0."""
    return [Number(name, word, 1, shift + place, 1) for place, name in enumerate(names)]


class Planes(NamedTuple):
    """The layers of a game."""

    layers: Sequence[Layer]
    bits: Sequence[int] = ()
    """The bit of each cell in a set, where it is not the number of the cell."""
