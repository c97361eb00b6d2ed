"""Search where attacks are aimed and met in secret: an announced attack is a cover game, never a coin or a peep.

A game's folder tells in `stakes.py` what is secret, as kernels: `open_moves` (the decisions of a turn that hide
nothing), `stakes` (the targets of an attack and the two outcomes of each), `pending` (whether an attack waits for its
defence), `cover` (the decision to guard some targets) and `choosing` (whether both players choose at once); for the
latter, `repertoire.toml` holds decisions and how often to take each.

Values are what the player who is to act may expect on average, from -WIN to WIN, since a mixture's value is an average:
evaluations are turned into chances at the leaves. Proven wins lose one for each decision until the win.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from math import log

import numpy as np
import numpy.typing as npt
from numba import types

from ludotheque.bits import ONE, ZERO, U, signed
from ludotheque.engine.alphabeta import HISTORY, bring_best, key_of, rank, slot
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.cover import Reals, guard_sets, real, shares, solve
from ludotheque.engine.limit import NODES, STOP, Limit
from ludotheque.engine.thinker import Thinker
from ludotheque.kernel import (
    EvaluateKernel,
    MovesKernel,
    PlayKernel,
    Words,
    count,
    evaluate_function,
    inline,
    kernel,
    moves_function,
    numbers,
    play_function,
    rows,
    word,
    words,
)
from ludotheque.position import Move, View
from ludotheque.rulebook import Rulebook
from ludotheque.status import first_to_act, is_over
from ludotheque.texts import say
from ludotheque.warmth import load_kernels

Numbers = npt.NDArray[np.int64]
StakesKernel = Callable[[Words, U, Words, Words], int]
STAKES = count(words, word, words, rows)
stakes_function = types.FunctionType(STAKES)
real_rows = types.Array(types.float64, 2, "C")

WIN = 1_000_000_000
FAR = 2 * WIN
"""Beyond all values."""
SURE = WIN - 1000
"""A value at least so large is a proven win."""
LIKELY = 950_000_000
"""No evaluation promises more than this."""
GRAIN = 1_000_000
"""Decisions that differ less than this (a two-thousandth of a game) are as good as each other."""
DEEPEST = 60
"""No line is searched further than this."""
TABLE = 1 << 18
"""Entries of the transposition table, 32 bytes each."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
KEY, MOVE, VALUE, INFO = 0, 1, 2, 3
"""The columns of the transposition table. VALUE: plus FAR. INFO: depth in bits 0-7, bound in bits 8-9."""
ATTACK = U(2**64 - 1)
"""What stands in the table where an attack is best: its target is never kept."""
ATTACK_CODE = int(ATTACK)
HOPE = 300_000_000
"""An attack that promises, at a glance, less than the best by more than this is not looked at more deeply."""


@inline
def expected(value: int, rate: float) -> int:
    """What an evaluation promises on average."""
    return int(LIKELY * np.tanh(value * rate))


@inline
def result(state: Words, player: U, ply: int) -> int:
    """What a finished game is worth to a player."""
    return (signed((state[0] >> (U(16) + player + player)) & U(3)) - 1) * (WIN - ply)


@inline
def glance(state: Words, player: U, ply: int, rate: float, evaluate: EvaluateKernel) -> int:
    """The value of a state for a player, without search."""
    if is_over(state):
        return result(state, player, ply)
    actor = first_to_act(state)
    value = expected(evaluate(state, actor), rate)
    return value if actor == player else -value


@inline
def from_table(entry: Words, key: U, depth: int, ply: int, alpha: int, beta: int) -> int:
    """The table's value if it settles this node, else FAR. Wins are kept by their distance from the node."""
    if entry[KEY] != key or signed(entry[INFO] & U(255)) < depth:
        return FAR
    value = signed(entry[VALUE]) - FAR
    if value >= SURE:
        value -= ply
    elif value <= -SURE:
        value += ply
    bound = signed(entry[INFO] >> U(8))
    settled = bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
    return value if settled else FAR


@inline
def to_table(entry: Words, key: U, move: U, value: int, depth: int, ply: int, bound: int) -> None:
    if value >= SURE:
        value += ply
    elif value <= -SURE:
        value -= ply
    entry[KEY], entry[MOVE], entry[VALUE] = key, move, U(value + FAR)
    entry[INFO] = U(depth) | (U(bound) << U(8))


@inline
def glance_at_attack(
    state: Words, player: U, ply: int, rate: float, codes: Words, shown: Words, games: Reals,
    evaluate: EvaluateKernel, stakes: StakesKernel,
) -> tuple[int, int, int]:  # fmt: skip
    """How many targets an attack has and how many guards they get, and what it promises without search."""
    bare, held, aims = games[3 * ply], games[3 * ply + 1], games[3 * ply + 2]
    targets = stakes(state, player, codes, shown)
    if targets == 0:
        return 0, 0, -FAR
    for i in range(targets):
        bare[i] = glance(shown[2 * i], player, ply + 2, rate, evaluate)
        held[i] = glance(shown[2 * i + 1], player, ply + 2, rate, evaluate)
    guards = signed(codes[targets])
    return targets, guards, int(solve(bare, held, targets, guards, aims))


