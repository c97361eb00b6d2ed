"""Iterative deepening: alpha-beta search from the root, one ply deeper each time, until the limit."""

from __future__ import annotations

import importlib
import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludotheque.arrays import WORD, empty, full, integers, word, words, zeros
from ludotheque.engine.alphabeta.kernels import search_root, table_move
from ludotheque.engine.alphabeta.ordering import all_quiet
from ludotheque.engine.alphabeta.workspace import FAR, MAX_PLY, SURE, TRUSTED, WIN, Memory, Settings, Stack
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.chance import chance_of
from ludotheque.engine.engine import Engine, Progress
from ludotheque.engine.expected_line import expected_line
from ludotheque.engine.limit import Limit
from ludotheque.engine.ordering import HISTORY_SIZE
from ludotheque.position import Move, View
from ludotheque.rulebook import Rulebook

if TYPE_CHECKING:
    from ludotheque.kernel import Words

TABLE_SIZE = 1 << 20
"""Entries of the transposition table, 24 bytes each."""
ASPIRATION = 0.25
"""Half the width of the aspiration window, as a part of the game's scale."""
PROOF_NODES = 400_000
"""Nodes that the exact distance of a proven win or loss may cost, beyond as many as went before."""
ALL_BITS = 2**64 - 1


@dataclass(order=True)
class RootMove:
    """A move at the root with its value, which is a bound when the move is not among the best."""

    value: int
    code: int = field(compare=False)
    settled: bool = field(compare=False, default=False)
    """Whether the value is proven, distance included."""


