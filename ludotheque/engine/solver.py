"""Solving: does player 0 get at least so much, whatever the others do? Exact, for two players who see everything.

The question has a threshold: 2, does player 0 win; 1, does player 0 not lose. Answers are kept in a table, so that a
position is solved once however many ways lead to it; the same player may move several times in a row. An answer comes
with a *span*: the side that is right can end the game, with that result, within so many decisions. It is a true bound,
not always the shortest way.

Which positions are worth trying is estimated by Knuth's method: random games, and the logarithm of how many there are,
from the number of decisions met on the way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from ludotheque.bits import ONE, ZERO, U, next_random, signed
from ludotheque.engine.alphabeta import bring_best
from ludotheque.engine.keys import key_of
from ludotheque.engine.limit import NODES, STOP, Limit
from ludotheque.kernel import (
    EvaluateKernel,
    MovesKernel,
    PickKernel,
    PlayKernel,
    Words,
    count,
    evaluate_function,
    inline,
    kernel,
    moves_function,
    pick_function,
    play_function,
    rows,
    word,
    words,
)
from ludotheque.rulebook import Rulebook
from ludotheque.status import first_to_act, is_over

real = types.float64

DRAWS, CAP = 2, 3
"""Words of `control`: whether a drawn game was seen; the nodes at which to give up."""
KEY, INFO = 0, 1
"""The columns of the table. INFO: for threshold t = 1, 2 ten bits from 10 (t - 1): span in 0-7, answered in 8, yes in
9; effort in bits 20-25."""
WAYS = 4
"""Places where an answer may lie; the one that took the least effort makes room."""


@inline
def answer(info: U, threshold: int) -> int:
    """What the table knows: the span if yes, minus the span if no, 0 if nothing."""
    part = signed(info >> U(10 * (threshold - 1)))
    if not part & 256:
        return 0
    return part & 255 if part & 512 else -(part & 255)


@inline
def find(table: Words, key: U) -> int:
    """The place of a key in the table, or -1."""
    start = signed(key & U(len(table) - WAYS))
    for place in range(start, start + WAYS):
        if table[place, KEY] == key:
            return place
    return -1


@inline
def keep(table: Words, key: U, threshold: int, told: int, effort: int) -> None:
    """Put an answer into the table."""
    start = signed(key & U(len(table) - WAYS))
    best, least = start, 1 << 20
    for place in range(start, start + WAYS):
        if table[place, KEY] == key:
            best = place
            break
        worth = signed((table[place, INFO] >> U(20)) & U(63))
        if worth < least:
            best, least = place, worth
    info = table[best, INFO] if table[best, KEY] == key else ZERO
    part = U(abs(told)) | U(256) | (U(512) if told > 0 else ZERO)
    shift = U(10 * (threshold - 1))
    info = (info & ~(U(1023) << shift)) | (part << shift)
    info = (info & ~(U(63) << U(20))) | (U(effort) << U(20))
    table[best, KEY], table[best, INFO] = key, info


@inline
def bits_of(number: U) -> int:
    size = 0
    while number:
        number >>= ONE
        size += 1
    return size


@inline
def known(after: Words, table: Words, masks: Words, control: Words, threshold: int) -> int:
    """What is known without search about the state after a decision: span if yes, -span if no, 0 if nothing."""
    if is_over(after):
        own = signed((after[0] >> U(16)) & U(3))
        control[DRAWS] |= ONE if own == 1 else ZERO
        return 1 if own >= threshold else -1
    place = find(table, key_of(after, masks))
    told = answer(table[place, INFO], threshold) if place >= 0 else 0
    return told + 1 if told > 0 else told - 1 if told < 0 else 0


PROVE = count(rows, rows, rows, rows, words, words, count, count, moves_function, play_function, evaluate_function)


@kernel(PROVE)
def prove(
    states: Words,
    lists: Words,
    ranks: Words,
    table: Words,
    masks: Words,
    control: Words,
    ply: int,
    threshold: int,
    moves: MovesKernel,
    play: PlayKernel,
    evaluate: EvaluateKernel,
) -> int:
    """Whether player 0 gets at least the threshold from the state in row `ply`: span if yes, -span if no.

    0 if stopped.
    """
    # 1. Count the node; come back at once when told to stop.
    control[NODES] += ONE
    if control[STOP] or control[NODES] > control[CAP]:
        return 0
    state, after = states[ply], states[ply + 1]
    player = first_to_act(state)
    wish = 1 if player == ZERO else -1
    begun = control[NODES]
    key = key_of(state, masks)
    found = moves(state, player, lists[ply])

    # 2. Look at each decision: one whose answer is known may settle this node at once.
    open_, longest = 0, 1
    for number in range(found):
        move = lists[ply, number]
        after[:] = state
        play(after, player, move)
        told = known(after, table, masks, control, threshold)
        if told * wish > 0:
            keep(table, key, threshold, told, 0)
            return told
        if told:
            longest = max(longest, abs(told))
        else:
            lists[ply, open_] = move
            ranks[ply, open_] = U(evaluate(after, player) + (1 << 40))
            open_ += 1

    # 3. Solve the others, most promising first.
    for number in range(open_):
        bring_best(number, open_, lists[ply], ranks[ply])
        after[:] = state
        play(after, player, lists[ply, number])
        told = prove(states, lists, ranks, table, masks, control, ply + 1, threshold, moves, play, evaluate)
        if told == 0:
            return 0
        longest = max(longest, abs(told) + 1)
        if told * wish > 0:
            told += wish
            keep(table, key, threshold, told, bits_of(control[NODES] - begun))
            return told

    # 4. No decision does it.
    told = -wish * longest
    keep(table, key, threshold, told, bits_of(control[NODES] - begun))
    return told


VERDICT = count(rows, rows, rows, rows, words, words, count, moves_function, play_function, evaluate_function)


@kernel(VERDICT)
def verdict(
    states: Words,
    lists: Words,
    ranks: Words,
    table: Words,
    masks: Words,
    control: Words,
    ply: int,
    moves: MovesKernel,
    play: PlayKernel,
    evaluate: EvaluateKernel,
) -> int:
    """What player 0 gets from the state in row `ply`: 1 lost, 2 drawn, 3 won; span in the bits from 2; 0 if stopped."""
    if is_over(states[ply]):
        return signed((states[ply, 0] >> U(16)) & U(3)) + 1
    told = prove(states, lists, ranks, table, masks, control, ply, 2, moves, play, evaluate)
    if told == 0:
        return 0
    if told > 0:
        return 3 + 4 * told
    if control[DRAWS] == ZERO:
        return 1 - 4 * told
    even = prove(states, lists, ranks, table, masks, control, ply, 1, moves, play, evaluate)
    if even == 0:
        return 0
    return 2 + 4 * max(even, -told) if even > 0 else 1 - 4 * even


HOPE = real(rows, rows, rows, rows, words, words, count, count, word, moves_function, play_function, evaluate_function)


@kernel(HOPE)
def hope(
    states: Words,
    lists: Words,
    ranks: Words,
    table: Words,
    masks: Words,
    control: Words,
    ply: int,
    depth: int,
    player: U,
    moves: MovesKernel,
    play: PlayKernel,
    evaluate: EvaluateKernel,
) -> float:
    """How often an opponent who replies at random lets a lost player off, within so many replies; -1 if stopped.

    The player picks the decisions that ask most of the opponent.
    """
    control[NODES] += ONE
    if control[STOP] or control[NODES] > control[CAP]:
        return -1.0
    state, after = states[ply], states[ply + 1]
    if is_over(state):
        return 0.0
    actor = first_to_act(state)
    found = moves(state, actor, lists[ply])
    best, sum_ = 0.0, 0.0
    for number in range(found):
        after[:] = state
        play(after, actor, lists[ply, number])
        if actor == player:
            chance = hope(states, lists, ranks, table, masks, control, ply + 1, depth, player, moves, play, evaluate)
        else:
            known = verdict(states, lists, ranks, table, masks, control, ply + 1, moves, play, evaluate)
            chance = 1.0
            if known == 0:
                chance = -1.0
            elif known & 3 == (1 if player == ZERO else 3):
                chance = 0.0
                if depth > 1:
                    chance = hope(
                        states, lists, ranks, table, masks, control, ply + 1, depth - 1, player, moves, play, evaluate
                    )  # fmt: skip
        if chance < 0.0:
            return -1.0
        best = max(best, chance)
        sum_ += chance
    return best if actor == player else sum_ / found


@kernel(count(words, words, words, moves_function, pick_function, play_function, count, word))
def estimate(
    start: Words,
    state: Words,
    scratch: Words,
    moves: MovesKernel,
    pick: PickKernel,
    play: PlayKernel,
    games: int,
    seed: U,
) -> int:
    """The logarithm (base 2) of how many games there are from a state, on average over random ones."""
    total = 0.0
    for _ in range(games):
        state[:] = start
        while not is_over(state):
            seed = next_random(seed)
            player = first_to_act(state)
            total += np.log2(moves(state, player, scratch))
            play(state, player, pick(state, player, seed, scratch))
    return int(total / games)


TABLE = 1 << 19
"""Entries of the table, 16 bytes each."""
DEEPEST = 128
"""No game that is worth solving takes more decisions."""
WALKS = 20
"""Random games that an estimate looks at."""
REPLIES = 2
"""How many replies ahead a lost player looks for what the opponent may get wrong."""


class Solution(NamedTuple):
    """A decision's result for the player who takes it (0 lost, 1 drawn, 2 won), and within how many decisions."""

    code: int
    result: int
    span: int
    hope: float = 0.0

    @property
    def rank(self) -> tuple[float, ...]:
        """Better is larger: short wins, then draws, then losses that are hard for the opponent, then long ones."""
        return (self.result, self.hope, -self.span if self.result == 2 else self.span)


