"""Malawi (Gerhard Kodys, Piatnik 1986): pawns as strong as the rings they carry."""

from __future__ import annotations

from ludotheque.games.malawi.board import BOARD, FIRST_ROWS, SYMMETRIES
from ludotheque.games.malawi.layout import (
    MAX_RECEIVERS,
    MAX_RINGS,
    PAWNS_EACH,
    QUIET_LIMIT,
    RING_BITS,
    START_RINGS,
    STATE_SIZE,
)
from ludotheque.games.malawi.look import MalawiLook
from ludotheque.games.malawi.narration import MalawiNarration
from ludotheque.games.malawi.notation import MalawiNotation
from ludotheque.games.malawi.positions import MalawiPositions
from ludotheque.games.malawi.refusals import MalawiRefusals
from ludotheque.rulebook import Definition, Option, Rules

EVERYBODY = FIRST_ROWS[0] | FIRST_ROWS[1]


class MalawiRules(Rules):
    board = BOARD
    symmetries = SYMMETRIES
    reasons = ("rings", "breakthrough", "quiet")
    state_size = STATE_SIZE
    initial_words = (*FIRST_ROWS, *(EVERYBODY * (START_RINGS >> bit & 1) for bit in range(RING_BITS)), 0)

    max_moves = PAWNS_EACH * (8 + 10)
    """Each pawn has 8 straight ways and at most 10 ways to share (MAL-2, MAL-3)."""
    pick_room = 1
    """`pick` needs none."""
    max_letters = 1 + MAX_RECEIVERS
    """A pawn and the others, which receive its rings (MAL-3)."""
    max_plies = (2 * MAX_RINGS + 1) * QUIET_LIMIT
    """All rings can leave the game, each after a row of quiet turns; then come the last quiet ones (MAL-5d)."""


GAME = Definition(
    id="malawi",
    options=(Option("diagonals", (True, False)),),
    minutes=20,
    rules=MalawiRules,
    notation=MalawiNotation,
    positions=MalawiPositions,
    refusals=MalawiRefusals,
    look=MalawiLook,
    narration=MalawiNarration,
)
