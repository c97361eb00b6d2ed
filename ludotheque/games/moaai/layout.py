"""Moaaï's numbers, and the bits of its states and moves: the only file that knows them.

State, after the status word:

    GROUND        the cells still on the terrain
    STOCK         the pieces not yet placed, a set of piece numbers
    OCCUPIED      the cells where a piece stands
    COLOUR + k    bit k of the colour of the piece on each cell
    SHAPE + k     bit k of its shape

The number of a piece is 4 * colour + shape. Colours and shapes are counted from 0, in the order of their letters.

Move:

    bits 0-5    the cell where the piece goes
    bits 6-11   the number of a piece of the stock, or the cell where the piece comes from
    bit 12      0 for a piece from the stock, 1 for a piece that moves

The game is in its filling as long as there is a stock (MOA-4), then in its movement (MOA-5).
"""

from __future__ import annotations

from collections.abc import Mapping

from ludotheque.board import numbers
from ludotheque.games.moaai.board import BOARDS

GROUND, STOCK, OCCUPIED, COLOUR, SHAPE, STATE_SIZE = 1, 2, 3, 4, 6, 8
PLANE_BITS = 2
"""The bits of a colour, and those of a shape."""

MOVE = 1 << 12
CELL_MASK, SOURCE_SHIFT = 63, 6
COLOUR_SHIFT, SHAPE_MASK = 2, 3

COLOURS, SHAPES = "ROGB", "rst"
PIECES: Mapping[int, str] = {
    c << COLOUR_SHIFT | s: colour + shape for c, colour in enumerate(COLOURS) for s, shape in enumerate(SHAPES)
}
"""The letters of each piece by its number (MOA-1)."""
PIECE_NUMBERS: Mapping[str, int] = {letters.lower(): number for number, letters in PIECES.items()}
ALL_PIECES = sum(1 << number for number in PIECES)
"""The stock at the start."""

MIN_TAKEN = 2
"""A piece that moves and one of its colour or shape (MOA-5b)."""
MAX_TAKEN = 1 + (len(SHAPES) - 1) + (len(COLOURS) - 1)
"""A piece that moves, the others of its colour and the others of its shape (MOA-5b)."""
PLAYER_COUNTS = (2, 3)
"""With how many players the game can be played (MOA-3)."""

NUMBERS: Mapping[str, int] = {
    "all_pieces": len(PIECES),
    "colours": len(COLOURS),
    "shapes": len(SHAPES),
    "max_taken": MAX_TAKEN,
    "small_cells": len(BOARDS["hex19"].cells),
    "large_cells": len(BOARDS["hex37"].cells),
    "first_moves": len(PIECES) * len(BOARDS["hex19"].cells),
}
"""The numbers that texts name."""


def all_cells(count: int) -> int:
    """Return the set of all cells of a board with this many."""
    return (1 << count) - 1


def colour_of(piece: int) -> int:
    return piece >> COLOUR_SHIFT


def shape_of(piece: int) -> int:
    return piece & SHAPE_MASK


def piece_on(state: tuple[int, ...], cell: int) -> int | None:
    """Return the number of the piece on a cell; None where there is none."""
    if not state[OCCUPIED] >> cell & 1:
        return None
    colour, shape = (
        sum((state[plane + bit] >> cell & 1) << bit for bit in range(PLANE_BITS)) for plane in (COLOUR, SHAPE)
    )
    return colour << COLOUR_SHIFT | shape


def standing(state: tuple[int, ...]) -> dict[int, int]:
    """Return the pieces on the terrain with their cells, by number."""
    cells = {piece_on(state, cell): cell for cell in numbers(state[OCCUPIED])}
    return {piece: cells[piece] for piece in PIECES if piece in cells}


def make_words(ground: int, stock: int, cells: Mapping[int, int]) -> tuple[int, ...]:
    """Return the words after the status word, with these pieces on these cells."""
    state = [0] * STATE_SIZE
    state[GROUND], state[STOCK] = ground, stock
    for piece, cell in cells.items():
        state[OCCUPIED] |= 1 << cell
        for bit in range(PLANE_BITS):
            state[COLOUR + bit] |= (colour_of(piece) >> bit & 1) << cell
            state[SHAPE + bit] |= (shape_of(piece) >> bit & 1) << cell
    return tuple(state[1:])


def is_move(move: int) -> bool:
    """Return whether a piece moves; otherwise one comes from the stock."""
    return bool(move & MOVE)


def end_of(move: int) -> int:
    """Return the cell where the piece goes."""
    return move & CELL_MASK


def source_of(move: int) -> int:
    """Return the number of the piece from the stock, or the cell where the piece comes from."""
    return move >> SOURCE_SHIFT & CELL_MASK


def make_put(piece: int, cell: int) -> int:
    """Return the code of putting a piece of the stock on a cell."""
    return piece << SOURCE_SHIFT | cell


def make_move(start: int, end: int) -> int:
    """Return the code of moving a piece from one cell to another."""
    return MOVE | start << SOURCE_SHIFT | end
