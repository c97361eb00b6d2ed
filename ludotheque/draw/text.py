"""A board with its pieces in letters, for a terminal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil

from ludotheque.board import Board
from ludotheque.rulebook import Piece

EMPTY = "·"
STROKES = {(1, 0): "-", (0, 1): "|", (1, 1): "\\", (1, -1): "/"}


def draw_text(
    board: Board, pieces: Sequence[Piece], *, widest: int = 1, last: Collection[str] = (), flip: bool = False
) -> str:
    """One character grid; the cells of the last move stand in brackets. Glyphs have at most `widest` characters."""
    shown = [piece for piece in pieces if piece.cell is not None and piece.glyph]
    glyphs = {piece.cell: piece.turned if flip and piece.turned else piece.glyph for piece in shown}
    # Room for the glyph, brackets and a blank; even, so that half steps of a honeycomb fall on a character.
    paper = _Paper(board, column=2 * ceil((widest + 3) / 2), line=2 if board.drawn_lines else 1, flip=flip)
    if board.drawn_lines:
        for one, other in board.links:
            paper.connect(one, other)
    for label in board.labels:
        paper.put(label.x, label.y, label.text)
    marked = {board.index[name] for name in last}
    for number, cell in enumerate(board.cells):
        glyph = glyphs.get(number, EMPTY)
        paper.put(cell.x, cell.y, f"[{glyph}]" if number in marked else glyph)
    return str(paper)


class _Paper:
    """A grid of characters addressed by board coordinates."""

    def __init__(self, board: Board, column: int, line: int, flip: bool) -> None:
        self.column, self.line, self.flip = column, line, flip
        self.board = board
        ys = sorted({round(cell.y, 3) for cell in board.cells})
        self.step = ys[1] - ys[0] if len(ys) > 1 else 1.0
        self.marks: dict[tuple[int, int], str] = {}

    def spot(self, x: float, y: float) -> tuple[int, int]:
        """Column and line of the character at a place."""
        sign = -1 if self.flip else 1
        return round(sign * x * self.column), round(-sign * y / self.step * self.line)

    def put(self, x: float, y: float, text: str) -> None:
        column, line = self.spot(x, y)
        for offset, mark in enumerate(text):
            self.marks[column - len(text) // 2 + offset, line] = mark

    def connect(self, one: int, other: int) -> None:
        (x1, y1), (x2, y2) = (self.spot(self.board.cells[k].x, self.board.cells[k].y) for k in (one, other))
        if x1 > x2 or (x1 == x2 and y1 > y2):
            x1, y1, x2, y2 = x2, y2, x1, y1
        stroke = STROKES[_sign(x2 - x1), _sign(y2 - y1)]
        if y1 == y2:
            for column in range(x1 + 1, x2):
                self.marks[column, y1] = stroke
        else:
            self.marks[(x1 + x2) // 2, (y1 + y2) // 2] = stroke

    def __str__(self) -> str:
        left = min(column for column, _ in self.marks)
        lines = []
        for line in range(min(y for _, y in self.marks), max(y for _, y in self.marks) + 1):
            here = {column: mark for (column, y), mark in self.marks.items() if y == line}
            lines.append("".join(here.get(column, " ") for column in range(left, max(here, default=left) + 1)).rstrip())
        return "\n".join(lines)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)
