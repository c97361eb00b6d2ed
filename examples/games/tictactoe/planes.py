"""What a state of tic-tac-toe shows as planes."""

from __future__ import annotations

from ludotheque.rulebook.planes import CellSet, Planes

from .layout import MARKS

PLANES = Planes([CellSet("marks", MARKS, by_player=True)])
