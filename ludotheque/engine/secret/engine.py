"""Search where attacks are aimed and guarded in secret. An attack is a matrix game, solved at every node.

A game's `stakes.py` says what is secret, as kernels:

    open_moves   the moves of a turn that hide nothing
    stakes       the targets of an attack and the two outcomes of each, see `kernels.STAKES`
    pending      whether an attack waits for its defence
    cover        the move that guards certain targets
    choosing     whether both players choose at the same time

For the last case `repertoire.toml` holds moves and how often to play each.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from math import log
from typing import TYPE_CHECKING

from ludotheque.arrays import WORD, empty, full, integers, reals, word, words, zeros
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.engine import Engine, Progress
from ludotheque.engine.expected_line import expected_line
from ludotheque.engine.limit import Limit
from ludotheque.engine.ordering import HISTORY_SIZE
from ludotheque.engine.secret.kernels import search_root, table_move
from ludotheque.engine.secret.matrix_game import guard_sets, shares
from ludotheque.engine.secret.matrix_kernels import solve
from ludotheque.engine.secret.workspace import ATTACK_CODE, MAX_PLY, SURE, WIN, Settings, Workspace
from ludotheque.kernel_loading import load_kernels
from ludotheque.position import Move, View
from ludotheque.rulebook import Rulebook
from ludotheque.texts import say

if TYPE_CHECKING:
    from ludotheque.kernel import Words

TABLE_SIZE = 1 << 18
"""Entries of the transposition table, 24 bytes each."""
SHALLOW, SMALL_TABLE = 3, 1 << 12
"""Searches that go no deeper use this number of entries: clearing the whole table would take longer."""


@dataclass
class MatrixGame:
    """The matrix game of an attack, solved: what each target is worth to the attacker bare and held."""

    codes: list[int]
    bare: list[float]
    held: list[float]
    aims: list[float]
    guards: int
    value: float

    @property
    def shares(self) -> list[float]:
        """How often to guard each target."""
        return shares(self.bare, self.held, self.guards, self.value)

    def outcomes(self, guarded: frozenset[int]) -> list[float]:
        """What each target is worth to the attacker when these are guarded."""
        return [self.held[i] if i in guarded else self.bare[i] for i in range(len(self.codes))]


@dataclass
class RootMove:
    """A move at the root, or an attack with its matrix game. The value is a bound when it is not among the best."""

    value: int
    code: int
    matrix_game: MatrixGame | None = None


@dataclass(frozen=True)
class RepertoireMove:
    """A move of the repertoire: how often to play it, and what its player may expect."""

    player: int
    code: int
    weight: float
    chance: float


def read_repertoire(rulebook: Rulebook) -> list[RepertoireMove]:
    """What the game's folder recommends, under the chosen options, where both players choose at the same time."""
    source = resources.files(rulebook.package).joinpath("repertoire.toml")
    data = tomllib.loads(source.read_text("utf-8")) if source.is_file() else {}
    return [
        RepertoireMove(entry["player"], rulebook.notation.read(move), weight, entry["chance"])
        for entry in data.get("repertoire", [])
        if entry["options"].items() <= rulebook.options.items()
        for move, weight in entry["moves"].items()
    ]


