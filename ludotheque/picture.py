"""Positions and views as pictures. The options are the same for every format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypedDict

from ludotheque.draw.marks import Arrow, Circle, Mark
from ludotheque.draw.svg import draw_svg
from ludotheque.draw.theme import THEMES, Theme
from ludotheque.errors import LudothequeError, PictureError
from ludotheque.move import Move
from ludotheque.position_text import write_position
from ludotheque.texts import say

if TYPE_CHECKING:
    from ludotheque.position import Game
    from ludotheque.view import Seen

MIN_SIZE, MAX_SIZE = 16, 4096
"""Bounds of the longer side in pixels."""
USUAL_SIZE = 600
"""The longer side of a PNG that names none."""


class Sheet(TypedDict, total=False):
    """How a board lies on a picture, of one position or of a whole game."""

    coordinates: bool
    """Whether the names of rows and columns are drawn; they are unless you say otherwise."""
    flip: bool
    """Whether the board is seen from the other side."""
    orientation: int | None
    """The player who sits below. Boards for three players do not turn."""
    size: int | None
    """The longer side in pixels."""
    theme: str | None
    """`light`, `dark` or `ink`. Without a theme there is nothing around the board."""


class PictureOptions(Sheet, total=False):
    """The options of `svg` and `png`."""

    last: Move | Iterable[Move] | None
    """The last move, or moves. Their cells get corners."""
    highlight: Iterable[str]
    """Cells with a dotted ring."""
    arrows: Iterable[Arrow | tuple[str, ...]]
    """Arrows; a tuple holds the two cells, and perhaps a colour and a line."""
    circles: Iterable[Circle | str | tuple[str, ...]]
    """Circles; a text is a cell, and a tuple holds the cell, and perhaps a colour and a line."""


def draw_picture(
    seen: Seen,
    *,
    last: Move | Iterable[Move] | None = None,
    highlight: Iterable[str] = (),
    arrows: Iterable[Arrow | tuple[str, ...]] = (),
    circles: Iterable[Circle | str | tuple[str, ...]] = (),
    coordinates: bool = True,
    flip: bool = False,
    orientation: int | None = None,
    size: int | None = None,
    theme: str | None = None,
) -> str:
    """Return a position or view as SVG."""
    book = seen.game.rulebook
    return draw_svg(
        book.board,
        book.look.pieces(seen.state),
        art=book.look.art,
        name=book.id,
        title=f"{book.title}: {write_position(book, seen.state)}",
        last=cells_of(seen.game, last),
        highlight=[_cell(seen.game, name) for name in highlight],
        marks=[*(_arrow(seen.game, arrow) for arrow in arrows), *(_circle(seen.game, circle) for circle in circles)],
        coordinates=coordinates,
        flip=turned(seen.game, orientation) != flip,
        size=checked_size(size),
        theme=None if theme is None else theme_of(theme),
    )


def _cell(game: Game, name: str) -> str:
    look = game.rulebook.look
    return look.name(look.cell(name))


def _arrow(game: Game, given: Arrow | tuple[str, ...]) -> Mark:
    if not isinstance(given, Arrow):
        given = Arrow(*_parts(given, 2))
    return Arrow(_cell(game, given.start), _cell(game, given.end), given.colour, given.line)


def _circle(game: Game, given: Circle | str | tuple[str, ...]) -> Mark:
    if not isinstance(given, Circle):
        given = Circle(*_parts((given,) if isinstance(given, str) else given, 1))
    return Circle(_cell(game, given.cell), given.colour, given.line)


def _parts(given: Sequence[str], cells: int) -> Sequence[str]:
    """Return the parts of a mark: its cells, and perhaps a colour and a line."""
    if isinstance(given, str) or not isinstance(given, Sequence) or not cells <= len(given) <= cells + 2:
        raise PictureError(say(f"picture.parts_{cells}", given=given))
    return given


def cells_of(game: Game, moves: Move | Iterable[Move] | None) -> tuple[str, ...]:
    """Return the cells that one or several moves name."""
    listed = [moves] if isinstance(moves, Move) else list(moves or ())
    for move in listed:
        check_move(game, move)
    return tuple(cell for move in listed for cell in move.cells)


def check_move(game: Game, move: Move) -> None:
    """Raise an error when a move belongs to another game."""
    if move.game != game or not 0 <= move.code < 2**64:
        raise LudothequeError(say("refusals.strange"))


def turned(game: Game, orientation: int | None) -> bool:
    """Return whether the board turns round so that this player sits below."""
    if orientation is None:
        return False
    if type(orientation) is not int or orientation not in range(game.players):
        raise PictureError(say("refusals.nobody", player=orientation, last=game.players - 1))
    return game.players == 2 and orientation == 1


def checked_size(size: int | None) -> int | None:
    """Return the size of a picture, or raise an error."""
    if size is not None and (type(size) is not int or not MIN_SIZE <= size <= MAX_SIZE):
        raise PictureError(say("picture.size", size=size, low=MIN_SIZE, high=MAX_SIZE))
    return size


def theme_of(name: str) -> Theme:
    """Return the theme with this name, or raise an error."""
    if name not in THEMES:
        raise PictureError(say("picture.theme", theme=name, names=", ".join(THEMES)))
    return THEMES[name]
