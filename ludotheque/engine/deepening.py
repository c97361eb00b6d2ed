"""Iterative deepening: alpha-beta from the root, one decision deeper each time, until the limit."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ludotheque.engine import alphabeta
from ludotheque.engine.alphabeta import DEEPEST, FAR, HISTORY, SURE, WIN
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.chance import chance_of
from ludotheque.engine.limit import Limit
from ludotheque.engine.thinker import Thinker
from ludotheque.kernel import Words
from ludotheque.position import Move, View
from ludotheque.rulebook import Rulebook

TABLE = 1 << 19
"""Entries of the transposition table, 24 bytes each."""


@dataclass(order=True)
class Root:
    """A decision at the root: its value (a bound, when it is not among the best) and where it leads."""

    value: int
    code: int = field(compare=False)
    exact: bool = field(compare=False, default=False)


class Deepening(Thinker):
    def __init__(self, rulebook: Rulebook, entries: int = TABLE) -> None:
        super().__init__(rulebook)
        self.states: Words = np.zeros((DEEPEST + 2, rulebook.size), np.uint64)
        self.lists: Words = np.zeros((DEEPEST + 2, rulebook.usual_moves), np.uint64)
        self.scores: Words = np.zeros_like(self.lists)
        self.table: Words = np.zeros((entries, 3), np.uint64)
        self.history: Words = np.zeros((2, HISTORY), np.uint64)
        self.killers: Words = np.zeros(DEEPEST + 2, np.uint64)
        self.masks: Words = np.full(rulebook.size, 2**64 - 1, np.uint64)
        self.masks[list(rulebook.judgement.counters)] = 0

    def think(self, view: View, limit: Limit, *, depth: int | None = None, lines: int = 1, seed: int = 0) -> Analysis:
        player = view.player
        assert player is not None
        roots = [Root(0, move.code) for move in view.legal_moves()]
        np.random.default_rng(seed).shuffle(roots)
        self.history[:] = 0
        reached = 0
        for deep in range(1, min(depth or DEEPEST, DEEPEST) + 1):
            if not self._deepen(view, player, roots, deep, lines, limit) and deep > 1:
                break
            reached = deep
            if limit.stopped or all(abs(root.value) >= SURE for root in roots[:lines]):
                break
        return self._analysis(view, player, roots[: max(lines, 1)], reached, limit)

    def _deepen(self, view: View, player: int, roots: list[Root], depth: int, lines: int, limit: Limit) -> bool:
        """Search every root decision so deep; whether that could be finished. The best come first then."""
        done: list[Root] = []
        for root in roots:
            # With several lines wanted, a decision must beat the worst of them.
            best = sorted((other.value for other in done), reverse=True)[:lines]
            alpha = best[-1] if len(best) == lines else -FAR
            value = self._value(view, player, root.code, depth, alpha, limit)
            if limit.stopped:
                break
            done.append(Root(value, root.code, value > alpha))
        if not done:
            return False
        rest = [root for root in roots if all(root.code != other.code for other in done)]
        roots[:] = sorted(done, reverse=True) + rest
        return not rest

    def _value(self, view: View, player: int, code: int, depth: int, alpha: int, limit: Limit) -> int:
        """The value of one root decision, or a bound below alpha."""
        state = self.states[0]
        state[:] = view.words
        kernels = self.rulebook.kernels
        kernels.play(state, np.uint64(player), np.uint64(code))
        if not int(state[0]) & 0xFF:
            return (int(state[0] >> np.uint64(16 + 2 * player)) & 3) * WIN - WIN
        turn = 1 if int(state[0]) >> player & 1 else -1
        low, high = (alpha, FAR) if turn > 0 else (-FAR, -alpha)
        return turn * int(
            alphabeta.search(
                self.states,
                self.lists,
                self.scores,
                self.table,
                self.history,
                self.killers,
                self.masks,
                limit.control,
                depth - 1,
                0,
                low,
                high,
                kernels.moves,
                kernels.play,
                self.rulebook.judgement.evaluate,
            )
        )

    def _analysis(self, view: View, player: int, roots: list[Root], depth: int, limit: Limit) -> Analysis:
        scale = self.rulebook.judgement.scale
        candidates = [
            Candidate(
                Move(view.game, root.code),
                chance_of(root.value, scale),
                self._line(view, player, root.code),
                proven=abs(root.value) >= SURE,
                distance=WIN - abs(root.value) + 1 if abs(root.value) >= SURE else None,
            )
            for root in roots
        ]
        return Analysis(player, tuple(candidates), depth, limit.nodes, limit.elapsed)

    def _line(self, view: View, player: int, code: int) -> tuple[Move, ...]:
        """The expected line, read from the table as far as it reaches."""
        kernels = self.rulebook.kernels
        state = np.array(view.words, np.uint64)
        line = [Move(view.game, code)]
        kernels.play(state, np.uint64(player), np.uint64(code))
        out = np.empty(self.rulebook.usual_moves, np.uint64)
        while int(state[0]) & 0xFF and len(line) < DEEPEST:
            actor = np.uint64(0 if int(state[0]) & 1 else 1)
            key = alphabeta.key_of(state, self.masks)
            entry = self.table[int(key) & (len(self.table) - 1)]
            legal = out[: kernels.moves(state, actor, out)]
            if entry[alphabeta.KEY] != key or entry[alphabeta.MOVE] not in legal:
                break
            line.append(Move(view.game, int(entry[alphabeta.MOVE])))
            kernels.play(state, actor, entry[alphabeta.MOVE])
        return tuple(line)


THINKER = Deepening
