"""Alpha-beta search with a transposition table, for two players who see everything.

Values are seen by the player who is to move: `WIN` less one for each decision until the win, `-WIN` plus as many when
lost, evaluations between. Players need not alternate: a decision may leave the turn where it is.

A value beyond `SURE` is a proof and is always true: whatever is skipped on the way (late decisions searched less deep,
calm ones not searched at all past the horizon) can hide a win, never make one up. Its distance may be longer than need
be, though. A search whose whole window lies among the proofs is a *hunt*: it skips nothing and believes only what other
hunts and proofs left in the table, so that what it finds, or misses, within its depth is exact.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
from numba import types

from ludotheque.bits import ONE, ZERO, U, signed
from ludotheque.engine.keys import MIXER
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
from ludotheque.status import first_to_act, give_turn, is_over

Numbers = npt.NDArray[np.int64]
UrgeKernel = Callable[[Words, U, Words, int, Words], int]
URGE = count(words, word, words, count, words)
"""`urge(state, player, moves, found, urgencies) -> pressed`: how urgent each decision is, from 0 (calm) to 1000.

A game's `evaluate.py` may bring such a kernel. `pressed` is 1 when nothing but an urgent decision will do, else 0.
"""

WIN = 1_000_000
FAR = 2 * WIN
"""Beyond all values."""
SURE = WIN - 1000
"""A value at least so large is a proven win."""
DEEPEST = 96
"""No line is searched further than this."""
PASSING, MARGIN, AGED, QUOTA = 4, 5, 6, 7
"""Further words of `control`: 1 where passing, if it were allowed, would gain nothing; what a calm decision hardly
gains; the age of what is told to the table; how many nodes may be visited (0: any number)."""

SHALLOW, NARROW, OPEN, DONE = 0, 1, 2, 3
"""The stages of looking at a decision: less deep, at full depth to show that it is no better, for its value."""
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
KEY, MOVE, INFO = 0, 1, 2
"""The columns of the transposition table. INFO: value + FAR in bits 0-31, depth in bits 32-39, bound in bits 40-41, bit
42 for the outcome of a hunt, the age in bits 48-63."""
AGE = U(48)
HUNT = U(42)
TRUSTED = 24
"""Proofs of a longer distance are not believed when the table tells them: a count of quiet turns that the key leaves
out could end the game before."""
HISTORY = 4096
URGENT = U(2**40)
"""The score of the least urgent decision among the urgent ones."""

# How much less deep a late decision is searched, by depth and by its place in the order.
LESS = np.zeros((64, 64), np.int64)
for _d in range(3, 64):
    for _n in range(3, 64):
        LESS[_d, _n] = int(0.6 + np.log(_d) * np.log(_n) / 2.6)


@inline
def aged_key(state: Words, masks: Words, nears: Words, age: U) -> U:
    """A hash of the state; masks blank counters of quiet turns until they are near their end.

    The age changes the upper bits only, so that a table holds the same things at the same places at every age.
    """
    key = ZERO
    for number in range(len(state)):
        told = state[number]
        key = (key ^ (told if told >= nears[number] else told & masks[number])) * MIXER
        key ^= key >> U(29)
    return key ^ (age << AGE)


@inline
def outcome_value(state: Words, player: U, ply: int) -> int:
    """What a finished game is worth to a player."""
    own = signed((state[0] >> (U(16) + player + player)) & U(3)) - 1
    return own * (WIN - ply)


@inline
def halted(control: Words) -> bool:
    """Whether somebody stopped the search, or it has visited its quota of nodes."""
    return control[STOP] != ZERO or (control[QUOTA] != ZERO and control[NODES] >= control[QUOTA])


@inline
def slot(move: U) -> U:
    """Where a decision's history is kept."""
    return (move * MIXER) >> U(52)


@inline
def arrange(found: int, first: U, killers: Words, moves: Words, scores: Words, history: Words) -> None:
    """Scores for the order: the table's decision, urgent ones, the last two that cut here, then what often cut."""
    for number in range(found):
        move = moves[number]
        if move == first:
            scores[number] = U(2**62)
        elif scores[number] != ZERO:
            scores[number] *= URGENT
        elif move == killers[0]:
            scores[number] = U(2**39)
        elif move == killers[1]:
            scores[number] = U(2**38)
        else:
            scores[number] = history[slot(move)]


