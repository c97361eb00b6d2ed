"""What the parts of a rulebook have in common: the options, the board, the game's texts and the names of cells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ludotheque.board import Board
from ludotheque.errors import IllegalMove, NotationError
from ludotheque.rulebook.options import Value
from ludotheque.texts import Text, join, say

if TYPE_CHECKING:
    from ludotheque.rulebook.rulebook import Rulebook

State = tuple[int, ...]
"""The words of a state as plain ints. Word 0 is the status word, see `status.py`."""


class Part:
    """One part of a rulebook, bound to a game with its options chosen."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book

    @property
    def board(self) -> Board:
        return self.book.board

    @property
    def options(self) -> Mapping[str, Value]:
        return self.book.options

    def say(self, key: str, /, **values: Any) -> Text:
        """Return a sentence of the game's catalogue, from a cache."""
        return self.book.say(key, **values)

    def player_name(self, player: int) -> Text:
        """Return what a side is called: White, the officers, …"""
        return self.book.player_name(player)

    def refusal(self, ruling: str, key: str, /, **values: Any) -> IllegalMove:
        """Return an `IllegalMove` with the game's sentence `refusals.<key>`."""
        return IllegalMove(ruling, self.book.texts.say(f"refusals.{key}", **values))

    # The names of cells.

    def name(self, cell: int) -> str:
        return self.board.cells[cell].name

    def names(self, cells: int) -> Text:
        """Return a set of cells as `a1, b2 and c3`, for sentences."""
        return join(self.board.names(cells))

    def cell_list(self, cells: int) -> str:
        """Return a set of cells as `a1,b2`, sorted; `-` for none."""
        return ",".join(self.board.names(cells)) or "-"

    def cell(self, name: str) -> int:
        """Return the number of the cell with this name."""
        number = self.board.index.get(name.lower())
        if number is None:
            raise NotationError("ALL-3", say("notation.cell", name=name))
        return number

    def cell_set(self, names: str) -> int:
        """Return the set of the cells in a list such as `a1,b2`. `-` is the empty list.

        No cell may be named twice (ALL-3).
        """
        cells = 0
        for name in () if names == "-" else names.split(","):
            cell = 1 << self.cell(name)
            if cells & cell:
                raise NotationError("ALL-3", say("notation.twice", name=name))
            cells |= cell
        return cells
