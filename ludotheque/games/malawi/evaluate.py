"""What a position of Malawi is worth: rings and how they are stacked, pawns that are near the goal, ways through.

The weights were fitted to the results of 358 games of this program against itself (24,734 positions, depth 4).
"""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, has, lowest, rest, signed, size
from ludotheque.games.malawi.board import BOARD
from ludotheque.games.malawi.layout import QUIET, QUIET_LIMIT
from ludotheque.games.malawi.rules import (
    ENEMY_PAWNS,
    HOME,
    PAWNS,
    SHARE,
    STRIKE,
    carrying,
    everyone,
    kind_of,
    reach,
    receivers_of,
    rings_on,
    target_of,
)
from ludotheque.kernel import EVALUATE, Words, count, inline, kernel, word, words

SCALE = 150.0
COUNTERS = (QUIET,)
PATIENCE = QUIET_LIMIT
"""After this many quiet turns the game is drawn (MAL-5d)."""
RESTLESS = 36
"""From this many quiet turns on, a lead melts away."""
PASSES = True
"""Having to move is never a burden here."""

SAFE = 13  # a pawn with rings that nobody can strike
LANDING = 20  # a cell on the enemy's first row that is free to go to
OUTPOST = 147  # a pawn on the enemy's first row that waits for a ring (MAL-6)
TARGET = 16  # a ring that could be struck now
THROUGH = 426  # breaking through seems possible at once
WARNING = 102  # … and for the opponent, unless something is done
RELAY = 439  # a ring given to an outpost seems to win
RELAY_WARNING = 25
TURN = 7

# What a stack of rings is worth; the largest cannot move (MAL-2).
WORTH = np.array([0, 48, 88, 125, 169, 153, 138, 122, 106, 100, 100, 100, 100, 100, 100, 100], np.int64)
# By player and cell: what it adds that a stack has come so far.
ADVANCE = np.array([[10 * row for row in rows for _ in range(6)] for rows in (range(6), range(5, -1, -1))], np.int64)
assert ADVANCE.shape == (2, len(BOARD.cells))


@inline
def muster(state: Words, player: U) -> tuple[U, int]:
    """All cells that a player could move to or strike (MAL-2, MAL-4), and what the stacks are worth."""
    reached, worth = ZERO, 0
    pawns = state[PAWNS + player] & carrying(state)
    while pawns:
        pawn = lowest(pawns)
        pawns = rest(pawns)
        rings = rings_on(state, pawn)
        reached |= reach(state, pawn, rings)
        worth += WORTH[rings] + ADVANCE[player, pawn]
    return reached, worth


@inline
def standing(state: Words, player: U, mine: U, theirs: U) -> tuple[int, U, U]:
    """What safety and prospects are worth; where a player can land, and the outposts that nobody could strike."""
    pawns, ringed, goal = state[PAWNS + player], carrying(state), HOME[ONE - player]
    landings = mine & goal & ~everyone(state) & ~theirs
    outposts = pawns & ~ringed & goal
    value = SAFE * signed(size(pawns & ringed & ~theirs))
    value += LANDING * signed(size(landings)) + OUTPOST * signed(size(outposts))
    return value, landings, outposts & ~theirs


@inline
def largest(state: Words, pawns: U) -> int:
    """The rings of the largest stack."""
    most = ZERO
    while pawns:
        most = max(most, rings_on(state, lowest(pawns)))
        pawns = rest(pawns)
    return signed(most)


@kernel(EVALUATE)
def evaluate(state: Words, player: U) -> int:
    enemy = ONE - player
    mine, worth = muster(state, player)
    theirs, enemy_worth = muster(state, enemy)
    own, landings, outposts = standing(state, player, mine, theirs)
    other, enemy_landings, enemy_outposts = standing(state, enemy, theirs, mine)
    value = worth - enemy_worth + own - other + TURN
    value += TARGET * largest(state, state[PAWNS + enemy] & mine)
    value += (THROUGH if landings else 0) - (WARNING if enemy_landings else 0)
    value += (RELAY if outposts else 0) - (RELAY_WARNING if enemy_outposts else 0)
    quiet = signed(state[QUIET])
    if quiet > RESTLESS:
        value = value * (PATIENCE - quiet) // (PATIENCE - RESTLESS)
    return value


@inline
def arrivals(player: U, move: U) -> U:
    """The cells of the enemy's first row that get rings by a move or a distribution."""
    reached = receivers_of(move) if kind_of(move) == SHARE else ONE << target_of(move)
    return reached & HOME[ONE - player]


@kernel(count(words, word, words, count, words))
def order_moves(state: Words, player: U, moves: Words, found: int, urgencies: Words) -> int:
    """Strikes by the rings they take, and arrivals that nobody could strike; intruders must be struck (MAL-5)."""
    intruders = state[ENEMY_PAWNS - player] & carrying(state) & HOME[player]
    guarded, looked = ZERO, False
    for number in range(found):
        move = moves[number]
        urgencies[number] = ZERO
        if kind_of(move) == STRIKE:
            target = target_of(move)
            if not intruders or has(intruders, target):
                urgencies[number] = U(10) + rings_on(state, target)
        elif arrivals(player, move):
            if not looked:
                looked = True
                guarded, _ = muster(state, ONE - player)
            if arrivals(player, move) & ~guarded:
                urgencies[number] = U(50)
    return 1 if intruders else 0
