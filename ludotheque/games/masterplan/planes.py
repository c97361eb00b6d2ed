"""What a state of Masterplan shows as planes."""

from __future__ import annotations

from ludotheque.games.masterplan.board import PLACES
from ludotheque.games.masterplan.layout import HOUSES, MAX_POINTS, PARKS, PLACE, PLACE_BITS, POINTS, POINTS_BITS, TOWERS
from ludotheque.rulebook.planes import CellSet, CellValues, Number, Planes

PLANES = Planes(
    [
        CellSet("houses", HOUSES, by_player=True),
        CellValues([f"place {place}" for place in PLACES], PLACE, PLACE_BITS, among=(HOUSES, HOUSES + 1)),
        CellSet("parks", PARKS),
        CellSet("towers", TOWERS),
        Number("points", POINTS, MAX_POINTS, bits=POINTS_BITS, by_player=True),
    ]
)