class Secret(Engine):
    """Alpha-beta search with a matrix game for every attack, for two players."""

    def __init__(self, rulebook: Rulebook, entries: int = TABLE_SIZE) -> None:
        super().__init__(rulebook)
        self.stakes = load_kernels(f"{rulebook.package}.stakes", say("compile.evaluation", game=rulebook.title))
        most, width = self.stakes.MAX_TARGETS, self.stakes.MAX_OPEN_MOVES
        plies = MAX_PLY + 3
        self.table: Words = zeros((entries, 3))
        self.workspace = Workspace(
            states=zeros((plies, rulebook.rules.state_size)),
            moves=zeros((plies, width)),
            scores=zeros((plies, width)),
            outcomes=zeros((plies * 2 * most, rulebook.rules.state_size)),
            matrices=reals((plies * 3, most)),
            table=self.table,
            history=zeros((2, HISTORY_SIZE)),
            killers=zeros(plies),
            masks=full(rulebook.rules.state_size, 2**64 - 1),
        )
        for counter in rulebook.rules.evaluation.counters:
            self.workspace.masks[counter] = 0
        self.repertoire = read_repertoire(rulebook)
        self.rate = log(3) / 2 / rulebook.rules.evaluation.scale

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
        state = words(view.state)
        if self.stakes.choosing(state):
            return Analysis(view, self._from_repertoire(view, player, state, seed), 0, 0, limit.elapsed)
        max_depth = MAX_PLY if depth is None else min(depth, MAX_PLY)
        self._prepare(max_depth)
        if self.stakes.pending(state):
            return self._defend(view, player, state, limit, max_depth, progress)
        return self._take_turn(view, player, state, limit, max_depth, lines, seed, progress)

    def _prepare(self, max_depth: int) -> None:
        """Forget earlier searches."""
        table = self.table[:SMALL_TABLE] if max_depth <= SHALLOW else self.table
        self.workspace = self.workspace._replace(table=table)
        self.workspace.table[:] = 0
        self.workspace.history[:] = 0
        self.workspace.killers[:] = 0

    # Both players choose at the same time.

    def _from_repertoire(self, view: View, player: int, state: Words, seed: int) -> tuple[Candidate, ...]:
        """The repertoire; where none of it is legal here, any move."""
        out = empty(self.rulebook.rules.max_moves, WORD)
        legal = out[: self.rulebook.rules.kernels.moves(state, word(player), out)].tolist()
        known = [move for move in self.repertoire if move.player == player and move.code in legal]
        if not known:
            known = [RepertoireMove(player, random.Random(seed).choice(legal), 1.0, 0.5)]
        total = sum(move.weight for move in known)
        ranked = [(Move(view.game, each.code), each) for each in sorted(known, key=lambda each: -each.weight)]
        return tuple(Candidate(move, each.chance, (move,), each.weight / total) for move, each in ranked)

    # What turns and defences share.

    def _deepen(self, state: Words, attacker: int, roots: list[RootMove], depth: int, lines: int, limit: Limit) -> bool:
        """Search the root moves to this depth, best first afterwards; whether that could be finished."""
        codes = words([root.code for root in roots])
        values = integers(len(roots))
        rules = self.rulebook.rules
        finished = search_root(
            state, word(attacker), codes, values, depth, lines, self.workspace, Settings(limit.control, self.rate),
            self.stakes.open_moves, rules.kernels.play, rules.evaluation.evaluate, self.stakes.stakes,
        )  # fmt: skip
        done = [RootMove(int(values[number]), roots[number].code) for number in range(finished)]
        for root in done:
            root.matrix_game = self._matrix_game(state, attacker) if root.code == ATTACK_CODE else None
        roots[:] = sorted(done, key=lambda root: -root.value) + roots[finished:]
        return finished == len(roots)

    def _matrix_game(self, state: Words, attacker: int) -> MatrixGame:
        """The matrix game that `search_root` has left in the workspace."""
        aims_out = self.workspace.moves[0]
        room = 2 * self.stakes.MAX_TARGETS
        targets = self.stakes.stakes(state, word(attacker), aims_out, self.workspace.outcomes[:room])
        guards = int(aims_out[targets])
        bare, held, aims = (self.workspace.matrices[row, :targets].copy() for row in range(3))
        value = solve(bare, held, targets, guards, aims)
        codes = aims_out[:targets].tolist()
        return MatrixGame(codes, bare.tolist(), held.tolist(), aims.tolist(), guards, value)

    # A defence.

    def _defend(
        self, view: View, player: int, state: Words, limit: Limit, max_depth: int, progress: Progress | None
    ) -> Analysis:
        """Guard sets in the mixture that holds the attacker down, whatever the target."""
        roots, reached = [RootMove(0, ATTACK_CODE)], 0
        for depth in range(max_depth + 1):
            before = limit.nodes
            if not self._deepen(state, 1 - player, roots, depth, 1, limit):
                break
            reached = depth
            if depth and progress:
                progress(self._defence(view, player, state, roots[0].matrix_game, reached, limit))
            # Nothing is left to search when the game is decided, or over after this move.
            if depth and (abs(roots[0].value) >= SURE or limit.nodes == before):
                break
        return self._defence(view, player, state, roots[0].matrix_game, reached, limit)

    def _defence(
        self, view: View, player: int, state: Words, game: MatrixGame | None, depth: int, limit: Limit
    ) -> Analysis:
        assert game
        proven = abs(game.value) >= SURE
        candidates = []
        for guarded, weight in guard_sets(game.shares):
            move = Move(view.game, self._cover(state, player, guarded))
            distance = distance_of(game.outcomes(guarded)) if proven else None
            candidates.append(Candidate(move, chance_of(-game.value), (move,), weight, proven, distance))
        return Analysis(view, tuple(candidates), depth, limit.nodes, limit.elapsed)

    def _cover(self, state: Words, player: int, guarded: frozenset[int]) -> int:
        chosen = sum(1 << number for number in guarded)
        return int(self.stakes.cover(state, word(player), word(chosen)))

    # A turn.

    def _take_turn(
        self,
        view: View,
        player: int,
        state: Words,
        limit: Limit,
        max_depth: int,
        lines: int,
        seed: int,
        progress: Progress | None,
    ) -> Analysis:
        """Open moves and the attack, as far as there is one."""
        roots = self._root_moves(state, player)
        random.Random(seed).shuffle(roots)
        lines, reached = max(lines, 1), 0
        for depth in range(max_depth + 1):
            before = limit.nodes
            if not self._deepen(state, player, roots, depth, lines, limit):
                break
            reached = depth
            if depth and progress:
                progress(self._turn(view, player, roots[:lines], reached, limit))
            if depth and (all(abs(root.value) >= SURE for root in roots[:lines]) or limit.nodes == before):
                break
        return self._turn(view, player, roots[:lines], reached, limit)

    def _turn(self, view: View, player: int, roots: list[RootMove], depth: int, limit: Limit) -> Analysis:
        candidates: list[Candidate] = []
        mixed = roots[0].matrix_game is not None
        for root in roots:
            if root.matrix_game:
                candidates += self._targets(view, root.matrix_game)
            else:
                candidates.append(self._open_move(view, player, root, mixed))
        return Analysis(view, tuple(candidates), depth, limit.nodes, limit.elapsed)

    def _root_moves(self, state: Words, player: int) -> list[RootMove]:
        listed = self.workspace.moves[0]
        move_count = self.stakes.open_moves(state, word(player), listed)
        roots = [RootMove(0, code) for code in listed[:move_count].tolist()]
        if self.stakes.stakes(state, word(player), listed, self.workspace.outcomes):
            roots.append(RootMove(0, ATTACK_CODE))
        return roots

    def _open_move(self, view: View, player: int, root: RootMove, mixed: bool) -> Candidate:
        return Candidate(
            Move(view.game, root.code),
            chance_of(root.value),
            self._line(view, player, root.code),
            weight=0.0 if mixed else None,
            proven=abs(root.value) >= SURE,
            distance=distance_of([root.value]),
        )

    def _line(self, view: View, player: int, code: int) -> tuple[Move, ...]:
        """The principal variation from the table, until it ends or an attack comes, whose target is a secret."""
        out = self.workspace.moves[0]

        def reply(state: Words, player: int) -> int | None:
            move = word(table_move(state, self.workspace))
            return int(move) if move in out[: self.stakes.open_moves(state, word(player), out)] else None

        return expected_line(view.game, view.state, player, code, reply)

    def _targets(self, view: View, game: MatrixGame) -> list[Candidate]:
        """The targets of an attack, the most frequent first, each with its chance against the best guards."""
        targets = []
        for number, share in enumerate(game.shares):
            value = game.bare[number] - share * (game.bare[number] - game.held[number])
            move = Move(view.game, game.codes[number])
            proven = abs(value) >= SURE
            distance = distance_of([game.bare[number], game.held[number]]) if proven else None
            targets.append(Candidate(move, chance_of(value), (move,), game.aims[number], proven, distance))
        return sorted(targets, key=lambda candidate: -(candidate.weight or 0.0))


def chance_of(value: float) -> float:
    """The winning chance that a value promises, from 0 to 1; proven wins and losses exactly."""
    if abs(value) >= SURE:
        return 1.0 if value > 0 else 0.0
    return (value / WIN + 1) / 2


def distance_of(outcomes: Sequence[float]) -> int | None:
    """Within how many moves the game ends if all these outcomes decide it the same way, else None."""
    if min(outcomes) < SURE and max(outcomes) > -SURE:
        return None
    return WIN - int(min(map(abs, outcomes)))