@inline
def bring_best(number: int, found: int, moves: Words, scores: Words) -> None:
    """Swap the best of the remaining decisions to this place."""
    best = number
    for other in range(number + 1, found):
        if scores[other] > scores[best]:
            best = other
    moves[number], moves[best] = moves[best], moves[number]
    scores[number], scores[best] = scores[best], scores[number]


@inline
def praise(move: U, score: U, depth: int, killers: Words, history: Words) -> None:
    """Remember a decision that cut, unless it comes early anyway because it is urgent."""
    if score >= URGENT:
        return
    if killers[0] != move:
        killers[1] = killers[0]
        killers[0] = move
    place = slot(move)
    history[place] += U(depth * depth)
    if history[place] > U(2**30):
        for number in range(len(history)):
            history[number] >>= ONE


@inline
def find(table: Words, key: U) -> U:
    """The place of a key in the table: of the two it may have, the one that holds it, else the one to give up.

    The first of the two keeps the deepest of its age, the second whatever came last.
    """
    place = key & U(len(table) - 2)
    if table[place, KEY] == key:
        return place
    return place + ONE


@inline
def remember(table: Words, key: U, move: U, info: U) -> None:
    place = key & U(len(table) - 2)
    old = table[place, INFO]
    shallower = (old >> U(32)) & U(255) <= (info >> U(32)) & U(255)
    if not (table[place, KEY] == key or shallower or old >> AGE != info >> AGE):
        place += ONE
    table[place, KEY] = key
    table[place, MOVE] = move
    table[place, INFO] = info


@inline
def from_table(info: U, depth: int, ply: int, alpha: int, beta: int, hunt: bool) -> int:
    """The table's value if it settles this node, else FAR. Wins are kept by their distance from the node."""
    value = signed(info & U(0xFFFF_FFFF)) - FAR
    bound = signed((info >> U(40)) & U(3))
    if abs(value) >= SURE:
        # A proof holds at any depth, but a hunt that failed to do better failed for its own depth only.
        if WIN - abs(value) > TRUSTED:
            return FAR
        value += -ply if value > 0 else ply
        proof = bound == AT_LEAST if value > 0 else bound == AT_MOST
    else:
        proof = False
    if not proof and (signed((info >> U(32)) & U(255)) < depth or (hunt and not (info >> HUNT) & ONE)):
        return FAR
    settled = bound == EXACT or (bound == AT_LEAST and value >= beta) or (bound == AT_MOST and value <= alpha)
    return value if settled else FAR


@inline
def to_table(value: int, depth: int, ply: int, bound: int, hunt: bool, age: U) -> U:
    if value >= SURE:
        value += ply
    elif value <= -SURE:
        value -= ply
    return U(value + FAR) | (U(depth) << U(32)) | (U(bound) << U(40)) | (U(hunt) << HUNT) | (age << AGE)


@inline
def consult(table: Words, key: U, depth: int, ply: int, alpha: int, beta: int, hunt: bool) -> tuple[U, int]:
    """The decision that the table holds for a key, and a value that settles the node, else FAR."""
    # No line from here wins or loses sooner than with the next decision.
    if WIN - ply - 1 <= alpha:
        return ZERO, WIN - ply - 1
    if beta <= ply + 1 - WIN:
        return ZERO, ply + 1 - WIN
    place = find(table, key)
    if table[place, KEY] != key:
        return ZERO, FAR
    return table[place, MOVE], from_table(table[place, INFO], depth, ply, alpha, beta, hunt)


@inline
def worthy(found: int, scores: Words) -> int:
    """How many decisions are looked at near the horizon when the position seems far below alpha."""
    worth = 0
    for number in range(found):
        worth += scores[number] >= U(2**38)
    return min(found, max(3, worth))


@inline
def first_stage(after: Words, number: int, less: int) -> int:
    """Where looking at a decision begins: the first has an open window, the others must surprise."""
    if is_over(after):
        return DONE
    if number == 0:
        return OPEN
    return NARROW if less == 0 else SHALLOW


@inline
def next_stage(stage: int, value: int, alpha: int, beta: int) -> int:
    """A decision is looked at again while it seems better than what is known."""
    return DONE if value <= alpha or stage == OPEN or (stage == NARROW and value >= beta) else stage + 1


