"""Arrows and circles that a reader draws on a board.

Each is drawn twice, as a light halo and in its colour, so that it shows on any ground. Each colour has its own line, so
that nothing is told by colour alone. The middles of cells stay free, so that no arrow hides a piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from ludotheque.board import Point
from ludotheque.errors import PictureError
from ludotheque.texts import say

COLOURS: Mapping[str, str] = {
    "blue": "#14506b",
    "red": "#b3261e",
    "green": "#1d6b2f",
    "yellow": "#e0a100",
    "violet": "#6a2c91",
    "black": "#000000",
    "white": "#ffffff",
}
LINES: Mapping[str, str] = {"solid": "none", "dashed": "17 13", "dotted": "0.1 13"}
"""Lines, each with its dashes. The first colour of a picture has the first line, and so on."""
START, TIP, HEAD, RADIUS = 28, 22, 28, 42
"""How far an arrow begins and ends from the middle of a cell; the length of its head; the radius of a circle."""
ASIDE = 15
"""How far an arrow moves aside where another one goes the opposite way."""

STYLE = """
.ludotheque .halo, .ludotheque .stroke { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.ludotheque .halo { stroke: #fffaf0; stroke-opacity: .85; stroke-width: 13; }
.ludotheque .stroke { stroke-width: 7; }
.ludotheque .head { stroke-width: 3; stroke-linejoin: round; }
"""


@dataclass(frozen=True)
class Arrow:
    """An arrow on a picture, from one cell to another.

    A colour is a name (blue, red, green, yellow, violet, black, white) or `#rrggbb`. A line is solid, dashed or dotted.
    Without a line, each colour of a picture has its own.

    >>> Arrow("a1", "a3", "red")
    Arrow(start='a1', end='a3', colour='red', line=None)
    """

    start: str
    end: str
    colour: str | None = None
    line: str | None = None

    def __post_init__(self) -> None:
        _check(self.colour, self.line)
        if self.start == self.end:
            raise PictureError(say("picture.arrow", cell=self.start))


@dataclass(frozen=True)
class Circle:
    """A circle on a picture, around a cell. Colours and lines are as in `Arrow`.

    >>> Circle("c3", line="dotted")
    Circle(cell='c3', colour=None, line='dotted')
    """

    cell: str
    colour: str | None = None
    line: str | None = None

    def __post_init__(self) -> None:
        _check(self.colour, self.line)


Mark = Arrow | Circle


def _check(colour: str | None, line: str | None) -> None:
    if colour is not None and colour not in COLOURS and not re.fullmatch("#([0-9a-fA-F]{3}){1,2}", colour):
        raise PictureError(say("picture.colour", colour=colour, names=", ".join(COLOURS)))
    if line is not None and line not in LINES:
        raise PictureError(say("picture.line", line=line, names=", ".join(LINES)))


def draw_marks(marks: Sequence[Mark], places: Mapping[str, Point], usual: str) -> Iterator[str]:
    """Yield the marks as SVG. `places` says where the middle of each cell is, and `usual` is the default colour."""
    colours = list(dict.fromkeys(mark.colour for mark in marks))
    ways = {(mark.start, mark.end) for mark in marks if isinstance(mark, Arrow)}
    for mark in marks:
        line = mark.line or list(LINES)[colours.index(mark.colour) % len(LINES)]
        colour = usual if mark.colour is None else COLOURS.get(mark.colour, mark.colour)
        if isinstance(mark, Circle):
            yield _group("circle", _ring(places[mark.cell]), "", colour, line)
        else:
            aside = ASIDE if (mark.end, mark.start) in ways else 0
            yield _group("arrow", *_arrow(places[mark.start], places[mark.end], aside), colour, line)


def _group(kind: str, path: str, head: str, colour: str, line: str) -> str:
    """Return one mark: a path, and perhaps a filled head."""
    paint = f'stroke="{colour}" stroke-dasharray="{LINES[line]}"'
    shapes = [f'<path class="halo" d="{path}{head}"/>', f'<path class="stroke" d="{path}" {paint}/>']
    if head:
        shapes.append(f'<path class="head" d="{head}" stroke="{colour}" fill="{colour}"/>')
    return f'<g class="{kind}">{"".join(shapes)}</g>'


def _ring(place: Point) -> str:
    x, y = place
    return f"M{x - RADIUS:g} {y:g}a{RADIUS} {RADIUS} 0 1 0 {2 * RADIUS} 0a{RADIUS} {RADIUS} 0 1 0 {-2 * RADIUS} 0"


def _arrow(start: Point, end: Point, aside: float) -> tuple[str, str]:
    """Return the shaft and the head."""
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) / length, (y2 - y1) / length

    def at(along: float, across: float) -> str:
        across += aside
        return f"{x1 + along * dx - across * dy:.5g} {y1 + along * dy + across * dx:.5g}"

    tip = length - TIP
    neck = tip - HEAD
    return f"M{at(START, 0)}L{at(neck, 0)}", f"M{at(tip, 0)}L{at(neck, HEAD / 2)}L{at(neck, -HEAD / 2)}Z"
