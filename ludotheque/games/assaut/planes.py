"""What a state of Assaut shows as planes."""

from __future__ import annotations

from ludotheque.games.assaut.layout import OFFICERS, PLACE, QUIET, QUIET_LIMIT, SOLDIERS
from ludotheque.rulebook.planes import CellSet, Number, Planes

PLANES = Planes(
    [CellSet("soldiers", SOLDIERS), CellSet("officers", OFFICERS), Number("quiet turns", QUIET, QUIET_LIMIT)],
    bits=PLACE,
)
