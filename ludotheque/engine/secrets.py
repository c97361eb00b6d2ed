"""Search where attacks are aimed and met in secret: an announced attack is a cover game, never a coin or a peep.

A game's folder tells in `stakes.py` what is secret, as kernels: `open_moves` (the decisions of a turn that hide
nothing), `stakes` (the targets of an attack and the two outcomes of each), `pending` (whether an attack waits for its
defence), `cover` (the decision to guard some targets) and `choosing` (whether both players choose at once); for the
latter, `repertoire.toml` holds decisions and how often to take each.

The compiled search itself stands in `clash.py`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from math import log

import numpy as np

from ludotheque.engine.alphabeta import HISTORY
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.clash import ATTACK_CODE, DEEPEST, SURE, TABLE, WIN, deepen, reply
from ludotheque.engine.cover import Reals, guard_sets, shares, solve
from ludotheque.engine.limit import Limit
from ludotheque.engine.thinker import Thinker
from ludotheque.kernel import Words
from ludotheque.position import Move, View
from ludotheque.rulebook import Rulebook
from ludotheque.texts import say
from ludotheque.warmth import load_kernels

SHALLOW, FEW = 3, 1 << 12
"""Searches that go no deeper are done with so few entries of the table: clearing all of it would take longer."""


@dataclass
class Clash:
    """The cover game of an attack, solved: what each target is worth to the attacker bare and held."""

    codes: list[int]
    bare: list[float]
    held: list[float]
    aims: list[float]
    guards: int
    value: float

    @property
    def shares(self) -> list[float]:
        return shares(self.bare, self.held, self.guards, self.value)

    def outcomes(self, guarded: frozenset[int]) -> list[float]:
        """What each target is worth to the attacker when these are guarded."""
        return [self.held[i] if i in guarded else self.bare[i] for i in range(len(self.codes))]


@dataclass
class Root:
    """A decision at the root, or an attack with its cover game; its value is a bound when it is not among the best."""

    value: int
    code: int
    clash: Clash | None = None


@dataclass(frozen=True)
class Choice:
    """A decision of the repertoire: how often to take it, and what its player may expect then."""

    player: int
    code: int
    weight: float
    chance: float


def read_repertoire(rulebook: Rulebook) -> list[Choice]:
    """What the game's folder recommends, under the chosen options, where both players choose at once."""
    source = resources.files(rulebook.package).joinpath("repertoire.toml")
    told = tomllib.loads(source.read_text("utf-8")) if source.is_file() else {}
    return [
        Choice(entry["player"], rulebook.read(move), weight, entry["chance"])
        for entry in told.get("repertoire", [])
        if entry["options"].items() <= rulebook.options.items()
        for move, weight in entry["moves"].items()
    ]


