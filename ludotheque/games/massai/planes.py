"""What a state of Massaï shows as planes. A view has blanked the secrets before."""

from __future__ import annotations

from ludotheque.games.massai.layout import HUTS, PHASE, TARGET, TURN_LIMIT, TURNS
from ludotheque.rulebook.planes import CellSet, Number, Planes, flags

PLANES = Planes(
    [
        CellSet("huts", HUTS, by_player=True),
        CellSet("target", TARGET),
        *flags(PHASE, ["turn", "defence"]),
        Number("turns", TURNS, TURN_LIMIT),
    ]
)