class Solver:
    """The table and the rows that solving needs, bound to one game with its options.

    A game says in `Rulebook.solvable` up to how many games (as a power of two) from a position it is worth trying.
    """

    def __init__(self, rulebook: Rulebook, entries: int = TABLE) -> None:
        self.rulebook = rulebook
        self.rules, self.judgement = rulebook.kernels, rulebook.judgement
        short = rulebook.players == 2 and rulebook.most_decisions <= DEEPEST
        self.solvable = rulebook.solvable if short else 0
        if not self.solvable:
            entries = WAYS
        depth = min(rulebook.most_decisions, DEEPEST) + 2
        self.states: Words = np.zeros((depth, rulebook.size), np.uint64)
        self.lists: Words = np.zeros((depth, rulebook.most_moves if self.solvable else 1), np.uint64)
        self.ranks: Words = np.zeros_like(self.lists)
        self.table: Words = np.zeros((entries, 2), np.uint64)
        self.masks: Words = np.full(rulebook.size, 2**64 - 1, np.uint64)

    def forget(self) -> None:
        """Empty the table, so that the same question gets the same answer whatever was asked before."""
        self.table[:] = 0

    def bits(self, state: Words) -> int:
        """The logarithm (base 2) of the number of games from here."""
        rules = self.rules
        return int(
            estimate(
                state, self.states[1], self.lists[0], rules.moves, rules.pick, rules.play, WALKS, np.uint64(0x9E3779B9)
            )
        )

    def in_reach(self, state: Words) -> bool:
        """Whether it is worth trying to solve this state."""
        return bool(self.solvable) and self.bits(state) <= self.solvable

    def plies_to_reach(self, state: Words) -> int:
        """After how many random decisions a state comes within reach; -1 if that is never."""
        if not self.solvable:
            return -1
        walker, rules = state.copy(), self.rules
        for ply in range(DEEPEST):
            if not int(walker[0]) & 0xFF or self.in_reach(walker):
                return ply
            actor = np.uint64((int(walker[0]) & -int(walker[0])).bit_length() - 1)
            rules.play(walker, actor, rules.pick(walker, actor, np.uint64(0x2545F4914F6CDD1D + ply), self.lists[0]))
        return -1

    def solve(self, state: Words, player: int, limit: Limit, nodes: int) -> list[Solution] | None:
        """All decisions, best first; with a win, perhaps only some. None if there was not enough time, or nodes."""
        found = self._results(state, player, limit, nodes)
        if found and not any(solution.result for solution in found):
            for replies in range(1, REPLIES + 1):
                found = self._weighed(state, player, found, replies, limit, nodes)
        return sorted(found, key=lambda solution: solution.rank, reverse=True) if found else None

    def line(self, state: Words, player: int, code: int, limit: Limit, nodes: int) -> list[int]:
        """A decision and the expected way on, as far as the limit lets it be known."""
        line, walker = [code], state.copy()
        self.rules.play(walker, np.uint64(player), np.uint64(code))
        while int(walker[0]) & 0xFF:
            actor = 0 if int(walker[0]) & 1 else 1
            found = self._results(walker, actor, limit, nodes)
            if not found:
                break
            best = max(found, key=lambda solution: solution.rank)
            line.append(best.code)
            self.rules.play(walker, np.uint64(actor), np.uint64(best.code))
        return line

    def _results(self, state: Words, player: int, limit: Limit, nodes: int) -> list[Solution] | None:
        limit.control[CAP] = limit.control[NODES] + np.uint64(nodes)
        rules, found = self.rules, []
        codes = self.lists[0, : rules.moves(state, np.uint64(player), self.lists[0])].tolist()
        for code in sorted(codes, key=lambda code: self._promise(state, player, code), reverse=True):
            self._go(0, state, player, code)
            told = int(
                verdict(
                    self.states,
                    self.lists,
                    self.ranks,
                    self.table,
                    self.masks,
                    limit.control,
                    0,
                    rules.moves,
                    rules.play,
                    self.judgement.evaluate,
                )
            )
            if told == 0:
                break
            found.append(Solution(code, (told & 3) - 1 if player == 0 else 3 - (told & 3), (told >> 2) + 1))
        settled = len(found) == len(codes) or any(solution.result == 2 for solution in found)
        return found if settled else None

    def _weighed(
        self, state: Words, player: int, found: list[Solution], replies: int, limit: Limit, nodes: int
    ) -> list[Solution]:
        """Lost decisions with how much they ask of the opponent; as they were if that takes too long."""
        limit.control[CAP] = limit.control[NODES] + np.uint64(nodes)
        rules, weighed = self.rules, []
        for solution in found:
            self._go(0, state, player, solution.code)
            chance = float(
                hope(
                    self.states,
                    self.lists,
                    self.ranks,
                    self.table,
                    self.masks,
                    limit.control,
                    0,
                    replies,
                    np.uint64(player),
                    rules.moves,
                    rules.play,
                    self.judgement.evaluate,
                )
            )
            if chance < 0:
                return found
            weighed.append(solution._replace(hope=chance))
        return weighed

    def _go(self, row: int, state: Words, player: int, code: int) -> None:
        """Put the state after a decision into a row."""
        self.states[row] = state
        self.rules.play(self.states[row], np.uint64(player), np.uint64(code))

    def _promise(self, state: Words, player: int, code: int) -> int:
        self._go(1, state, player, code)
        return int(self.judgement.evaluate(self.states[1], np.uint64(player)))
