"""The course of a game at a table: a chain in which each ply knows the one before.

Chains share their beginnings: a copy of a table costs the same however long its game is, and to take back is to go to
an earlier ply.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludotheque.position import Move, Position

Step = tuple[int, Move]
"""A seat and its decision."""


class Ply:
    """A moment of a game: the position, what the clocks showed, and the decision that led there (none at first)."""

    __slots__ = ("before", "left", "number", "position", "step")

    def __init__(
        self, position: Position, left: Sequence[int], step: Step | None = None, before: Ply | None = None
    ) -> None:
        self.position, self.left, self.step, self.before = position, left, step, before
        self.number: int = before.number + 1 if before else 0

    def __iter__(self) -> Iterator[Ply]:
        """This one and all before, back to the start."""
        ply: Ply | None = self
        while ply:
            yield ply
            ply = ply.before

    def back_to(self, number: int) -> Ply:
        """An earlier one."""
        return next(ply for ply in self if ply.number == number)

    def known(self) -> Ply:
        """The last one, this or an earlier, after which nothing was secret."""
        ply = self
        while ply.before and ply.position.keeps_secret:
            ply = ply.before
        return ply

    def steps_since(self, first: Ply | None) -> list[Step]:
        """The decisions after an earlier ply, in order; all of them, after one that is not in this chain."""
        found: list[Step] = []
        ply: Ply | None = self
        while ply and ply is not first:
            if ply.step:
                found.append(ply.step)
            ply = ply.before
        found.reverse()
        return found