@inline
def note(i: int, value: int, alpha: int, beta: int, targets: int, guards: int, ply: int, games: Reals) -> int:
    """Note what outcome i of an attack is worth; what the attack is worth as soon as that is known, until then -FAR."""
    bare, held, aims = games[3 * ply], games[3 * ply + 1], games[3 * ply + 2]
    target = i >> 1
    if i & 1 == 0:
        bare[target] = value
        # A target that is no better bare than what we have needs no second look.
        if bare[target] > alpha:
            return -FAR
        held[target] = value
    else:
        held[target] = value
        if min(bare[target], held[target]) >= beta:
            return min(int(bare[target]), int(held[target]))
    return int(solve(bare, held, targets, guards, aims)) if target == targets - 1 else -FAR


@inline
def window(i: int, scout: bool, turn: int, alpha: int, beta: int) -> tuple[int, int]:
    """Between which values the next search must be exact, seen by the player who acts there."""
    low, high = alpha, beta
    if i >= 0:
        # Outcomes of an attack count beyond the bounds: what is bare upwards, what is held downwards.
        low, high = (-FAR, beta) if i & 1 else (alpha, FAR)
    elif scout:
        low = alpha + GRAIN if alpha < SURE - GRAIN else alpha
        high = low + 1
    return (low, high) if turn > 0 else (-high, -low)


@inline
def take_best(number: int, found: int, moves: Words, scores: Words, state: Words, player: U, play: PlayKernel) -> U:
    """Carry out the best of the decisions from this number on."""
    bring_best(number, found, moves, scores)
    play(state, player, moves[number])
    return moves[number]


SEARCH = count(
    rows, rows, rows, rows, real_rows, rows, rows, words, words, words, count, count, count, count, real,
    moves_function, play_function, evaluate_function, stakes_function,
)  # fmt: skip


@kernel(SEARCH)
def search(
    states: Words,
    lists: Words,
    scores: Words,
    outcomes: Words,
    games: Reals,
    table: Words,
    history: Words,
    killers: Words,
    masks: Words,
    control: Words,
    depth: int,
    ply: int,
    alpha: int,
    beta: int,
    rate: float,
    open_moves: MovesKernel,
    play: PlayKernel,
    evaluate: EvaluateKernel,
    stakes: StakesKernel,
) -> int:
    """The value of the state in row `ply`, where a turn is due, searched so many turns deep."""
    # 1. Count the node; come back at once when told to stop.
    control[NODES] += ONE
    if control[STOP]:
        return 0
    state = states[ply]
    player = first_to_act(state)
    if depth <= 0 or ply >= DEEPEST:
        return expected(evaluate(state, player), rate)

    # 2. Ask the table.
    key = key_of(state, masks)
    entry = table[key & U(len(table) - 1)]
    known = from_table(entry, key, depth, ply, alpha, beta)
    if known != FAR:
        return known

    # 3. List the open decisions, most promising first. The outcomes of an attack come after them, or before.
    first = entry[MOVE] if entry[KEY] == key else ZERO
    found = open_moves(state, player, lists[ply])
    rank(found, first, killers[ply], lists[ply], scores[ply], history, player)
    most = 2 * games.shape[1]
    shown = outcomes[ply * most : (ply + 1) * most]
    ahead = most if first == ATTACK else 0
    targets, guards, promise = 0, 0, -FAR
    best, best_move, floor = -FAR, ZERO, alpha
    for number in range(found + most):
        # 4. The next state: an outcome of the attack (i counts them), or what follows an open decision (i < 0).
        i = number if number < ahead else number - found if number >= ahead + found else -1
        if i == 0:
            targets, guards, promise = glance_at_attack(
                state, player, ply, rate, lists[ply + 1], shown, games, evaluate, stakes
            )
        if i >= 2 * targets or (i >= 0 and i & 1 and games[3 * ply, i >> 1] <= alpha):
            continue
        further = ply + 2 if i >= 0 else ply + 1
        following = states[further]
        following[:] = shown[i] if i >= 0 else state
        move = ATTACK if i >= 0 else take_best(number - ahead, found, lists[ply], scores[ply], following, player, play)

        # 5. Its value. Late open decisions are searched less deep, and to show that they are no better.
        hopeless = i >= 0 and (depth == 1 or promise + HOPE <= alpha)
        value = promise if hopeless else result(following, player, further)
        turn = 1 if is_over(following) or first_to_act(following) == player else -1
        scout = i < 0 and best > -FAR
        less = 1 if scout and number - ahead >= 4 and depth >= 3 else 0
        while not hopeless and not is_over(following):
            low, high = window(i, scout, turn, alpha, beta)
            value = turn * search(
                states, lists, scores, outcomes, games, table, history, killers, masks, control,
                depth - 1 - less, further, low, high, rate, open_moves, play, evaluate, stakes,
            )  # fmt: skip
            if control[STOP]:
                return 0
            if not scout or value <= alpha or (value >= beta and less == 0):
                break
            scout, less = False, 0
        if i >= 0 and not hopeless:
            value = note(i, value, alpha, beta, targets, guards, ply, games)

        # 6. Keep the best; stop when the opponent would never let it come to this.
        best_move = move if value > best else best_move
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            killers[ply] = move
            history[player, slot(move)] += U(depth * depth)
            break

    # 7. Tell the table.
    bound = AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST
    to_table(entry, key, best_move, best, depth, ply, bound)
    return best


