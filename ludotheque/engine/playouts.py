"""The engine of games without an evaluation: tree search with random playouts."""

from __future__ import annotations

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.limit import Limit
from ludotheque.engine.mcts.nodes import UNLIMITED
from ludotheque.engine.mcts.uct import Uct
from ludotheque.position import View

PLAYOUTS = 4
"""A search of depth d plays this number of games to the power of d after each move."""


class Playouts(Uct):
    """UCT whose depth is a number of playouts, so that each level is stronger than the one below."""

    def search(self, view: View, limit: Limit, *, depth: int | None = None, lines: int = 1, seed: int = 0) -> Analysis:
        player = self.plant(view)
        self.sample(limit, len(view.legal_moves()) * PLAYOUTS**depth if depth else UNLIMITED, seed)
        return self.analysis(view, player, lines, 0, limit)


ENGINE = Playouts