@inline
def bound_of(best: int, floor: int, beta: int, hunt: bool) -> int:
    """What a value found in a window says. Out of a hunt, a win may be shorter and a loss sooner than found."""
    if not hunt and abs(best) >= SURE:
        return AT_LEAST if best > 0 else AT_MOST
    return AT_LEAST if best >= beta else EXACT if best > floor else AT_MOST


@kernel(URGE)
def indifferent(state: Words, player: U, moves: Words, found: int, urgencies: Words) -> int:
    """For games that do not tell what is urgent."""
    urgencies[:found] = ZERO
    return 0


@kernel(word(words, rows, words, words, word))
def expected(state: Words, table: Words, masks: Words, nears: Words, age: U) -> U:
    """The decision that the table holds for a state; 0 when it holds none."""
    key = aged_key(state, masks, nears, age)
    place = find(table, key)
    return table[place, MOVE] if table[place, KEY] == key else ZERO


ARENA = (rows, rows, rows, rows, rows, rows, words, words, words)
RULES = (moves_function, play_function, evaluate_function, types.FunctionType(URGE))
CALM = count(rows, rows, rows, words, count, count, count, *RULES)
SEARCH = count(*ARENA, count, count, count, count, *RULES)
SWEEP = count(*ARENA, words, numbers, count, count, count, count, *RULES)


@kernel(CALM)
def calm(
    states: Words, lists: Words, scores: Words, control: Words, ply: int, alpha: int, beta: int,
    moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel, urge: UrgeKernel,
) -> int:  # fmt: skip
    """The value of the state in row `ply` once only urgent decisions are looked at. It never proves a loss."""
    # 1. Stay calm, if that is good enough.
    control[NODES] += ONE
    state = states[ply]
    player = first_to_act(state)
    best = evaluate(state, player)
    if best >= beta or ply >= DEEPEST or halted(control):
        return best

    # 2. Under pressure, staying calm is no choice.
    found = moves(state, player, lists[ply])
    if found >= lists.shape[1]:
        return best
    pressed = urge(state, player, lists[ply], found, scores[ply])
    urgent = 0
    for number in range(found):
        if scores[ply, number]:
            lists[ply, urgent], scores[ply, urgent] = lists[ply, number], scores[ply, number]
            urgent += 1
    if pressed and urgent:
        best = -SURE + 1

    # 3. Look at what is urgent, the most urgent first.
    for number in range(urgent):
        bring_best(number, urgent, lists[ply], scores[ply])
        after = states[ply + 1]
        after[:] = state
        play(after, player, lists[ply, number])
        alpha = max(alpha, best)
        if is_over(after):
            value = outcome_value(after, player, ply + 1)
        elif first_to_act(after) == player:
            value = calm(states, lists, scores, control, ply + 1, alpha, beta, moves, play, evaluate, urge)
        else:
            value = -calm(states, lists, scores, control, ply + 1, -beta, -alpha, moves, play, evaluate, urge)
        best = max(best, value)
        if best >= beta:
            break
    return best


