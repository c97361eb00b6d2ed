"""Themes: what surrounds a board, in fixed colours, so that a picture looks the same everywhere.

They have the colours of the page (`web/styles/page.css`, `web/board/board.css`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Theme:
    """The colours around a board and of the marks on it."""

    ground: str
    """The colour around the board."""
    ink: str
    """The colour of letters on this ground."""
    mark: str = "#14506b"
    """The colour of arrows and circles that name none."""
    style: str = ""
    """What changes on the board itself, as CSS."""


_PRINT = """
.ludotheque .ground, .ludotheque .labels { filter: grayscale(1) contrast(1.7) brightness(1.4); }
.ludotheque .ground .cell, .ludotheque .ground .line { stroke: #000; stroke-opacity: 1; stroke-width: 2.5; }
.ludotheque .pieces { filter: saturate(.8) contrast(1.25); }
.ludotheque .marks .last { stroke: #000; stroke-width: 7; filter: none; }
.ludotheque .marks .highlight { stroke: #003a8c; }
"""
THEMES: Mapping[str, Theme] = {
    "light": Theme("#f6efe1", "#2c2119"),
    "dark": Theme("#1e1712", "#f1e6d4"),
    "ink": Theme("#ffffff", "#000000", "#003a8c", _PRINT),
}
"""The page by day, the page by night, and boards in black and white as on paper."""
