"""UCT with random playouts. It knows nothing of a game but its rules: the yardstick for all other engines."""

from __future__ import annotations

from math import sqrt

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.engine import Progress
from ludotheque.engine.limit import Limit
from ludotheque.engine.mcts.nodes import USUAL_CAPACITY, Mcts, rounds_for, stages
from ludotheque.engine.mcts.uct_kernels import sample
from ludotheque.engine.mcts.workspace import FIRST, NEXT, UNLIMITED, UctSettings
from ludotheque.engine.solver.solver import Solver
from ludotheque.position import View
from ludotheque.rulebook import Rulebook

SOLVER_NODES = 5000
"""What the solver may spend on one playout before the playout goes on at random instead."""


class Uct(Mcts):
    """UCT with random playouts: the opponent that everything else must beat."""

    exploration = sqrt(2.0)

    def __init__(self, rulebook: Rulebook, capacity: int = USUAL_CAPACITY) -> None:
        super().__init__(rulebook, capacity)
        self.solver = Solver(rulebook)

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
        return self.sample(view, limit, lines, progress, rounds=rounds_for(depth, limit))

    def sample(
        self,
        view: View,
        limit: Limit,
        lines: int,
        progress: Progress | None,
        *,
        rounds: int = UNLIMITED,
        reach: int = -1,
    ) -> Analysis:
        """Search from the root that was planted, at most for so many rounds."""
        rules, rounds, used = self.rules, max(1, min(rounds, limit.nodes_left)), 1
        settings = UctSettings(
            control=limit.control,
            rounds=rounds,
            max_nodes=limit.nodes + limit.nodes_left,
            exploration=self.exploration,
            reach=reach,
            solver_nodes=SOLVER_NODES,
        )
        for stage in stages(rounds) if progress else (rounds,):
            used = sample(
                used, self.nodes, self.space, settings._replace(rounds=stage), self.solver.space,
                rules.moves, rules.pick, rules.play, self.evaluate,
            )  # fmt: skip
            if limit.stopped or limit.nodes_left == 0:
                break
            if progress:
                progress(self.analysis(view, lines, 0, limit))
        return self.analysis(view, lines, 0, limit)

    def children(self, node: int) -> list[int]:
        children = []
        child = int(self.nodes.stats[node, FIRST])
        while child:
            children.append(child)
            child = int(self.nodes.stats[child, NEXT])
        return sorted(children, key=self.rank, reverse=True)
