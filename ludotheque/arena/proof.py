"""Proofs: what surely comes of each decision of a player, as far as a search can show it.

Where the end of a game is within reach of the exact solver, that settles every decision; elsewhere the proofs of the
game's own way of searching do, so many decisions (or turns) deep. What the opponent holds in secret is not known to
who decides: then only what holds in every position that it may be is sure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.limit import Limit
from ludotheque.engine.solver import TABLE, Solver
from ludotheque.engine.thinker import thinker_for
from ludotheque.engine.tree import Tree
from ludotheque.position import Game, Move, Position
from ludotheque.record import Record
from ludotheque.rulebook import Rulebook

WON, DRAWN, LOST = 1.0, 0.5, 0.0
LITTLE = 28
"""Games of which so few are ahead (as a power of two) can be solved even where the folder does not say so."""
SOLVE_NODES = 3_000_000


@dataclass(frozen=True)
class Verdict:
    """What surely comes of a decision for who takes it; None: nothing is proven. `distance`: within how many more."""

    move: Move
    result: float | None
    distance: int | None = None
    world: Move | None = None
    """The opponent's secret decision against which it does worst, where there is one."""
    line: tuple[Move, ...] = ()
    """What the search expects to follow."""


class Ending(Solver):
    """The exact solver with room for any game of two that is short enough to be solved near its end."""

    def __init__(self, rulebook: Rulebook) -> None:
        super().__init__(rulebook)
        self.reach = self.solvable or LITTLE
        if not self.solvable:
            self.lists = np.zeros((len(self.states), rulebook.most_moves), np.uint64)
            self.ranks = np.zeros_like(self.lists)
            self.table = np.zeros((TABLE, 2), np.uint64)


