"""Records as pictures: a moment of a game, and a whole game as a film."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from ludotheque import texts
from ludotheque.draw.film import Frame, draw_film
from ludotheque.draw.raster import draw_gif
from ludotheque.errors import PictureError
from ludotheque.picture import PictureOptions, Sheet, checked_size, theme_of, turned
from ludotheque.position import Position
from ludotheque.reveals import revealed_moves
from ludotheque.rulebook import Piece
from ludotheque.texts import say

if TYPE_CHECKING:
    from ludotheque.record.record import Record

USUAL_SIZE = 480
"""The longer side of a GIF that names none."""


def moment(record: Record, ply: int | None, options: PictureOptions) -> tuple[Position, PictureOptions]:
    """Return the position after so many moves, and options that mark what was revealed last."""
    last = len(record.moves)
    if ply is None:
        ply = last
    if type(ply) is not int or not 0 <= ply <= last:
        raise PictureError(say("picture.ply", count=last, ply=ply))
    revealed = revealed_moves(record.positions, ply)
    return record.positions[ply], {"last": [record.moves[number].move for number in revealed], **options}


def film(record: Record, language: str | None, **sheet: Unpack[Sheet]) -> str:
    """Return the whole game as an animated SVG."""
    code, book = language or texts.language(), record.game.rulebook
    title = f"{book.title.to(code)}: {record.start.text}"
    return draw_film(book.board, _frames(record, code), title=title, **_settings(record, **sheet))


def gif(
    record: Record, language: str | None, *, wanted: Callable[[], bool] = lambda: True, **sheet: Unpack[Sheet]
) -> bytes:
    """Return the whole game as an animated GIF. It is not drawn to its end when `wanted` says no."""
    code, book = language or texts.language(), record.game.rulebook
    sheet.setdefault("size", USUAL_SIZE)
    return draw_gif(book.board, _frames(record, code), wanted=wanted, **_settings(record, **sheet))


def _settings(
    record: Record,
    *,
    coordinates: bool = True,
    flip: bool = False,
    orientation: int | None = None,
    size: int | None = None,
    theme: str | None = None,
) -> dict[str, Any]:
    """Return what every film is drawn with. Its captions need a ground, so that it always has a theme."""
    book = record.game.rulebook
    return {
        "art": book.look.art,
        "name": book.id,
        "coordinates": coordinates,
        "flip": turned(record.game, orientation) != flip,
        "size": checked_size(size),
        "theme": theme_of(theme or "light"),
    }


def _frames(record: Record, code: str) -> list[Frame]:
    return [_frame(record, ply, code) for ply in range(len(record.positions))]


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


def traces_of(record: Record, plies: range) -> Sequence[Piece]:
    """Return what these moves, revealed together, leave on the board for a moment."""
    revealed = [(played.player, played.move.code) for played in record.moves[plies.start : plies.stop]]
    traces = record.game.rulebook.look.traces(record.positions[plies.start].state, revealed)
    return [piece for of_move in traces for piece in of_move]
