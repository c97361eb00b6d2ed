"""The engine of games without an evaluation: tree search with random playouts."""

from __future__ import annotations

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.engine import Progress
from ludotheque.engine.limit import Limit
from ludotheque.engine.mcts.uct import Uct
from ludotheque.engine.mcts.workspace import UNLIMITED
from ludotheque.position import View

PLAYOUTS = 4
"""A search of depth d plays this number of games to the power of d after each move."""


class Playouts(Uct):
    """UCT whose depth is a number of playouts, so that each level is stronger than the one below."""

    def search(
        self,
        view: View,
        limit: Limit,
        *,
        depth: int | None = None,
        lines: int = 1,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> Analysis:
        self.plant(view, seed)
        rounds = len(view.legal_moves()) * PLAYOUTS**depth if depth else UNLIMITED
        return self.sample(view, limit, lines, progress, rounds=rounds)


ENGINE = Playouts