class Prover:
    """Proves decisions of one game with its options; the same question gets the same answer."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.thinker = thinker_for(game.rulebook)
        self.ending = Ending(game.rulebook) if isinstance(self.thinker, Tree) else None
        self._hopes: dict[tuple[Position, int], float] = {}
        self._known: dict[tuple[Position, int], tuple[float | None, int | None]] = {}

    def verdicts(self, record: Record, depth: int) -> list[Verdict]:
        """All decisions of the player who is to act, in the order of the rules; none where nothing can be proven."""
        position = record.final
        player = position.to_act[0]
        if position.view(player).words != position.words:
            return self._blind(record, player, max(1, depth - 1))
        legal = position.legal_moves(player)
        if self.ending:
            return self._solved(position, player, legal)
        analysis = self._think(position, player, depth, len(legal))
        found = {
            candidate.move: Verdict(
                candidate.move,
                candidate.chance if candidate.proven else None,
                candidate.distance,
                line=candidate.line[1:],
            )
            for candidate in analysis.candidates
        }
        return [found.get(move) or Verdict(move, None) for move in legal]

    def singular(self, record: Record, depth: int) -> bool:
        """Whether the best decision may differ from all others in what is proven: a quick look, before `verdicts`."""
        position = record.final
        player = position.to_act[0]
        if self.ending or position.view(player).words != position.words:
            return True
        first, second = self._think(position, player, depth, 2).candidates[:2]
        return (first.proven and first.chance == WON) > (second.proven and second.chance == WON) or (
            second.proven and second.chance == LOST
        ) > (first.proven and first.chance == LOST)

    def _think(self, position: Position, player: int, depth: int, lines: int) -> Analysis:
        with Limit() as limit:
            return self.thinker.think(position.view(player), limit, depth=depth, lines=lines)

    def _solved(self, position: Position, player: int, legal: Sequence[Move]) -> list[Verdict]:
        assert self.ending
        state = np.array(position.words, np.uint64)
        if self.ending.bits(state) > self.ending.reach:
            return []
        self.ending.forget()
        with Limit() as limit:
            solutions = self.ending._results(state, player, limit, SOLVE_NODES) or []
        found = {
            solution.code: Verdict(Move(self.game, solution.code), solution.result / 2, solution.span)
            for solution in solutions
        }
        return [found.get(move.code) or Verdict(move, None) for move in legal] if solutions else []

    def _blind(self, record: Record, player: int, depth: int) -> list[Verdict]:
        """What is sure whatever the opponent has chosen."""
        worlds = possible(record, player)
        found = []
        for move in record.final.legal_moves(player):
            results = [(self.result(world.final.play(move, player), player, depth), world) for world in worlds]
            (result, distance), worst = min(results, key=lambda one: _rank(one[0]))
            found.append(Verdict(move, result, distance and distance + 1, worst.decisions[-1].move))
        return found

    def result(self, position: Position, player: int, depth: int) -> tuple[float | None, int | None]:
        """What surely comes of a position for a player, and within how many decisions."""
        if position.returns is not None:
            return (position.returns[player] + 1) / 2, 0
        actor = position.to_act[0]
        key = (position, depth)
        if key not in self._known:
            self._known[key] = self._outlook(position, actor, depth)
        result, distance = self._known[key]
        return (result, distance) if result is None or actor == player else (1 - result, distance)

    def _outlook(self, position: Position, actor: int, depth: int) -> tuple[float | None, int | None]:
        """What the best decision surely brings to who takes it."""
        if self.ending:
            verdicts = self._solved(position, actor, position.legal_moves(actor))
            best = max(verdicts, key=_merit, default=None)
            return (best.result, best.distance) if best else (None, None)
        found = self._think(position, actor, depth, 1).best
        return (found.chance, found.distance) if found.proven else (None, None)

    def best(self, record: Record, depth: int) -> Move:
        """The decision that serves the player who is to act best: a quick win, or the longest resistance."""
        position = record.final
        player = position.to_act[0]
        if self.ending:
            return max(self.verdicts(record, depth), key=_merit).move
        if position.view(player).words == position.words:
            return self._think(position, player, depth, 1).best.move
        # Whoever shows why something fails may know what is secret.
        legal = position.legal_moves(player)
        return min(legal, key=lambda move: self.hope(position.play(move, player), 1 - player, depth))

    def hope(self, position: Position, player: int, depth: int) -> float:
        """What a player may expect of a position."""
        if position.returns is not None:
            return (position.returns[player] + 1) / 2
        actor = position.to_act[0]
        key = (position, min(depth, 2))
        if key not in self._hopes:
            self._hopes[key] = self._think(position, actor, min(depth, 2), 1).chance
        return self._hopes[key] if actor == player else 1 - self._hopes[key]

    def glance(self, record: Record) -> Move:
        """What a player who looks no further than a step would choose."""
        position = record.final
        return self._think(position, position.to_act[0], 1, 1).best.move


def _rank(told: tuple[float | None, int | None]) -> float:
    """Better is larger; what is not proven lies between a loss and a draw."""
    return 0.25 if told[0] is None else told[0]


def _merit(verdict: Verdict) -> tuple[float, int]:
    """Quick wins, then what is open, then draws, then long losses."""
    distance = verdict.distance or 0
    return (0.6 if verdict.result is None else verdict.result, -distance if verdict.result == WON else distance)


def possible(record: Record, player: int) -> list[Record]:
    """Every game that may have been played, for all that this player knows of the opponent's last decision."""
    seen, last = record.final.view(player), record.decisions[-1]
    before = replay(record, len(record.decisions) - 1)
    others: Iterable[Record] = (before.play(move, last.player) for move in before.final.legal_moves(last.player))
    return [other for other in others if other.final.view(player) == seen]


def replay(record: Record, plies: int, since: int = 0) -> Record:
    """The game as it was after so many decisions, told from an earlier moment on."""
    found = Record(record.positions[since])
    for step in record.decisions[since:plies]:
        found = found.play(step.move, step.player)
    return found
