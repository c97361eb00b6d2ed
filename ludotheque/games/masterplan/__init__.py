"""Masterplan (Bernhard Lach and Uwe Rapp, Chili Spiele): houses that look towards the parks to come."""

from __future__ import annotations

from ludotheque.games.masterplan.board import BOARD, PLACES, SYMMETRIES
from ludotheque.games.masterplan.layout import HOUSE_STOCK, POINTS, STATE_SIZE, split_points
from ludotheque.games.masterplan.look import MasterplanLook
from ludotheque.games.masterplan.narration import MasterplanNarration
from ludotheque.games.masterplan.notation import MasterplanNotation
from ludotheque.games.masterplan.positions import MasterplanPositions
from ludotheque.games.masterplan.refusals import MasterplanRefusals
from ludotheque.rulebook import Definition, Option, Rules, State


class MasterplanRules(Rules):
    board = BOARD
    symmetries = SYMMETRIES
    reasons = ("points",)
    state_size = STATE_SIZE
    initial_words = (0,) * (STATE_SIZE - 1)
    engine = "mcts"

    max_plies = 2 * HOUSE_STOCK
    """Every turn takes one of the houses (PLN-1, PLN-2)."""

    pick_room = 1
    """`pick` needs none."""

    @property
    def max_moves(self) -> int:
        """64 cells with 8 places each (PLN-2). Under vigilance a house that brings p parks counts 2^p times (PLN-8).

        The parks lie on the four axes of the cell, and a mean of four numbers is at least the fourth root of their
        product. So 2^p is at most the mean, over the axes, of 16^(parks on that axis). Take a line of n cells, filled
        in any way, and sum 16^(parks on that line) over its cells. The sum is at most 1, 2, 3, 32, 288, 544, 545, 546
        for n = 1 to 8 (lines of eight: `..HH....`). There are 8 rows and 8 columns of 8, and two sets of diagonals with
        one line of 8 and two of each shorter length: 8 × (2 × 8 × 546 + 2 × (546 + 2 × 1415)) / 4 = 30,976.
        """
        return 30_976 if self.options["vigilance"] else len(BOARD.cells) * len(PLACES)

    @property
    def max_letters(self) -> int:
        """A cell and a place in it (PLN-2); with vigilance a forgotten park on each of the eight sides (PLN-8)."""
        return 2 + (len(PLACES) if self.options["vigilance"] else 0)

    def points(self, state: State) -> tuple[int, ...]:
        return split_points(state[POINTS])


GAME = Definition(
    id="masterplan",
    options=(Option("vigilance", (False, True)),),
    minutes=25,
    rules=MasterplanRules,
    notation=MasterplanNotation,
    positions=MasterplanPositions,
    refusals=MasterplanRefusals,
    look=MasterplanLook,
    narration=MasterplanNarration,
)
