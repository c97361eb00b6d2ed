"""A whole game as one animated picture."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludotheque.draw.film import Frame, draw_film
from ludotheque.reveals import revealed_moves
from ludotheque.rulebook import Piece

if TYPE_CHECKING:
    from ludotheque.record import Record


def film(record: Record, code: str, *, flip: bool) -> str:
    """Return the picture, with captions in one language."""
    book = record.game.rulebook
    frames = [_frame(record, ply, code) for ply in range(len(record.positions))]
    title = f"{book.title.to(code)}: {record.start.text}"
    return draw_film(book.board, frames, art=book.look.art, name=book.id, title=title, flip=flip)


def traces_of(record: Record, plies: range) -> Sequence[Piece]:
    """Return what some moves leave on the board for a moment."""
    revealed = [(played.player, played.move.code) for played in record.moves[plies.start : plies.stop]]
    traces = record.game.rulebook.look.traces(record.positions[plies.start].state, revealed)
    return [piece for of_move in traces for piece in of_move]


def _frame(record: Record, ply: int, code: str) -> Frame:
    book = record.game.rulebook
    plies = revealed_moves(record.positions, ply)
    caption = book.title.to(code)
    if ply:
        played = record.moves[ply - 1]
        caption = f"{ply}. {book.player_name(played.player).to(code)}: {played.move}"
    if ply == len(record.moves) and record.result is not None:
        caption = f"{caption} · {record.headline.to(code)}"
    pieces = (*book.look.pieces(record.positions[ply].state), *traces_of(record, plies))
    cells = [cell for played in record.moves[plies.start : plies.stop] for cell in played.move.cells]
    return Frame(pieces, cells, caption)
