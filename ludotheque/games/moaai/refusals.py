"""Why a decision is not allowed in Moaaï, in the order in which a person would notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.errors import IllegalMove
from ludotheque.rulebook import State

if TYPE_CHECKING:
    from ludotheque.games.moaai import Moaai


def explain(book: Moaai, state: State, player: int, move: int) -> IllegalMove:
    end, source = move & 63, move >> 6 & 63
    return _explain_step(book, state, source, end) if move >> 12 else _explain_put(book, state, source, end)


def _explain_put(book: Moaai, state: State, piece: int, cell: int) -> IllegalMove:
    """The stock has run out, or lacks this piece, or the cell is taken (MOA-4)."""
    if not state[2]:
        return book.refusal("MOA-4", "filled")
    if not state[2] >> piece & 1:
        where = next(place for place in range(len(book.board.cells)) if book.piece_on(state, place) == piece)
        return book.refusal("MOA-4", "placed", piece=book.piece_name(piece), cell=book.name(where))
    return book.refusal("MOA-4", "taken", cell=book.name(cell), piece=book.name_on(state, cell))


def _explain_step(book: Moaai, state: State, start: int, end: int) -> IllegalMove:
    """Too early (MOA-4); or no piece to move, or not to a neighbouring, empty cell that is still there (MOA-5)."""
    names = {"start": book.name(start), "end": book.name(end)}
    if state[2]:
        return book.refusal("MOA-4", "filling", stock=state[2].bit_count())
    if not state[1] >> start & 1:
        return book.refusal("MOA-5", "start_gone", **names)
    if not state[3] >> start & 1:
        return book.refusal("MOA-5", "no_piece", **names)
    piece = book.name_on(state, start)
    if start == end:
        return book.refusal("MOA-5", "stays", piece=piece, **names)
    if not book.board.neighbours[start] >> end & 1:
        return book.refusal("MOA-5", "far", **names)
    if not state[1] >> end & 1:
        return book.refusal("MOA-5", "end_gone", **names)
    return book.refusal("MOA-5", "occupied", piece=book.name_on(state, end), **names)