class AlphaBeta(Engine):
    """Alpha-beta search for two players in a game without secrets.

    A game's `evaluate.py` may add to its evaluation:

    - `order_moves`: a kernel that scores tactical moves, see `ordering.ORDERING`;
    - `PATIENCE`: the count at which a word of `COUNTERS` ends the game;
    - `PASSES`: whether having to move is never a disadvantage, so that null move pruning is sound.
    """

    def __init__(self, rulebook: Rulebook, entries: int = TABLE_SIZE) -> None:
        super().__init__(rulebook)
        evaluation = importlib.import_module(f"{rulebook.package}.evaluate")
        kernels = rulebook.rules.kernels
        order_moves = getattr(evaluation, "order_moves", all_quiet)
        self.rules = (kernels.moves, kernels.play, rulebook.rules.evaluation.evaluate, order_moves)
        plies = MAX_PLY + 2
        # One place more than needed: a list that is full to the end may lack moves.
        width = rulebook.rules.usual_moves + 1
        self.stack = Stack(
            states=zeros((plies, rulebook.rules.state_size)),
            moves=zeros((plies, width)),
            scores=zeros((plies, width)),
        )
        self.memory = Memory(
            table=zeros((entries, 3)),
            history=zeros((2, HISTORY_SIZE)),
            killers=zeros((plies, 2)),
            masks=full(rulebook.rules.state_size, ALL_BITS),
            nears=full(rulebook.rules.state_size, ALL_BITS),
        )
        for counter in rulebook.rules.evaluation.counters:
            self.memory.masks[counter] = 0
            self.memory.nears[counter] = getattr(evaluation, "PATIENCE", 2**63) - TRUSTED
        self.null_move = bool(getattr(evaluation, "PASSES", False))
        self.age = 0

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
        player = view.player
        assert player is not None
        roots = [RootMove(0, code) for code in self._root_moves(view, player)]
        random.Random(seed).shuffle(roots)
        self._prepare(view, timeless=depth is not None or limit.seconds is None)
        lines = max(1, min(lines, len(roots)))
        reached = 0
        for deeper in range(1, min(depth or MAX_PLY, MAX_PLY) + 1):
            if not self._deepen(roots, deeper, lines, limit):
                break
            reached = deeper
            if progress:
                progress(self._analysis(view, player, roots[:lines], reached, limit))
            if all(abs(root.value) >= SURE for root in roots[:lines]):
                break
        self._settle(roots, lines, limit)
        return self._analysis(view, player, roots[:lines], reached, limit)

    def _root_moves(self, view: View, player: int) -> list[int]:
        """The moves at the root; where they are more than a usual list holds, the most tactical ones."""
        state, actor, out = words(view.state), word(player), self.stack.moves[0]
        moves, _, _, order_moves = self.rules
        codes = out[: moves(state, actor, out)]
        room = self.rulebook.rules.usual_moves
        if len(codes) > room:
            # A list that is cut short may hold moves that are not legal.
            codes = view._codes(player)
            scores = empty(len(codes), WORD)
            order_moves(state, actor, codes, len(codes), scores)
            ranking = sorted(zip(scores.tolist(), codes.tolist(), strict=True), key=lambda ranked: -ranked[0])
            return [code for _, code in ranking[:room]]
        return codes.tolist()

    def _prepare(self, view: View, timeless: bool) -> None:
        """Set up stack and memory. Without a clock the answer must not depend on earlier searches."""
        self.stack.states[0] = view.state
        if timeless:
            self.memory.history[:] = 0
        else:
            self.memory.history[:] >>= word(3)
        self.memory.killers[:] = 0
        if timeless:
            # Lookups miss entries of another age: the table is as good as empty.
            self.age = (self.age + 1) % 2**16
            if self.age == 0:
                self.memory.table[:] = 0

    def _search_root(
        self, roots: list[RootMove], depth: int, lines: int, low: int, high: int, limit: Limit
    ) -> list[int]:
        """The values of root moves, as far as the search could be finished; see `kernels.search_root`."""
        codes = words([root.code for root in roots])
        values = integers(len(roots))
        settings = Settings(
            control=limit.control,
            null_move=self.null_move,
            margin=int(self.rulebook.rules.evaluation.scale),
            age=word(self.age),
        )
        done = search_root(
            codes, values, depth, lines, max(low, -FAR), min(high, FAR), self.stack, self.memory, settings, *self.rules
        )
        return [int(value) for value in values[:done]]

    def _deepen(self, roots: list[RootMove], depth: int, lines: int, limit: Limit) -> bool:
        """Search the root moves to this depth, best first afterwards; whether that could be finished."""
        scale = self.rulebook.rules.evaluation.scale
        width = max(2, int(ASPIRATION * scale))
        low, high = -FAR, FAR
        # Step 1. Aspiration window around the last value.
        if lines == 1 and depth > 3 and abs(roots[0].value) < SURE:
            low, high = roots[0].value - width, roots[0].value + width
        while True:
            # Step 2. Search, and put the best moves first.
            values = self._search_root(roots, depth, lines, low, high, limit)
            best = max(values, default=-FAR)
            complete = len(values) == len(roots) or best >= high
            if best > low:
                self._reorder(roots, values, lines, low)
            if not complete or low < best < high:
                return complete
            # Step 3. The value lies outside the window: widen it on that side.
            width *= 4
            low = low if best > low else best - width if width < 8 * scale else -FAR
            high = high if best < high else best + width if width < 8 * scale else FAR

    def _reorder(self, roots: list[RootMove], values: list[int], lines: int, low: int) -> None:
        """The best first. The others keep their order, because bounds would only shuffle them."""
        ranking = sorted(range(len(values)), key=lambda number: -values[number])[:lines]
        best = [RootMove(values[number], roots[number].code) for number in ranking if values[number] > low]
        chosen = {root.code for root in best}
        roots[:] = best + [root for root in roots if root.code not in chosen]

    def _settle(self, roots: list[RootMove], lines: int, limit: Limit) -> None:
        """Find the exact distances of proven wins and losses: first of the best move, then of the other lines."""
        limit.allow(limit.nodes + PROOF_NODES)
        for number in range(lines):
            if abs(roots[number].value) >= SURE:
                # Any move might turn out to be the best. The other lines are searched one at a time.
                line = roots[:] if number == 0 else [roots[number]]
                self._proof_search(line, limit)
                roots[:] = line if number == 0 else [*roots[:number], line[0], *roots[number + 1 :]]
        roots[:lines] = sorted(roots[:lines], reverse=True)
        limit.allow(None)

    def _proof_search(self, roots: list[RootMove], limit: Limit) -> None:
        """Ask whether the best value can be beaten, or not even be reached, until neither is so."""
        while True:
            value = roots[0].value
            distance = WIN - abs(value)
            if value == WIN - 1:
                roots[0].settled = True
                return
            values = self._search_root(roots, distance, 1, value - 1, value + 1, limit)
            best = max(values, default=-FAR)
            if len(values) < len(roots) and best <= value:
                return
            number = values.index(best)
            roots.insert(0, RootMove(best, roots.pop(number).code, settled=best == value))
            if best == value:
                return

    def _analysis(self, view: View, player: int, roots: list[RootMove], depth: int, limit: Limit) -> Analysis:
        candidates = [
            Candidate(
                Move(view.game, root.code),
                self._chance(root.value),
                self._line(view, player, root.code),
                proven=abs(root.value) >= SURE,
                distance=WIN - abs(root.value) if root.settled else None,
            )
            for root in roots
        ]
        return Analysis(view, tuple(candidates), depth, limit.nodes, limit.elapsed)

    def _chance(self, value: int) -> float:
        """The winning chance that a value promises; proven wins and losses exactly."""
        if abs(value) >= SURE:
            return 1.0 if value > 0 else 0.0
        return chance_of(value, self.rulebook.rules.evaluation.scale)

    def _line(self, view: View, player: int, code: int) -> tuple[Move, ...]:
        """The principal variation after a move, read from the table."""
        moves, out = self.rules[0], self.stack.moves[0]

        def reply(state: Words, player: int) -> int | None:
            move = word(table_move(state, self.memory, word(self.age)))
            return int(move) if move in out[: moves(state, word(player), out)] else None

        return expected_line(view.game, view.state, player, code, reply)