class Secrets(Thinker):
    def __init__(self, rulebook: Rulebook, entries: int = TABLE) -> None:
        super().__init__(rulebook)
        self.stakes = load_kernels(f"{rulebook.package}.stakes", say("compile.judgement", game=rulebook.title))
        most = self.stakes.MOST_TARGETS
        plies = DEEPEST + 3
        self.states: Words = np.zeros((plies, rulebook.size), np.uint64)
        self.lists: Words = np.zeros((plies, self.stakes.MOST_OPEN), np.uint64)
        self.scores: Words = np.zeros_like(self.lists)
        self.outcomes: Words = np.zeros((plies * 2 * most, rulebook.size), np.uint64)
        self.games: Reals = np.zeros((plies * 3, most), np.float64)
        self.memory: Words = np.zeros((entries, 4), np.uint64)
        self.table = self.memory
        self.history: Words = np.zeros((2, HISTORY), np.uint64)
        self.killers: Words = np.zeros(plies, np.uint64)
        self.masks: Words = np.full(rulebook.size, 2**64 - 1, np.uint64)
        self.masks[list(rulebook.judgement.counters)] = 0
        self.repertoire = read_repertoire(rulebook)
        self.rate = log(3) / 2 / rulebook.judgement.scale

    def think(self, view: View, limit: Limit, *, depth: int | None = None, lines: int = 1, seed: int = 0) -> Analysis:
        player = view.player
        assert player is not None
        state = np.array(view.words, np.uint64)
        if self.stakes.choosing(state):
            return Analysis(player, self._recall(view, player, state, seed), 0, 0, limit.elapsed)
        deepest = DEEPEST if depth is None else min(depth, DEEPEST)
        self.table = self.memory[:FEW] if deepest <= SHALLOW else self.memory
        self.table[:] = 0
        self.history[:] = 0
        self.killers[:] = 0
        if self.stakes.pending(state):
            return self._defend(view, player, state, limit, deepest)
        return self._take_turn(view, player, state, limit, deepest, lines, seed)

    # The moment when both choose at once.

    def _recall(self, view: View, player: int, state: Words, seed: int) -> tuple[Candidate, ...]:
        """The repertoire; where it has nothing that is legal here, any decision."""
        out = np.empty(self.rulebook.most_moves, np.uint64)
        legal = out[: self.rulebook.kernels.moves(state, np.uint64(player), out)]
        found = [choice for choice in self.repertoire if choice.player == player and np.uint64(choice.code) in legal]
        if not found:
            found = [Choice(player, int(np.random.default_rng(seed).choice(legal)), 1.0, 0.5)]
        total = sum(choice.weight for choice in found)
        return tuple(
            Candidate(Move(view.game, choice.code), choice.chance, weight=choice.weight / total)
            for choice in sorted(found, key=lambda choice: -choice.weight)
        )

    # What turns and defences share.

    def _deepen(self, state: Words, attacker: int, roots: list[Root], depth: int, lines: int, limit: Limit) -> bool:
        """Search every decision so deep; whether that could be finished. The best come first then."""
        codes = np.array([root.code for root in roots], np.uint64)
        values = np.zeros(len(roots), np.int64)
        kernels = self.rulebook.kernels
        finished = deepen(
            state, np.uint64(attacker), codes, values, lines, self.states, self.lists, self.scores, self.outcomes,
            self.games, self.table, self.history, self.killers, self.masks, limit.control, depth, self.rate,
            self.stakes.open_moves, kernels.play, self.rulebook.judgement.evaluate, self.stakes.stakes,
        )  # fmt: skip
        done = [Root(int(values[number]), roots[number].code) for number in range(finished)]
        for root in done:
            root.clash = self._clash(state, attacker) if root.code == ATTACK_CODE else None
        roots[:] = sorted(done, key=lambda root: -root.value) + roots[finished:]
        return finished == len(roots)

    def _clash(self, state: Words, attacker: int) -> Clash:
        """The cover game that `deepen` has left behind."""
        room = 2 * self.stakes.MOST_TARGETS
        targets = self.stakes.stakes(state, np.uint64(attacker), self.lists[0], self.outcomes[:room])
        guards = int(self.lists[0][targets])
        bare, held, aims = self.games[:3, :targets].copy()
        value = solve(bare, held, targets, guards, aims)
        codes = self.lists[0][:targets].tolist()
        return Clash(codes, bare.tolist(), held.tolist(), aims.tolist(), guards, value)

    # A defence.

    def _defend(self, view: View, player: int, state: Words, limit: Limit, deepest: int) -> Analysis:
        """Guard sets in the mixture that holds the attacker down, whatever the target."""
        roots, reached = [Root(0, ATTACK_CODE)], 0
        for deep in range(deepest + 1):
            before = limit.nodes
            if not self._deepen(state, 1 - player, roots, deep, 1, limit):
                break
            reached = deep
            # Nothing is left to look at when the game is decided, or over after this.
            if deep and (abs(roots[0].value) >= SURE or limit.nodes == before):
                break
        clash = roots[0].clash
        assert clash
        proven = abs(clash.value) >= SURE
        candidates = []
        for guarded, weight in guard_sets(clash.shares):
            move = Move(view.game, self._cover(state, player, guarded))
            distance = distance_of(clash.outcomes(guarded)) if proven else None
            candidates.append(Candidate(move, chance_of(-clash.value), (move,), weight, proven, distance))
        return Analysis(player, tuple(candidates), reached, limit.nodes, limit.elapsed)

    def _cover(self, state: Words, player: int, guarded: frozenset[int]) -> int:
        chosen = sum(1 << number for number in guarded)
        return int(self.stakes.cover(state, np.uint64(player), np.uint64(chosen)))

    # A turn.

    def _take_turn(
        self, view: View, player: int, state: Words, limit: Limit, deepest: int, lines: int, seed: int
    ) -> Analysis:
        found = self.stakes.open_moves(state, np.uint64(player), self.lists[0])
        roots = [Root(0, code) for code in self.lists[0][:found].tolist()]
        if self.stakes.stakes(state, np.uint64(player), self.lists[0], self.outcomes):
            roots.append(Root(0, ATTACK_CODE))
        np.random.default_rng(seed).shuffle(roots)
        reached = 0
        for deep in range(deepest + 1):
            before = limit.nodes
            if not self._deepen(state, player, roots, deep, max(lines, 1), limit):
                break
            reached = deep
            if deep and (all(abs(root.value) >= SURE for root in roots[:lines]) or limit.nodes == before):
                break
        candidates: list[Candidate] = []
        mixed = roots[0].clash is not None
        for root in roots[: max(lines, 1)]:
            candidates += self._targets(view, root.clash) if root.clash else [self._open(view, player, root, mixed)]
        return Analysis(player, tuple(candidates), reached, limit.nodes, limit.elapsed)

    def _open(self, view: View, player: int, root: Root, mixed: bool) -> Candidate:
        return Candidate(
            Move(view.game, root.code),
            chance_of(root.value),
            self._line(view, player, root.code),
            weight=0.0 if mixed else None,
            proven=abs(root.value) >= SURE,
            distance=distance_of([root.value]),
        )

    def _line(self, view: View, player: int, code: int) -> tuple[Move, ...]:
        """The expected line, read from the table until it ends or an attack is due, whose target nobody can expect."""
        kernels = self.rulebook.kernels
        state, actor, out = np.array(view.words, np.uint64), np.uint64(player), self.lists[0]
        line = [Move(view.game, code)]
        kernels.play(state, actor, np.uint64(code))
        while int(state[0]) & 0xFF and len(line) < DEEPEST:
            actor = np.uint64(0 if int(state[0]) & 1 else 1)
            following = np.uint64(reply(state, self.table, self.masks))
            if following not in out[: self.stakes.open_moves(state, actor, out)]:
                break
            line.append(Move(view.game, int(following)))
            kernels.play(state, actor, following)
        return tuple(line)

    def _targets(self, view: View, clash: Clash) -> list[Candidate]:
        """An attack's targets, the most frequent first; a target's chance is what it promises against best guards."""
        found = []
        for number, share in enumerate(clash.shares):
            value = clash.bare[number] - share * (clash.bare[number] - clash.held[number])
            move = Move(view.game, clash.codes[number])
            proven = abs(value) >= SURE
            distance = distance_of([clash.bare[number], clash.held[number]]) if proven else None
            found.append(Candidate(move, chance_of(value), (move,), clash.aims[number], proven, distance))
        return sorted(found, key=lambda candidate: -(candidate.weight or 0.0))


def chance_of(value: float) -> float:
    """What a value promises, from 0 to 1; proven wins and losses exactly."""
    if abs(value) >= SURE:
        return 1.0 if value > 0 else 0.0
    return (value / WIN + 1) / 2


def distance_of(outcomes: Sequence[float]) -> int | None:
    """Within how many decisions a game ends that all these outcomes decide alike, else None."""
    if min(outcomes) < SURE and max(outcomes) > -SURE:
        return None
    return WIN - int(min(map(abs, outcomes)))


THINKER = Secrets
