"""PUCT: tree search guided by evaluations, for any number of players.

A new node evaluates the positions after its moves and keeps the most promising ones. It is worth what the best of them
promises. So the tree stays narrow where there are hundreds of moves. What is near enough to the end is solved exactly.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.arrays import word
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.engine import Progress
from ludotheque.engine.limit import Limit
from ludotheque.engine.mcts.nodes import USUAL_CAPACITY, Mcts, rounds_for, stages
from ludotheque.engine.mcts.puct_kernels import expand, grow
from ludotheque.engine.mcts.uct import Uct
from ludotheque.engine.mcts.workspace import COUNT, FIRST, MAX_PATH, PROOF, PuctSettings
from ludotheque.engine.solver.solver import Solution
from ludotheque.position import Move, View
from ludotheque.rulebook import Rulebook

NEAR = 1
"""At most this number of moves before the solver's reach, its verdicts are sampled. Further away the evaluation was
stronger."""
SOLVER_NODES, SOLVER_RATE = 1 << 24, 400_000
"""What the solver may spend at the root: without a clock, and for each second of one, which takes about half of it."""


class Puct(Mcts):
    """PUCT, with an exact solver where the game says that it pays (`Rulebook.solvable`).

    Just before the solver's reach, UCT plays up to it and asks the solver who wins. Earlier the evaluation alone
    decides. A search of bounded depth never solves: it is meant to be short-sighted.
    """

    max_children = 40
    max_root_children = 1024
    temperature = 0.05
    exploration = 0.5
    widening = 1000.0
    playout_weight = 0.0

    def __init__(self, rulebook: Rulebook, capacity: int = USUAL_CAPACITY) -> None:
        for name, value in rulebook.rules.engine_settings.items():
            setattr(self, name, value)
        super().__init__(rulebook, capacity, ranked=max(self.max_children, self.max_root_children))
        self.uct = Uct(rulebook, capacity if rulebook.rules.solvable else 2)
        self.solver = self.uct.solver

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
        player = self.plant(view, seed)
        reach = -1 if depth else self.solver.plies_to_reach(self.space.root)
        if reach >= 0:
            self.solver.forget()
        if reach == 0 and (solved := self.solve(view, player, limit, lines)):
            return solved
        if 0 <= reach <= NEAR:
            self.uct.plant(view, seed)
            return self.uct.sample(view, limit, lines, progress, reach=reach)
        weight = 0.0 if reach > NEAR else self.playout_weight
        for _ in self.grow(player, limit, depth, weight, in_stages=progress is not None):
            if progress:
                progress(self.analysis(view, lines, 0, limit))
        finished = bool(self.nodes.stats[0, PROOF]) or not (limit.stopped or limit.nodes_left == 0)
        return self.analysis(view, lines, depth if depth and finished else 0, limit)

    def solve(self, view: View, player: int, limit: Limit, lines: int) -> Analysis | None:
        """The exact answer, if the solver needs at most half of the time and of the nodes."""
        nodes = SOLVER_NODES if limit.seconds is None else int(limit.seconds * SOLVER_RATE)
        nodes = min(nodes, limit.nodes_left // 2)
        solutions = self.solver.solve(self.space.root, player, limit, nodes)
        if not solutions:
            return None

        def candidate(solution: Solution) -> Candidate:
            line = self.solver.line(self.space.root, player, solution.code, limit, nodes)
            return Candidate(
                Move(view.game, solution.code),
                solution.result / 2,
                tuple(Move(view.game, code) for code in line),
                proven=True,
                distance=solution.span,
            )

        candidates = tuple(candidate(solution) for solution in solutions[: max(lines, 1)])
        return Analysis(view, candidates, solutions[0].span, limit.nodes, limit.elapsed)

    def grow(
        self, player: int, limit: Limit, depth: int | None, playout_weight: float, *, in_stages: bool
    ) -> Iterator[None]:
        """Expand the root and search the tree, at once or in stages; yield after each."""
        rules, rounds = self.rules, rounds_for(depth, limit)
        settings = PuctSettings(
            control=limit.control,
            rounds=rounds,
            max_depth=depth or MAX_PATH,
            max_children=self.max_children,
            scale=float(self.rulebook.rules.evaluation.scale),
            temperature=self.temperature,
            exploration=self.exploration,
            widening=self.widening,
            playout_weight=playout_weight,
        )
        self.space.state[:] = self.space.root
        used = expand(
            0, 1, self.max_root_children, word(player), self.nodes, self.space, settings,
            rules.moves, rules.play, self.evaluate,
        )  # fmt: skip
        for stage in stages(rounds) if in_stages else (rounds,):
            settings = settings._replace(rounds=stage)
            used = grow(used, self.nodes, self.space, settings, rules.moves, rules.pick, rules.play, self.evaluate)
            yield
            if limit.stopped or self.nodes.stats[0, PROOF]:
                return

    def children(self, node: int) -> list[int]:
        first, number = int(self.nodes.stats[node, FIRST]), int(self.nodes.stats[node, COUNT])
        return sorted(range(first, first + number), key=self.rank, reverse=True)
