"""Reads just enough of a PDF to measure it: page sizes, straight lines in millimetres, and how many pictures it has.

Chromium writes pages as compressed streams of drawing commands. A small stack of matrices says where they end up.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from math import hypot

POINT = 25.4 / 72
"""Millimetres."""
TOKEN = re.compile(rb"<[^>]*>|-?[\d.]+|/?[A-Za-z][\w*']*|\S")
STREAM = re.compile(rb"(?<!end)stream\r?\n(.*?)endstream", re.DOTALL)
Matrix = tuple[float, float, float, float, float, float]
Place = tuple[float, float]
UNIT: Matrix = (1, 0, 0, 1, 0, 0)


class Pdf:
    """A printed document."""

    def __init__(self, data: bytes) -> None:
        self.data = data

    @property
    def pages(self) -> list[tuple[float, float]]:
        """Width and height of every page in millimetres."""
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", self.data)
        return [(float(width) * POINT, float(height) * POINT) for width, height in boxes]

    @property
    def bitmaps(self) -> int:
        return self.data.count(b"/Subtype /Image")

    def lines(self) -> list[float]:
        """The lengths of all straight lines, in millimetres."""
        return [length for stream in self._streams() for length in _lengths(stream)]

    def _streams(self) -> Iterator[bytes]:
        for found in STREAM.finditer(self.data):
            try:
                text = zlib.decompress(found[1])
            except zlib.error:
                continue
            if re.match(rb"[\s\d.-]+ cm\n", text):
                yield text


def _lengths(stream: bytes) -> Iterator[float]:
    """Follow the commands: save and restore, matrices, moves and lines."""
    matrix, saved = UNIT, list[Matrix]()
    values: list[float] = []
    here: Place = (0, 0)
    for token in TOKEN.findall(stream):
        if re.fullmatch(rb"-?[\d.]+", token):
            values.append(float(token))
            continue
        if token == b"q":
            saved.append(matrix)
        elif token == b"Q":
            matrix = saved.pop()
        elif token == b"cm":
            matrix = _product(values[-6:], matrix)
        elif token in {b"m", b"l", b"c"}:
            there = _at(values[-2], values[-1], matrix)
            if token == b"l":
                yield POINT * hypot(there[0] - here[0], there[1] - here[1])
            here = there
        values.clear()


def _product(first: list[float], second: Matrix) -> Matrix:
    a, b, c, d, x, y = first
    p, q, r, s, u, v = second
    return a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, x * p + y * r + u, x * q + y * s + v


def _at(x: float, y: float, matrix: Matrix) -> Place:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
