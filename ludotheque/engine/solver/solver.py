"""The exact solver as other modules use it: which positions are worth solving, and the results of their moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ludotheque.arrays import full, word, zeros
from ludotheque.engine.limit import Limit
from ludotheque.engine.solver.kernels import estimate_games, swindle, verdict
from ludotheque.engine.solver.workspace import WAYS, SolverSpace
from ludotheque.rulebook import Rulebook
from ludotheque.status import player_to_act

if TYPE_CHECKING:
    from ludotheque.kernel import Words

TABLE_SIZE = 1 << 19
"""Entries of the table, 16 bytes each."""
MAX_PLY = 128
"""No game that is worth solving takes more moves."""
SAMPLES = 20
"""Random games that an estimate is made from."""
MAX_REPLIES = 2
"""How many replies ahead a lost player looks for what the opponent may get wrong."""


class Solution(NamedTuple):
    """The result of a move for its player (0 lost, 1 drawn, 2 won), and within how many moves it comes."""

    code: int
    result: int
    span: int
    swindle: float = 0.0
    """For a lost player: the chance that an opponent who replies at random throws the win away."""

    @property
    def rank(self) -> tuple[float, ...]:
        """Better is larger: short wins, then draws, then losses that are hard for the opponent, then long ones."""
        return (self.result, self.swindle, -self.span if self.result == 2 else self.span)


class Solver:
    """The exact solver, bound to one game with its options.

    `Rulebook.solvable` says up to how many games from a position, as a power of two, it is worth solving. Where it says
    nothing, `reach` does.
    """

    def __init__(self, rulebook: Rulebook, entries: int = TABLE_SIZE, reach: int = 0) -> None:
        self.rulebook = rulebook
        self.rules, self.evaluate = rulebook.rules.kernels, rulebook.rules.evaluation.evaluate
        short = rulebook.rules.players == 2 and rulebook.rules.max_plies <= MAX_PLY
        self.reach = (rulebook.rules.solvable if short else 0) or reach
        plies = min(rulebook.rules.max_plies, MAX_PLY) + 2
        width = rulebook.rules.max_moves if self.reach else 1
        self.space = SolverSpace(
            states=zeros((plies, rulebook.rules.state_size)),
            moves=zeros((plies, width)),
            scores=zeros((plies, width)),
            table=zeros((entries if self.reach else WAYS, 2)),
            masks=full(rulebook.rules.state_size, 2**64 - 1),
        )

    def forget(self) -> None:
        """Empty the table, so that the same question gets the same answer whatever was asked before."""
        self.space.table[:] = 0

    def bits(self, state: Words) -> int:
        """The logarithm (base 2) of the number of games from a state, estimated."""
        rules, space = self.rules, self.space
        seed = word(0x9E3779B9)
        return int(
            estimate_games(state, space.states[1], space.moves[0], rules.moves, rules.pick, rules.play, SAMPLES, seed)
        )

    def in_reach(self, state: Words) -> bool:
        """Whether it is worth trying to solve this state."""
        return bool(self.reach) and self.bits(state) <= self.reach

    def plies_to_reach(self, state: Words) -> int:
        """After how many random moves a state comes within reach; -1 if it never does."""
        if not self.reach:
            return -1
        walker, rules = state.copy(), self.rules
        for ply in range(MAX_PLY):
            player = player_to_act(int(walker[0]))
            if player is None or self.in_reach(walker):
                return ply
            seed = word(0x2545F4914F6CDD1D + ply)
            move = rules.pick(walker, word(player), seed, self.space.moves[0])
            rules.play(walker, word(player), move)
        return -1

    def solve(self, state: Words, player: int, limit: Limit, nodes: int) -> list[Solution] | None:
        """All moves, best first; with a win, perhaps only some. None if there was not enough time, or nodes."""
        solutions = self.results(state, player, limit, nodes)
        if solutions and not any(solution.result for solution in solutions):
            for replies in range(1, MAX_REPLIES + 1):
                solutions = self._with_swindles(state, player, solutions, replies, limit, nodes)
        return sorted(solutions, key=lambda solution: solution.rank, reverse=True) if solutions else None

    def line(self, state: Words, player: int, code: int, limit: Limit, nodes: int) -> list[int]:
        """A move and the principal variation after it, as far as the limit lets it be known."""
        line, walker = [code], state.copy()
        self.rules.play(walker, word(player), word(code))
        while (actor := player_to_act(int(walker[0]))) is not None:
            solutions = self.results(walker, actor, limit, nodes)
            if not solutions:
                break
            best = max(solutions, key=lambda solution: solution.rank)
            line.append(best.code)
            self.rules.play(walker, word(actor), word(best.code))
        return line

    def results(self, state: Words, player: int, limit: Limit, nodes: int) -> list[Solution] | None:
        """The moves in the order of their evaluation; with a win, perhaps only some. None if not enough are solved."""
        limit.allow(nodes)
        rules, space, solutions = self.rules, self.space, []
        codes = space.moves[0, : rules.moves(state, word(player), space.moves[0])].tolist()
        for code in sorted(codes, key=lambda code: self._evaluation(state, player, code), reverse=True):
            self._play(0, state, player, code)
            known = int(verdict(0, space, limit.control, rules.moves, rules.play, self.evaluate))
            if known == 0:
                break
            result, span = known & 3, known >> 2
            solutions.append(Solution(code, result - 1 if player == 0 else 3 - result, span + 1))
        settled = len(solutions) == len(codes) or any(solution.result == 2 for solution in solutions)
        return solutions if settled else None

    def _with_swindles(
        self, state: Words, player: int, solutions: list[Solution], replies: int, limit: Limit, nodes: int
    ) -> list[Solution]:
        """Lost moves with how much they ask of the opponent; as they were if that takes too long."""
        limit.allow(nodes)
        rules, weighed = self.rules, []
        for solution in solutions:
            self._play(0, state, player, solution.code)
            chance = float(
                swindle(0, replies, word(player), self.space, limit.control, rules.moves, rules.play, self.evaluate)
            )
            if chance < 0:
                return solutions
            weighed.append(solution._replace(swindle=chance))
        return weighed

    def _play(self, row: int, state: Words, player: int, code: int) -> None:
        """Put the state after a move into a row."""
        self.space.states[row] = state
        self.rules.play(self.space.states[row], word(player), word(code))

    def _evaluation(self, state: Words, player: int, code: int) -> int:
        self._play(1, state, player, code)
        return int(self.evaluate(self.space.states[1], word(player)))
