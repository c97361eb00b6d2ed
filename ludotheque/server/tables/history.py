"""The history of a game at a table: a chain in which each ply knows the one before.

Chains share their beginnings. A copy of a table costs the same however long its game is, and a takeback goes to an
earlier ply.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludotheque.position import Move, Position
from ludotheque.reveals import hidden_moves

SeatMove = tuple[int, Move]
"""A seat and its move."""


class Ply:
    """A moment of a game: the position, the times left, and the move that led there (none at the start)."""

    __slots__ = ("before", "left", "number", "played", "position")

    def __init__(
        self, position: Position, left: Sequence[int], played: SeatMove | None = None, before: Ply | None = None
    ) -> None:
        self.position, self.left, self.played, self.before = position, left, played, before
        self.number: int = before.number + 1 if before else 0

    def __iter__(self) -> Iterator[Ply]:
        """Yield this ply and all before, back to the start."""
        ply: Ply | None = self
        while ply:
            yield ply
            ply = ply.before

    def back_to(self, number: int) -> Ply:
        """Return an earlier ply."""
        return next(ply for ply in self if ply.number == number)

    def known(self) -> Ply:
        """Return the last ply, this or an earlier one, after which nothing was secret."""
        if not self.position.has_secret:
            return self
        return self.back_to(self.number - hidden_moves(ply.position for ply in self))

    def moves_since(self, first: Ply | None) -> list[SeatMove]:
        """Return the moves after an earlier ply, in order; all moves when that ply is not in this chain."""
        moves: list[SeatMove] = []
        ply: Ply | None = self
        while ply and ply is not first:
            if ply.played:
                moves.append(ply.played)
            ply = ply.before
        moves.reverse()
        return moves
