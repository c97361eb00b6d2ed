"""What a state of Malawi shows as planes."""

from __future__ import annotations

from ludotheque.games.malawi.layout import MAX_RINGS, PAWNS, QUIET, QUIET_LIMIT, RING_BITS, RINGS
from ludotheque.rulebook.planes import CellSet, CellValues, Number, Planes

PLANES = Planes(
    [
        CellSet("pawns", PAWNS, by_player=True),
        CellValues([f"{rings} rings" for rings in range(MAX_RINGS + 1)], RINGS, RING_BITS, among=(PAWNS, PAWNS + 1)),
        Number("quiet turns", QUIET, QUIET_LIMIT),
    ]
)
