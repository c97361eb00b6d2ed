"""The compiled search for games in which attacks are aimed and met in secret; `secrets.py` is its public face.

Values are what the player who is to act may expect on average, from -WIN to WIN, since a mixture's value is an average:
evaluations are turned into chances at the leaves. Proven wins lose one for each decision until the win.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from numba import types

from ludotheque.bits import ONE, ZERO, U, signed
from ludotheque.engine.alphabeta import bring_best, slot
from ludotheque.engine.cover import Reals, real, solve
from ludotheque.engine.keys import key_of
from ludotheque.engine.limit import NODES, STOP
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
from ludotheque.status import first_to_act, is_over

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
def rank(found: int, first: U, killer: U, moves: Words, scores: Words, history: Words, player: U) -> None:
    """Score decisions for their order: the table's first, then the last one that cut here, then what often cut."""
    for number in range(found):
        move = moves[number]
        scores[number] = history[player, slot(move)]
        if move == first:
            scores[number] = U(2**40)
        elif move == killer:
            scores[number] = U(2**39)


@inline
def take_best(number: int, found: int, moves: Words, scores: Words, state: Words, player: U, play: PlayKernel) -> U:
    """Carry out the best of the decisions from this number on."""
    bring_best(number, found, moves, scores)
    play(state, player, moves[number])
    return moves[number]


@kernel(word(words, rows, words))
def reply(state: Words, table: Words, masks: Words) -> U:
    """The decision that the table holds for a state: ATTACK, whatever the target; 0 when it holds none."""
    key = key_of(state, masks)
    entry = table[key & U(len(table) - 1)]
    return entry[MOVE] if entry[KEY] == key else ZERO


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
