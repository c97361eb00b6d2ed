"""Iterative deepening: alpha-beta from the root, one decision deeper each time, until the limit."""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field

import numpy as np

from ludotheque.engine import alphabeta
from ludotheque.engine.alphabeta import AGED, DEEPEST, FAR, HISTORY, MARGIN, PASSING, QUOTA, SURE, TRUSTED, WIN
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.chance import chance_of
from ludotheque.engine.limit import Limit
from ludotheque.engine.thinker import Thinker
from ludotheque.kernel import Words
from ludotheque.position import Move, View
from ludotheque.rulebook import Rulebook

TABLE = 1 << 20
"""Entries of the transposition table, 24 bytes each."""
WINDOW = 0.25
"""How far from its last value the best decision is expected at the next depth, as a part of the game's scale."""
HUNTING = 400_000
"""So many nodes, or as many as went before, may be spent on the exact distance of a proven win or loss."""


@dataclass(order=True)
class Root:
    """A decision at the root: its value (a bound, when it is not among the best)."""

    value: int
    code: int = field(compare=False)
    settled: bool = field(compare=False, default=False)
    """Whether the value is proven, distance included."""


class Deepening(Thinker):
    """Alpha-beta for two players who see everything. What a game's `evaluate.py` may add to an evaluation:

    - `urge`: a kernel that tells urgent decisions, see `alphabeta.URGE`;
    - `PATIENCE`: the count at which a word of `COUNTERS` ends the game;
    - `PASSES`: whether having to move is never a burden, so that no decision is worse than passing would be.
    """

    def __init__(self, rulebook: Rulebook, entries: int = TABLE) -> None:
        super().__init__(rulebook)
        judgement = rulebook.judgement
        told = importlib.import_module(f"{rulebook.package}.evaluate")
        kernels = rulebook.kernels
        urge = getattr(told, "urge", alphabeta.indifferent)
        self.rules = (kernels.moves, kernels.play, judgement.evaluate, urge)
        # One place more than needed: a list that is full to the end may lack decisions.
        room = (DEEPEST + 2, rulebook.usual_moves + 1)
        self.states: Words = np.zeros((DEEPEST + 2, rulebook.size), np.uint64)
        self.table: Words = np.zeros((entries, 3), np.uint64)
        self.history: Words = np.zeros((2, HISTORY), np.uint64)
        self.killers: Words = np.zeros((DEEPEST + 2, 2), np.uint64)
        self.masks: Words = np.full(rulebook.size, 2**64 - 1, np.uint64)
        self.nears: Words = np.full(rulebook.size, 2**64 - 1, np.uint64)
        for counter in judgement.counters:
            self.masks[counter] = 0
            self.nears[counter] = getattr(told, "PATIENCE", 2**63) - TRUSTED
        self.age = 0
        self.passing = bool(getattr(told, "PASSES", False))
        self.arena = (
            self.states, np.zeros(room, np.uint64), np.zeros(room, np.uint64),
            self.table, self.history, self.killers, self.masks, self.nears,
        )  # fmt: skip

    def think(self, view: View, limit: Limit, *, depth: int | None = None, lines: int = 1, seed: int = 0) -> Analysis:
        player = view.player
        assert player is not None
        roots = [Root(0, code) for code in self._codes(view, player)]
        np.random.default_rng(seed).shuffle(roots)
        self._prepare(view, limit, timeless=depth is not None or limit.seconds is None)
        lines = max(1, min(lines, len(roots)))
        reached = 0
        for deep in range(1, min(depth or DEEPEST, DEEPEST) + 1):
            if not self._deepen(roots, deep, lines, limit):
                break
            reached = deep
            if all(abs(root.value) >= SURE for root in roots[:lines]):
                break
        self._settle(roots, lines, limit)
        return self._analysis(view, player, roots[:lines], reached, limit)

    def _codes(self, view: View, player: int) -> list[int]:
        """The decisions at the root; where they are more than a usual list holds, the most urgent ones."""
        state, actor, out = np.array(view.words, np.uint64), np.uint64(player), self.arena[1][0]
        moves, urge = self.rules[0], self.rules[3]
        codes = out[: moves(state, actor, out)]
        room = self.rulebook.usual_moves
        if len(codes) > room:
            # A list that is cut short may hold decisions that are not legal.
            codes = view._codes(player)
            urgencies = np.zeros_like(codes)
            urge(state, actor, codes, len(codes), urgencies)
            codes = codes[np.argsort(-urgencies.astype(np.int64), kind="stable")[:room]]
        return [int(code) for code in codes]

    def _prepare(self, view: View, limit: Limit, timeless: bool) -> None:
        """Without a clock the answer must not depend on what was searched before: the table starts afresh."""
        self.states[0] = view.words
        self.history[:] >>= np.uint64(64 - 1 if timeless else 3)
        self.killers[:] = 0
        if timeless:
            self.age = (self.age + 1) % 2**16
            if self.age == 0:
                self.table[:] = 0
        limit.control[AGED] = self.age
        limit.control[PASSING] = self.passing
        limit.control[MARGIN] = int(self.rulebook.judgement.scale)

    def _sweep(self, roots: list[Root], depth: int, lines: int, low: int, high: int, limit: Limit) -> list[int]:
        """The values of root decisions searched so deep, as far as could be finished; see `alphabeta.sweep`."""
        codes = np.array([root.code for root in roots], np.uint64)
        values = np.zeros(len(roots), np.int64)
        done = alphabeta.sweep(
            *self.arena, limit.control, codes, values, depth, lines, max(low, -FAR), min(high, FAR), *self.rules
        )
        return [int(value) for value in values[:done]]

    def _deepen(self, roots: list[Root], depth: int, lines: int, limit: Limit) -> bool:
        """Search the root decisions so deep; whether that could be finished. The best come first then."""
        width = max(2, int(WINDOW * self.rulebook.judgement.scale))
        low, high = -FAR, FAR
        if lines == 1 and depth > 3 and abs(roots[0].value) < SURE:
            low, high = roots[0].value - width, roots[0].value + width
        while True:
            values = self._sweep(roots, depth, lines, low, high, limit)
            best = max(values, default=-FAR)
            complete = len(values) == len(roots) or best >= high
            if best > low:
                self._reorder(roots, values, lines, low)
            if not complete or low < best < high:
                return complete
            # The window was wrong: open it on that side.
            width *= 4
            low = low if best > low else best - width if width < 8 * self.rulebook.judgement.scale else -FAR
            high = high if best < high else best + width if width < 8 * self.rulebook.judgement.scale else FAR

    def _reorder(self, roots: list[Root], values: list[int], lines: int, low: int) -> None:
        """The best first; the others keep their order, where bounds would only shuffle them."""
        ranking = sorted(range(len(values)), key=lambda number: -values[number])[:lines]
        best = [Root(values[number], roots[number].code) for number in ranking if values[number] > low]
        chosen = {root.code for root in best}
        roots[:] = best + [root for root in roots if root.code not in chosen]

    def _settle(self, roots: list[Root], lines: int, limit: Limit) -> None:
        """Find the exact distances of proven wins and losses: first the best of all, then those of the other lines."""
        limit.control[QUOTA] = 2 * limit.nodes + HUNTING
        for number in range(lines):
            if abs(roots[number].value) >= SURE:
                # Any decision might turn out to be the best one; the other lines are looked at by themselves.
                line = roots[:] if number == 0 else [roots[number]]
                self._hunt(line, limit)
                roots[:] = line if number == 0 else [*roots[:number], line[0], *roots[number + 1 :]]
        roots[:lines] = sorted(roots[:lines], reverse=True)
        limit.control[QUOTA] = 0

    def _hunt(self, roots: list[Root], limit: Limit) -> None:
        """Ask at full width whether the best value can be beaten or not even be reached, until neither holds."""
        while True:
            value = roots[0].value
            distance = WIN - abs(value)
            if value == WIN - 1:
                roots[0].settled = True
                return
            values = self._sweep(roots, distance, 1, value - 1, value + 1, limit)
            best = max(values, default=-FAR)
            if len(values) < len(roots) and best <= value:
                return
            number = values.index(best)
            roots.insert(0, Root(best, roots.pop(number).code, settled=best == value))
            if best == value:
                return

    def _analysis(self, view: View, player: int, roots: list[Root], depth: int, limit: Limit) -> Analysis:
        scale = self.rulebook.judgement.scale
        candidates = [
            Candidate(
                Move(view.game, root.code),
                chance_of(root.value, scale),
                self._line(view, player, root.code),
                proven=abs(root.value) >= SURE,
                distance=WIN - abs(root.value) if root.settled else None,
            )
            for root in roots
        ]
        return Analysis(player, tuple(candidates), depth, limit.nodes, limit.elapsed)

    def _line(self, view: View, player: int, code: int) -> tuple[Move, ...]:
        """The expected line, read from the table as far as it reaches."""
        moves, play = self.rules[:2]
        state = np.array(view.words, np.uint64)
        line = [Move(view.game, code)]
        play(state, np.uint64(player), np.uint64(code))
        out = self.arena[1][0]
        while int(state[0]) & 0xFF and len(line) < DEEPEST:
            actor = np.uint64(0 if int(state[0]) & 1 else 1)
            legal = out[: moves(state, actor, out)]
            next_ = np.uint64(alphabeta.expected(state, self.table, self.masks, self.nears, np.uint64(self.age)))
            if next_ not in legal:
                break
            line.append(Move(view.game, int(next_)))
            play(state, actor, next_)
        return tuple(line)


THINKER = Deepening
