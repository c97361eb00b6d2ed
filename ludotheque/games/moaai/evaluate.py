"""What a position of Moaaï is worth: room to move, for the player who is to move.

With room one chooses when to take and pass the turn (MOA-5); with little one is soon the last to move (MOA-6). Of
positions from random games on all terrains, solved to the end, the player to move wins 4 % with two ways to move, 33 %
with four, 60 % with five or six, 88 % with seven or eight, and nearly all with more.
"""

from __future__ import annotations

from ludotheque.bits import ZERO, U, has, lowest, rest, signed, size
from ludotheque.games.moaai.rules import PIECES, PLAYERS, STOCK, ways_out
from ludotheque.kernel import EVALUATE, Words, inline, kernel
from ludotheque.status import option

SCALE = 150.0
COUNTERS = ()
EVEN = 5
"""So many ways to move are worth about as much as the turn of the other."""
FILLING = 300
"""What beginning the movement is worth: of random fillings the first to move wins nearly all."""


@inline
def ways(state: Words) -> int:
    """How many moves all pieces have together, or would have (MOA-5)."""
    found = ZERO
    movers = state[PIECES]
    while movers:
        found += size(ways_out(state, lowest(movers)))
        movers = rest(movers)
    return signed(found)


@kernel(EVALUATE)
def evaluate(state: Words, player: U) -> int:
    if state[STOCK]:
        # Player 0 begins the movement (MOA-4) and wants room; with three nobody knows who gains by it.
        lead = FILLING + 5 * ways(state) if option(state, PLAYERS) == ZERO else 0
        return lead if player == ZERO else -lead
    value = 100 * (ways(state) - EVEN)
    if has(state[0], player):
        return value
    return -value if option(state, PLAYERS) == ZERO else -value // 2
