"""Proofs: the certain result of each move of a player, as far as a search can show it.

Where the game's engine has an exact solver, the solver settles every move within its reach. Elsewhere the proofs of the
engine's own search do, to a given depth. A player does not know what the opponent holds in secret. Then a result is
certain only if it holds in every position that is possible for all that the player knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.engine import engine_for
from ludotheque.engine.limit import Limit
from ludotheque.position import Game, Move, Position
from ludotheque.record import Record

WON, DRAWN, LOST = 1.0, 0.5, 0.0
SOLVER_NODES = 3_000_000


@dataclass(frozen=True)
class Verdict:
    """The certain result of a move for its player, None if nothing is proven, and within how many moves it comes."""

    move: Move
    result: float | None
    distance: int | None = None
    world: Move | None = None
    """The opponent's secret move against which it does worst, where there is one."""
    line: tuple[Move, ...] = ()
    """What the search expects to follow."""


class Prover:
    """Proves moves of one game with its options. The same question gets the same answer."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.engine = engine_for(game.rulebook)
        self.solver = self.engine.ending_solver()
        self._chances: dict[tuple[Position, int], float] = {}
        self._results: dict[tuple[Position, int], tuple[float | None, int | None]] = {}

    def verdicts(self, record: Record, depth: int) -> list[Verdict]:
        """All moves of the player to move, in the order of the rules; none where nothing can be proven."""
        position = record.final
        player = position.to_act[0]
        if position.view(player).state != position.state:
            return self._in_all_worlds(record, player, max(1, depth - 1))
        legal = position.legal_moves(player)
        if self.solver:
            return self._solved(position, player, legal)
        analysis = self._search(position, player, depth, len(legal))
        verdicts = {
            candidate.move: Verdict(
                candidate.move,
                candidate.chance if candidate.proven else None,
                candidate.distance,
                line=candidate.line[1:],
            )
            for candidate in analysis.candidates
        }
        return [verdicts.get(move) or Verdict(move, None) for move in legal]

    def singular(self, record: Record, depth: int) -> bool:
        """Whether the best move may differ from all others in what is proven: a quick check before `verdicts`."""
        position = record.final
        player = position.to_act[0]
        if self.solver or position.view(player).state != position.state:
            return True
        first, second = self._search(position, player, depth, 2).candidates[:2]
        return (first.proven and first.chance == WON) > (second.proven and second.chance == WON) or (
            second.proven and second.chance == LOST
        ) > (first.proven and first.chance == LOST)

    def _search(self, position: Position, player: int, depth: int, lines: int) -> Analysis:
        with Limit() as limit:
            return self.engine.search(position.view(player), limit, depth=depth, lines=lines)

    def _solved(self, position: Position, player: int, legal: Sequence[Move]) -> list[Verdict]:
        assert self.solver
        state = np.array(position.state, np.uint64)
        if not self.solver.in_reach(state):
            return []
        self.solver.forget()
        with Limit() as limit:
            solutions = self.solver.results(state, player, limit, SOLVER_NODES) or []
        verdicts = {
            solution.code: Verdict(Move(self.game, solution.code), solution.result / 2, solution.span)
            for solution in solutions
        }
        return [verdicts.get(move.code) or Verdict(move, None) for move in legal] if solutions else []

    def _in_all_worlds(self, record: Record, player: int, depth: int) -> list[Verdict]:
        """What is certain whatever the opponent has chosen in secret."""
        worlds = possible(record, player)
        verdicts = []
        for move in record.final.legal_moves(player):
            results = [(self.result(world.final.play(move, player), player, depth), world) for world in worlds]
            (result, distance), worst = min(results, key=lambda one: _rank(one[0]))
            verdicts.append(Verdict(move, result, distance and distance + 1, worst.moves[-1].move))
        return verdicts

    def result(self, position: Position, player: int, depth: int) -> tuple[float | None, int | None]:
        """The certain result of a position for a player, and within how many moves it comes."""
        if position.returns is not None:
            return (position.returns[player] + 1) / 2, 0
        actor = position.to_act[0]
        key = (position, depth)
        if key not in self._results:
            self._results[key] = self._best_result(position, actor, depth)
        result, distance = self._results[key]
        return (result, distance) if result is None or actor == player else (1 - result, distance)

    def _best_result(self, position: Position, actor: int, depth: int) -> tuple[float | None, int | None]:
        """What the best move certainly brings to its player."""
        if self.solver:
            verdicts = self._solved(position, actor, position.legal_moves(actor))
            best = max(verdicts, key=_merit, default=None)
            return (best.result, best.distance) if best else (None, None)
        candidate = self._search(position, actor, depth, 1).best
        return (candidate.chance, candidate.distance) if candidate.proven else (None, None)

    def best(self, record: Record, depth: int) -> Move:
        """The best move of the player to move: a quick win, or the longest resistance."""
        position = record.final
        player = position.to_act[0]
        if self.solver:
            return max(self.verdicts(record, depth), key=_merit).move
        if position.view(player).state == position.state:
            return self._search(position, player, depth, 1).best.move
        # The side that shows why a move fails may know what is secret.
        legal = position.legal_moves(player)
        return min(legal, key=lambda move: self.chance(position.play(move, player), 1 - player, depth))

    def chance(self, position: Position, player: int, depth: int) -> float:
        """The winning chance of a player in a position."""
        if position.returns is not None:
            return (position.returns[player] + 1) / 2
        actor = position.to_act[0]
        key = (position, min(depth, 2))
        if key not in self._chances:
            self._chances[key] = self._search(position, actor, min(depth, 2), 1).chance
        return self._chances[key] if actor == player else 1 - self._chances[key]

    def obvious_move(self, record: Record) -> Move:
        """The move of a player who looks only one move ahead."""
        position = record.final
        return self._search(position, position.to_act[0], 1, 1).best.move


def _rank(result: tuple[float | None, int | None]) -> float:
    """Better is larger; what is not proven lies between a loss and a draw."""
    return 0.25 if result[0] is None else result[0]


def _merit(verdict: Verdict) -> tuple[float, int]:
    """Better is larger: quick wins, then what is open, then draws, then long losses."""
    distance = verdict.distance or 0
    return (0.6 if verdict.result is None else verdict.result, -distance if verdict.result == WON else distance)


def possible(record: Record, player: int) -> list[Record]:
    """Every game that is possible for all that this player knows of the opponent's last move."""
    seen, last = record.final.view(player), record.moves[-1]
    before = replay(record, len(record.moves) - 1)
    others: Iterable[Record] = (before.play(move, last.player) for move in before.final.legal_moves(last.player))
    return [other for other in others if other.final.view(player) == seen]


def replay(record: Record, plies: int, since: int = 0) -> Record:
    """The game as it was after this number of moves, as a record that begins after `since` of them."""
    replayed = Record(record.positions[since])
    for played in record.moves[since:plies]:
        replayed = replayed.play(played.move, played.player)
    return replayed
