"""A board with its pieces as SVG.

What a game looks like stands in its `pieces.svg`: a `<style>` and `<symbol>`s whose ids start with the game's id. A
symbol's viewBox is `-50 -50 100 100`, one cell wide. The symbols `<id>-ground` (drawn to the board's extent, any
viewBox) and `<id>-cell` are optional. The style sees these classes inside `.ludotheque.<id>`: `cell`, `zone-<name>` on
cells, `line`, `label`, `piece-label`, and the marks `last` and `highlight`. The layers of a picture are the groups
`ground`, `pieces`, `labels` and `marks`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape

from ludotheque.board import Board, Cell
from ludotheque.draw import marks as drawn
from ludotheque.draw.theme import THEMES, Theme
from ludotheque.rulebook import Piece

UNIT = 100
"""The distance between neighbouring cells in the picture's units."""
MARGIN = 30
"""Room around the board in a theme, in the picture's units."""

STYLE = f"""
.ludotheque text {{ font-family: system-ui, "Segoe UI", "Helvetica Neue", sans-serif; text-anchor: middle; }}
.ludotheque .label, .ludotheque .piece-label {{ dominant-baseline: central; }}
.ludotheque .label {{ font-size: 24px; fill: #6b5a45; }}
.ludotheque .piece-label {{ font-size: 26px; font-weight: 600; }}
.ludotheque .caption {{ font-size: 28px; font-weight: 600; }}
.ludotheque .last {{ fill: none; stroke: #b3541e; stroke-width: 5; stroke-linecap: round; stroke-linejoin: round; }}
.ludotheque .highlight {{ fill: none; stroke: #1f6f8b; stroke-width: 5; stroke-dasharray: 3 9; stroke-linecap: round; }}
{drawn.STYLE.strip()}
"""


def draw_svg(
    board: Board,
    pieces: Sequence[Piece],
    *,
    art: str,
    name: str,
    title: str = "",
    last: Collection[str] = (),
    highlight: Collection[str] = (),
    marks: Sequence[drawn.Mark] = (),
    coordinates: bool = True,
    flip: bool = False,
    size: int | None = None,
    theme: Theme | None = None,
) -> str:
    """The picture as one SVG document, complete in itself; `name` prefixes the symbols' ids.

    `size` is the longer side in pixels. Without a theme there is nothing around the board.
    """
    canvas = Canvas(board, name, art, flip)
    places = {cell.name: canvas.place(cell.x, cell.y) for cell in board.cells}
    usual = (theme or THEMES["light"]).mark
    layers = [
        *canvas.backdrop(),
        *group("pieces", map(canvas.piece, pieces)),
        *group("labels", canvas.labels() if coordinates else ()),
        *group(
            "marks",
            [
                *canvas.last(last),
                *canvas.marks(highlight, "highlight", _circle),
                *drawn.draw_marks(marks, places, usual),
            ],
        ),
    ]
    return canvas.document(layers, title=title, size=size, theme=theme)


def group(kind: str, shapes: Iterable[str]) -> Iterator[str]:
    """A layer of a picture; nothing when it is empty."""
    lines = list(shapes)
    if lines:
        yield from (f'<g class="{kind}">', *lines, "</g>")


