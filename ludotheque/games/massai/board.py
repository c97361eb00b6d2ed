"""Massaï's board (MAS-1): a dry riverbed of 8 rows and 6 columns between two banks; the letter is the row."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.board import DIAGONAL, ORTHOGONAL, Board, Symmetry, numbers, rectangle
from ludotheque.games.massai import layout
from ludotheque.games.massai.layout import CELLS, COLUMNS, HALF, ROWS

SIDES = ("dark", "light")

BANKS = ((1 << COLUMNS) - 1, (1 << COLUMNS) - 1 << CELLS - COLUMNS)
"""For each player the set of cells of their bank: row a, row h."""

HALVES = ((1 << HALF) - 1, (1 << HALF) - 1 << CELLS - HALF)
"""For each player the set of cells of the set-up (MAS-2)."""


def _make_board(directions: Sequence[tuple[int, int]]) -> Board:
    return rectangle(
        COLUMNS,
        ROWS,
        directions=directions,
        letters_up=True,
        zones={f"bank-{row}": [f"{row}{column + 1}" for column in range(COLUMNS)] for row in "ah"},
        # Room for the huts in hand, a row before each player. All sides are alike, so that the board can be turned.
        bounds=(-1.1, -1.75, COLUMNS + 0.1, ROWS + 0.75),
    )


BOARDS = (_make_board(ORTHOGONAL + DIAGONAL), _make_board(ORTHOGONAL))
"""By the option `orthogonal`: the links are the pairs of cells that touch."""

SYMMETRIES = (
    Symmetry(BOARDS[0].image((-1, 0, 0, 1))),
    # Changing sides keeps all rules but one: after the set-up Dark begins (MAS-2).
    Symmetry(
        BOARDS[0].image((1, 0, 0, -1)),
        players=(1, 0),
        names={"dark": "light", "light": "dark"},
        holds=lambda state: layout.phase(state) != layout.SETTING_UP,
    ),
)
"""Left and right are alike. After the set-up so are the two banks, with the colours changed."""


def beside(board: Board, cells: int) -> int:
    """Return the cells that touch a cell of a set."""
    touching = 0
    for cell in numbers(cells):
        touching |= board.neighbours[cell]
    return touching


def threatened(board: Board, state: tuple[int, ...], defender: int) -> int:
    """Return the defender's huts that touch a hut of the other player (MAS-5)."""
    return layout.huts(state, defender) & beside(board, layout.huts(state, 1 - defender))


def isolated(board: Board, huts: int) -> int:
    """Return the huts of a set that touch no other hut of it (MAS-4)."""
    return huts & ~beside(board, huts)


def shortest_chain(board: Board, huts: int) -> int:
    """Return a shortest chain of touching huts of a set that joins the banks (MAS-8a); empty where there is none."""
    waves = [huts & BANKS[0]]
    reached = waves[0]
    while waves[-1] and not waves[-1] & BANKS[1]:
        waves.append(beside(board, waves[-1]) & huts & ~reached)
        reached |= waves[-1]
    link = _lowest(waves[-1] & BANKS[1])
    chain = link
    for wave in reversed(waves[:-1]):
        link = _lowest(wave & beside(board, link))
        chain |= link
    return chain


def _lowest(cells: int) -> int:
    """The lowest cell of a set as a set of one; empty for the empty set."""
    return cells & -cells


def joins(board: Board, huts: int) -> bool:
    """Return whether a chain of touching huts joins the banks (MAS-8a)."""
    reached, before = huts & BANKS[0], 0
    while reached != before:
        before, reached = reached, reached | (beside(board, reached) & huts)
    return reached & BANKS[1] != 0
