"""The plain solver as other modules use it: within how many own moves a player forces a win, or a draw at least."""

from __future__ import annotations

from ludotheque.arrays import full, word, words, zeros
from ludotheque.engine.limit import Limit
from ludotheque.engine.ordering import HISTORY_SIZE
from ludotheque.engine.solver.plain_kernels import HALTED, OPEN, YES, forces, hide_nothing
from ludotheque.engine.solver.workspace import PlainSpace
from ludotheque.position import Position
from ludotheque.rulebook import Rulebook
from ludotheque.status_kernels import NEITHER, WON

TABLE_SIZE = 1 << 22
"""Entries of the table, 24 bytes each."""
MAX_PLY = 128
"""A line that is longer proves nothing."""
TARGETS = {"win": WON, "draw": NEITHER}


class PlainSolver:
    """The plain solver, bound to one game with its options. Answers do not depend on what was asked before.

    `room` is for the moves of a position, for all of them unless it says less. In a position that has more than that,
    nothing is proven.
    """

    def __init__(self, rulebook: Rulebook, entries: int = TABLE_SIZE, room: int | None = None) -> None:
        self.rules = rulebook.rules.kernels
        self.hide = self.rules.hide or hide_nothing
        size = rulebook.rules.state_size
        width = (room or rulebook.rules.max_moves) + 1  # a list that is not full is whole
        plies = min(rulebook.rules.max_plies, MAX_PLY) + 4
        self.space = PlainSpace(
            states=zeros((plies, size)),
            moves=zeros((plies, width)),
            scores=zeros((plies, width)),
            seen=zeros((plies, size)),
            replies=zeros(plies),
            history=zeros(HISTORY_SIZE),
            table=zeros((entries, 3)),
            masks=full(size, 2**64 - 1),
        )

    def forces(self, position: Position, player: int, moves: int, limit: Limit, target: str = "win") -> bool | None:
        """Whether the player gets at least the target with this number of own moves; None if time or room ran out.

        What a player does not know of the position is known here; only later secrets are respected.
        """
        self.space.states[0] = words(position.state)
        rules, control = self.rules, limit.control
        asked = word(player), word(TARGETS[target])
        answer = forces(0, OPEN, moves, *asked, self.space, control, rules.moves, rules.play, self.hide)
        return None if answer == HALTED else answer == YES
