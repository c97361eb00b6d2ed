"""What a position of Moaaï is worth: room to move, for the player who is to move.

With room one chooses when to take and pass the turn (MOA-5); with little one is soon the last to move (MOA-6). Of
positions from random games on all terrains, solved to the end, the player to move wins 4 % with two ways to move, 33 %
with four, 60 % with five or six, 88 % with seven or eight, and nearly all with more.

A filling is judged by the moves that it will allow the first to move. Of 1,500 fillings of the small honeycomb, solved
to the end, the share of first moves that win is 0.33 + 0.035 for each move that takes nothing - 0.031 for each that
takes (correlation 0.95): who may move on decides, who must take gives the turn away.
"""

from __future__ import annotations

from ludotheque.bits import ZERO, U, bit, has, lowest, rest, signed, size
from ludotheque.games.moaai.rules import NEIGHBOURS, PIECES, PLAYERS, STOCK, TERRAIN, same, ways_out
from ludotheque.kernel import EVALUATE, Words, inline, kernel
from ludotheque.status import option

SCALE = 150.0
COUNTERS = ()
EVEN = 5
"""So many ways to move are worth about as much as the turn of the other."""
FILLING, FREEDOM = 300, 15
"""What beginning the movement is worth, for of random fillings the first to move wins nearly all; and each move that
takes nothing, less those that take."""


@inline
def ways(state: Words) -> int:
    """How many moves all pieces have together (MOA-5)."""
    found = ZERO
    movers = state[PIECES]
    while movers:
        found += size(ways_out(state, lowest(movers)))
        movers = rest(movers)
    return signed(found)


@inline
def freedom(state: Words) -> int:
    """The moves that would take nothing, less those that would take (MOA-5a, MOA-5b)."""
    found = 0
    movers = state[PIECES]
    while movers:
        cell = lowest(movers)
        movers = rest(movers)
        alike = (same(state[4], cell) & same(state[5], cell)) | (same(state[6], cell) & same(state[7], cell))
        alike &= state[PIECES] & ~bit(cell)
        ends = ways_out(state, cell)
        while ends:
            found += -1 if NEIGHBOURS[option(state, TERRAIN), lowest(ends)] & alike else 1
            ends = rest(ends)
    return found


@kernel(EVALUATE)
def evaluate(state: Words, player: U) -> int:
    if state[STOCK]:
        # Player 0 begins the movement (MOA-4); with three nobody knows who gains by it.
        lead = FILLING + FREEDOM * freedom(state) if option(state, PLAYERS) == ZERO else 0
        return lead if player == ZERO else -lead
    value = 100 * (ways(state) - EVEN)
    if has(state[0], player):
        return value
    return -value if option(state, PLAYERS) == ZERO else -value // 2