ROOT = count(
    words, word, words, numbers, count, rows, rows, rows, rows, real_rows, rows, rows, words, words, words, count, real,
    moves_function, play_function, evaluate_function, stakes_function,
)  # fmt: skip


@inline
def worst_of_best(values: Numbers, found: int, lines: int) -> int:
    """The value that one more decision must beat to be among the best lines."""
    if found < lines:
        return -FAR
    bar = FAR
    for _ in range(lines):
        following = -FAR
        for number in range(found):
            if following < values[number] < bar:
                following = values[number]
        bar = following
    return bar


@kernel(ROOT)
def deepen(
    root: Words,
    player: U,
    codes: Words,
    values: Numbers,
    lines: int,
    states: Words,
    lists: Words,
    scores: Words,
    outcomes: Words,
    games: Reals,
    table: Words,
    history: Words,
    killers: Words,
    masks: Words,
    control: Words,
    depth: int,
    rate: float,
    open_moves: MovesKernel,
    play: PlayKernel,
    evaluate: EvaluateKernel,
    stakes: StakesKernel,
) -> int:
    """Values for a player of decisions at the root, ATTACK among them, searched so deep; how many could be finished.

    Depth 0 is a glance and cannot be stopped. The cover game of the attack stays in the first rows of `games`, and its
    outcomes in the first rows of `outcomes`. The root of a defence has one decision, the attack that was announced.
    """
    bare, held, aims = games[0], games[1], games[2]
    for number in range(len(codes)):
        alpha = worst_of_best(values, number, lines)
        attack = codes[number] == ATTACK
        targets = stakes(root, player, lists[0], outcomes[: 2 * len(bare)]) if attack else 0
        guards = signed(lists[0, targets])
        for i in range(max(1, 2 * targets)):
            # 1. The state to look at: after an open decision, or an outcome of the attack.
            guarded = attack and i & 1 == 1
            if guarded and bare[i >> 1] <= alpha:
                held[i >> 1] = bare[i >> 1]
                continue
            ply = 2 if attack else 1
            states[ply][:] = outcomes[i] if attack else root
            if not attack:
                play(states[ply], player, codes[number])
            # 2. Its value.
            if depth == 0 or is_over(states[ply]):
                value = glance(states[ply], player, ply, rate, evaluate)
            else:
                turn = 1 if first_to_act(states[ply]) == player else -1
                low, high = (-FAR if guarded else alpha), FAR
                if turn < 0:
                    low, high = -high, -low
                value = turn * search(
                    states, lists, scores, outcomes, games, table, history, killers, masks, control,
                    depth - 1, ply, low, high, rate, open_moves, play, evaluate, stakes,
                )  # fmt: skip
                if control[STOP]:
                    return number
            if guarded:
                held[i >> 1] = value
            elif attack:
                bare[i >> 1] = value
        values[number] = int(solve(bare, held, targets, guards, aims)) if attack else value
    return len(codes)


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
        self.table: Words = np.zeros((entries, 4), np.uint64)
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
        self.table[:] = 0
        self.history[:] = 0
        self.killers[:] = 0
        deepest = DEEPEST if depth is None else min(depth, DEEPEST)
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
        candidates = [
            Candidate(
                Move(view.game, self._cover(state, player, guarded)),
                chance_of(-clash.value),
                weight=weight,
                proven=proven,
            )
            for guarded, weight in guard_sets(clash.shares)
        ]
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
            candidates += self._targets(view, root.clash) if root.clash else [self._open(view, root, mixed)]
        return Analysis(player, tuple(candidates), reached, limit.nodes, limit.elapsed)

    def _open(self, view: View, root: Root, mixed: bool) -> Candidate:
        proven = abs(root.value) >= SURE
        return Candidate(
            Move(view.game, root.code),
            chance_of(root.value),
            (Move(view.game, root.code),),
            weight=0.0 if mixed else None,
            proven=proven,
            distance=WIN - abs(root.value) if proven else None,
        )

    def _targets(self, view: View, clash: Clash) -> list[Candidate]:
        """An attack's targets, the most frequent first; a target's chance is what it promises against best guards."""
        found = []
        for number, share in enumerate(clash.shares):
            value = clash.bare[number] - share * (clash.bare[number] - clash.held[number])
            move = Move(view.game, clash.codes[number])
            proven = abs(value) >= SURE
            found.append(Candidate(move, chance_of(value), (move,), weight=clash.aims[number], proven=proven))
        return sorted(found, key=lambda candidate: -(candidate.weight or 0.0))


def chance_of(value: float) -> float:
    """What a value promises, from 0 to 1; proven wins and losses exactly."""
    if abs(value) >= SURE:
        return 1.0 if value > 0 else 0.0
    return (value / WIN + 1) / 2


THINKER = Secrets
