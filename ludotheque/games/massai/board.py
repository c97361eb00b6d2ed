"""Massaï's board (MAS-1): a dry riverbed, 8 rows by 6 columns between two banks; the letter is the row."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.board import DIAGONAL, ORTHOGONAL, Board, Symmetry, numbers, rectangle
from ludotheque.games.massai.layout import DUE, SETTING_UP

HUTS = 15
"""What each player has, on the board and in hand."""

SET_UP_HUTS = 5
"""How many of them each player sets up in secret (MAS-2)."""

FIRST_BANK, LAST_BANK = 0o77, 0o77 << 42
"""The cells of row a and of row h."""

HALVES = (2**24 - 1, 2**24 - 1 << 24)
"""For each player the four rows of the set-up (MAS-2)."""


def _lay(directions: Sequence[tuple[int, int]]) -> Board:
    return rectangle(
        6,
        8,
        directions=directions,
        letters_up=True,
        zones={"bank-a": [f"a{n}" for n in range(1, 7)], "bank-h": [f"h{n}" for n in range(1, 7)]},
        # Room for the huts in hand, a row before each player; the same on all sides, so that the board can be turned.
        bounds=(-1.1, -1.75, 6.1, 8.75),
    )


BOARDS = (_lay(ORTHOGONAL + DIAGONAL), _lay(ORTHOGONAL))
"""By the option `orthogonal`: the links are the pairs of cells that touch."""

SYMMETRIES = (
    Symmetry(BOARDS[0].image((-1, 0, 0, 1))),
    # Changing sides keeps all rules but one: whoever chose last in the set-up, Dark begins (MAS-2).
    Symmetry(
        BOARDS[0].image((1, 0, 0, -1)),
        players=(1, 0),
        words={"dark": "light", "light": "dark"},
        holds=lambda state: state[DUE] != SETTING_UP,
    ),
)
"""Left and right; and, once the huts stand, top and bottom with the colours changed."""


def beside(board: Board, members: int) -> int:
    """The cells that touch a member of a set."""
    found = 0
    for cell in numbers(members):
        found |= board.neighbours[cell]
    return found


def lonely(board: Board, huts: int) -> int:
    """The huts of a set that touch no other one of it: the isolated ones (MAS-4)."""
    return huts & ~beside(board, huts)


def joins(board: Board, huts: int) -> bool:
    """Whether a chain of touching huts joins the banks (MAS-8a)."""
    reached, before = huts & FIRST_BANK, 0
    while reached != before:
        before, reached = reached, reached | (beside(board, reached) & huts)
    return reached & LAST_BANK != 0


def guards_for(threatened: int) -> int:
    """How many guards the defender sets when so many of his huts are threatened (MAS-6)."""
    return min((threatened + 1) // 2, 4)