@kernel(SEARCH)
def search(
    states: Words, lists: Words, scores: Words, table: Words, history: Words, killers: Words, masks: Words,
    nears: Words, control: Words, depth: int, ply: int, alpha: int, beta: int,
    moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel, urge: UrgeKernel,
) -> int:  # fmt: skip
    """The value of the state in row `ply`, searched so many decisions deep; anything when `halted`."""
    # 1. At the horizon only urgent decisions count.
    if depth <= 0 or ply >= DEEPEST:
        return calm(states, lists, scores, control, ply, alpha, beta, moves, play, evaluate, urge)
    control[NODES] += ONE

    # 2. Ask the table.
    state, after = states[ply], states[ply + 1]
    player = first_to_act(state)
    hunt = alpha >= SURE or beta <= -SURE
    key = aged_key(state, masks, nears, control[AGED])
    first, known = consult(table, key, depth, ply, alpha, beta, hunt)
    if known != FAR:
        return known

    # 3. List the decisions, most promising first; where one is forced, look further.
    found = moves(state, player, lists[ply])
    if found >= lists.shape[1] or halted(control):
        return evaluate(state, player)
    pressed = urge(state, player, lists[ply], found, scores[ply]) > 0
    arrange(found, first, killers[ply], lists[ply], scores[ply], history[player])
    further = depth if pressed or found == 1 else depth - 1

    # 4. Skip what cannot matter: everything when even passing is good enough, late calm decisions far below alpha.
    daring = not (hunt or pressed or beta >= SURE or alpha <= -SURE)
    guess = evaluate(state, player) if daring and (control[PASSING] or depth <= 2) else 0
    if daring and control[PASSING] and depth >= 3 and guess >= beta:
        after[:] = state
        give_turn(after, ONE - player)
        value = -search(
            states, lists, scores, table, history, killers, masks, nears, control,
            depth - 3 - depth // 4, ply + 1, -beta, 1 - beta, moves, play, evaluate, urge,
        )  # fmt: skip
        if value >= beta:
            return min(value, SURE - 1)
    hopeless = daring and depth <= 2 and guess + depth * signed(control[MARGIN]) <= alpha
    looked = worthy(found, scores[ply]) if hopeless else found

    # 5. Look deeper, in stages.
    best, best_move, floor = (-FAR if looked == found else alpha), ZERO, alpha
    for number in range(looked):
        bring_best(number, found, lists[ply], scores[ply])
        move = lists[ply, number]
        after[:] = state
        play(after, player, move)
        calm_one = scores[ply, number] < URGENT and not (hunt or pressed)
        less = LESS[min(depth, 63), min(number, 63)] if calm_one else 0
        turn = 1 if first_to_act(after) == player else -1
        stage = first_stage(after, number, less)
        value = outcome_value(after, player, ply + 1)
        while stage != DONE:
            top = beta if stage == OPEN else alpha + 1
            low, high = (alpha, top) if turn > 0 else (-top, -alpha)
            value = turn * search(
                states, lists, scores, table, history, killers, masks, nears, control,
                further - less if stage == SHALLOW else further, ply + 1, low, high, moves, play, evaluate, urge,
            )  # fmt: skip
            stage = next_stage(stage, value, alpha, beta)
        if halted(control):
            return 0

        # 6. Keep the best; stop when the opponent would never let it come to this.
        if value > best:
            best, best_move = value, move
            alpha = max(alpha, value)
            if alpha >= beta:
                praise(move, scores[ply, number], depth, killers[ply], history[player])
                break

    # 7. Tell the table.
    info = to_table(best, depth, ply, bound_of(best, floor, beta, hunt), hunt, control[AGED])
    remember(table, key, best_move, info)
    return best


@inline
def nth_best(values: Numbers, wanted: int) -> int:
    """The value that so many reach."""
    best = -FAR
    for value in values:
        reached = 0
        for other in values:
            reached += other >= value
        if reached >= wanted:
            best = max(best, value)
    return best


@kernel(SWEEP)
def sweep(
    states: Words, lists: Words, scores: Words, table: Words, history: Words, killers: Words, masks: Words,
    nears: Words, control: Words, codes: Words, values: Numbers, depth: int, lines: int, alpha: int, beta: int,
    moves: MovesKernel, play: PlayKernel, evaluate: EvaluateKernel, urge: UrgeKernel,
) -> int:  # fmt: skip
    """Search these decisions in the state of row 0, so many deep; how many could be finished.

    The value of a decision is exact when it is among the best `lines` and within the window, else a bound.
    """
    player = first_to_act(states[0])
    for number in range(len(codes)):
        # 1. A decision must beat the worst of the lines that are wanted.
        floor = alpha
        if number >= lines:
            floor = max(alpha, nth_best(values[:number], lines))
        after = states[1]
        after[:] = states[0]
        play(after, player, codes[number])

        # 2. Look deeper, in the stages of `search`.
        turn = 1 if first_to_act(after) == player else -1
        less = 0 if floor >= SURE or number < lines else LESS[min(depth, 63), min(number, 63)] // 2
        stage = first_stage(after, 0 if number < lines else number, less)
        values[number] = outcome_value(after, player, 1)
        while stage != DONE:
            top = beta if stage == OPEN else min(beta, floor + 1)
            low, high = (floor, top) if turn > 0 else (-top, -floor)
            values[number] = turn * search(
                states, lists, scores, table, history, killers, masks, nears, control,
                depth - 1 - less if stage == SHALLOW else depth - 1, 1, low, high, moves, play, evaluate, urge,
            )  # fmt: skip
            stage = next_stage(stage, values[number], floor, beta)
        if halted(control):
            return number

        # 3. Beyond the window there is nothing more to learn.
        if values[number] >= beta and lines == 1:
            return number + 1
    return len(codes)
