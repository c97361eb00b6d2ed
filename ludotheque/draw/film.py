"""A whole game as one animated SVG: no script, no other file, shown by every browser.

What stands on a cell is drawn once for each stretch of the game during which it stays the same, and shown during that
stretch (SMIL). A program that does not know animation shows the last picture.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeVar

from ludotheque.board import Board
from ludotheque.draw.svg import Canvas, group, number
from ludotheque.draw.theme import Theme
from ludotheque.rulebook import Piece

T = TypeVar("T")
PAUSE = 1.2
"""Seconds for one picture."""
REST = 4
"""The last picture stays for so many others."""
CAPTION = 60
"""Room for the caption below the board, in the picture's units."""


@dataclass(frozen=True)
class Frame:
    """One picture: the pieces, the cells of the last move, and a caption."""

    pieces: Sequence[Piece]
    last: Collection[str] = ()
    caption: str = ""


def draw_film(
    board: Board,
    frames: Sequence[Frame],
    *,
    art: str,
    name: str,
    title: str = "",
    coordinates: bool = True,
    flip: bool = False,
    size: int | None = None,
    theme: Theme,
) -> str:
    """The pictures one after the other, again and again."""
    canvas = Canvas(board, name, art, flip)
    film = _Film(len(frames))
    layers = [
        *canvas.backdrop(),
        *group("pieces", film.pieces([frame.pieces for frame in frames], canvas.piece)),
        *group("labels", canvas.labels() if coordinates else ()),
        *group("marks", film.each([frame.last for frame in frames], canvas.last)),
        *film.each([frame.caption for frame in frames], lambda text: [draw_caption(canvas, text)]),
    ]
    return canvas.document(layers, title=title, size=size, theme=theme, below=CAPTION)


def draw_caption(canvas: Canvas, text: str) -> str:
    """A line of text below the board."""
    x, y = number(canvas.width / 2), number(canvas.height + CAPTION - 4)
    return f'<text class="caption" x="{x}" y="{y}">{escape(text)}</text>'


class _Film:
    """Shows groups during stretches of so many pictures."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.length = count - 1 + REST
        self.seconds = number(self.length * PAUSE)

    def pieces(self, frames: Sequence[Sequence[Piece]], draw: Callable[[Piece], str]) -> Iterator[str]:
        """What stands on each cell, in the order in which the games draw it."""
        standing = [_by_place(pieces) for pieces in frames]
        order: dict[object, int] = {}
        for places in standing:
            for rank, place in enumerate(places):
                order[place] = min(rank, order.get(place, rank))
        for place in sorted(order, key=lambda place: order[place]):
            yield from self.each([places.get(place, ()) for places in standing], lambda found: map(draw, found))

    def each(self, contents: Sequence[T], draw: Callable[[T], Iterable[str]]) -> Iterator[str]:
        """A group for each stretch of equal content."""
        first = 0
        for place in range(1, self.count + 1):
            if place < self.count and contents[place] == contents[first]:
                continue
            if contents[first]:
                yield self.shown(first, place, draw(contents[first]))
            first = place

    def shown(self, first: int, end: int, shapes: Iterable[str]) -> str:
        """A group that is there from one picture until before another."""
        drawn = "".join(shapes)
        if (first, end) == (0, self.count):
            return drawn
        last = end == self.count
        times = [0.0, *([first / self.length] if first else []), *([] if last else [end / self.length])]
        values = [*(["none"] if first else []), "inline", *([] if last else ["none"])]
        hidden = "" if last else ' display="none"'
        return (
            f'<g{hidden}>{drawn}<animate attributeName="display" '
            f'values="{";".join(values)}" keyTimes="{";".join(f"{time:.5g}" for time in times)}" calcMode="discrete" '
            f'dur="{self.seconds}s" repeatCount="indefinite"/></g>'
        )


def _by_place(pieces: Sequence[Piece]) -> dict[object, tuple[Piece, ...]]:
    """Pieces on the same cell lie over each other; so do those beside the board at the same point."""
    found: dict[object, tuple[Piece, ...]] = {}
    for piece in pieces:
        place = (piece.x, piece.y) if piece.cell is None else piece.cell
        found[place] = (*found.get(place, ()), piece)
    return found