class Canvas:
    """Turns board coordinates into picture coordinates and draws with them."""

    def __init__(self, board: Board, name: str, art: str, flip: bool) -> None:
        self.board = board
        self.name = name
        self.art = art
        self.flip = flip
        left, bottom, right, top = board.extent
        self.width, self.height = (right - left) * UNIT, (top - bottom) * UNIT
        self.symbols = set(re.findall(r'<symbol[^>]*\bid="([^"]+)"', art))

    def document(
        self,
        layers: Iterable[str],
        *,
        title: str = "",
        size: int | None = None,
        theme: Theme | None = None,
        below: int = 0,
        filled: bool = True,
    ) -> str:
        """The layers as one document. `below` is room below the board; `filled` says whether the theme's ground is."""
        edge = MARGIN if theme else 0
        width, height = self.width + 2 * edge, self.height + 2 * edge + below
        pixels = [number(side) for side in (width, height)]
        if size:  # whole pixels
            pixels = [str(max(1, round(side * size / max(width, height)))) for side in (width, height)]
        corner, box = f"{number(-edge)} {number(-edge)}", f"{number(width)} {number(height)}"
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="ludotheque {self.name}" role="img" '
            f'viewBox="{corner} {box}" width="{pixels[0]}" height="{pixels[1]}">',
            f"<title>{escape(title)}</title>",
            f"<style>{STYLE}</style>",
            inside(self.art),
        ]
        if theme:
            lines.append(f"<style>.ludotheque .caption {{ fill: {theme.ink}; }}{theme.style}</style>")
        if theme and filled:
            # Larger than the picture, because whole pixels may show a little more.
            lines.append(f'<rect x="-50%" y="-50%" width="200%" height="200%" fill="{theme.ground}"/>')
        return "\n".join([*lines, *layers, "</svg>"]) + "\n"

    def backdrop(self) -> Iterator[str]:
        """Everything below the pieces."""
        return group("ground", [*self.ground(), *self.cells(), *self.lines()])

    def place(self, x: float, y: float) -> tuple[float, float]:
        left, bottom, right, top = self.board.extent
        if self.flip:
            return (right - x) * UNIT, (y - bottom) * UNIT
        return (x - left) * UNIT, (top - y) * UNIT

    def use(self, symbol: str, x: float, y: float, size: float = UNIT) -> str:
        px, py = self.place(x, y)
        corner, side = f'x="{number(px - size / 2)}" y="{number(py - size / 2)}"', number(size)
        return f'<use href="#{self.name}-{symbol}" {corner} width="{side}" height="{side}"/>'

    def ground(self) -> Iterator[str]:
        if f"{self.name}-ground" in self.symbols:
            size = f'width="{number(self.width)}" height="{number(self.height)}"'
            yield f'<use href="#{self.name}-ground" x="0" y="0" {size}/>'

    def cells(self) -> Iterator[str]:
        if self.board.drawn_lines:
            return
        for place, cell in enumerate(self.board.cells):
            zones = "".join(f" zone-{zone}" for zone, members in self.board.zones.items() if place in members)
            yield f'<polygon class="cell{zones}" points="{self.outline(cell)}"/>'
            if f"{self.name}-cell" in self.symbols:
                yield self.use("cell", cell.x, cell.y)

    def outline(self, cell: Cell) -> str:
        points = (self.place(cell.x + dx, cell.y + dy) for dx, dy in cell.outline)
        return " ".join(f"{number(x)},{number(y)}" for x, y in points)

    def lines(self) -> Iterator[str]:
        if not self.board.drawn_lines:
            return
        for one, other in self.board.links:
            (x1, y1), (x2, y2) = (self.place(self.board.cells[k].x, self.board.cells[k].y) for k in (one, other))
            yield f'<line class="line" x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"/>'
        for place, cell in enumerate(self.board.cells):
            zones = "".join(f" zone-{zone}" for zone, members in self.board.zones.items() if place in members)
            x, y = self.place(cell.x, cell.y)
            yield f'<circle class="cell{zones}" cx="{number(x)}" cy="{number(y)}" r="9"/>'

    def labels(self) -> Iterator[str]:
        for label in self.board.labels:
            x, y = self.place(label.x, label.y)
            yield f'<text class="label" x="{number(x)}" y="{number(y)}">{escape(label.text)}</text>'

    def piece(self, piece: Piece) -> str:
        shape = self.use(piece.symbol, piece.x, piece.y) if piece.symbol else ""
        if not piece.label:
            return shape
        x, y = self.place(piece.x, piece.y)
        place = f'x="{number(x)}" y="{number(y)}"'
        return f'{shape}<text class="piece-label {piece.symbol}" {place}>{escape(piece.label)}</text>'

    def last(self, names: Collection[str]) -> Iterator[str]:
        return self.marks(names, "last", _corners)

    def marks(self, names: Collection[str], kind: str, shape: str) -> Iterator[str]:
        for cell in sorted({self.board.index[name] for name in names}):
            x, y = self.place(self.board.cells[cell].x, self.board.cells[cell].y)
            yield f'<path class="{kind}" transform="translate({number(x)} {number(y)})" d="{shape}"/>'


_corners = "M-44-28V-44H-28 M28-44H44V-28 M44 28V44H28 M-28 44H-44V28"
_circle = "M-42 0a42 42 0 1 0 84 0a42 42 0 1 0-84 0"


def inside(art: str) -> str:
    """The content of an SVG document without its root element."""
    start = art.index(">", art.index("<svg")) + 1
    return art[start : art.rindex("</svg>")].strip()


def number(value: float) -> str:
    """A number as short as it can be."""
    return f"{round(value, 2):g}"
