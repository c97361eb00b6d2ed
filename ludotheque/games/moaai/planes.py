"""What a state of Moaaï shows as planes."""

from __future__ import annotations

from ludotheque.games.moaai.layout import (
    COLOUR,
    COLOURS,
    GROUND,
    OCCUPIED,
    PIECES,
    PLANE_BITS,
    SHAPE,
    SHAPES,
    STOCK,
)
from ludotheque.rulebook.planes import CellSet, CellValues, Planes, flags

PLANES = Planes(
    [
        CellSet("ground", GROUND),
        CellValues([f"colour {letter}" for letter in COLOURS], COLOUR, PLANE_BITS, among=(OCCUPIED,)),
        CellValues([f"shape {letter}" for letter in SHAPES], SHAPE, PLANE_BITS, among=(OCCUPIED,)),
        *(layer for number, name in PIECES.items() for layer in flags(STOCK, [f"stock {name}"], shift=number)),
    ]
)
