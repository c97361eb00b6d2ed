"""What a position of Moaaï is worth: room to move, for the player to move.

A player with room chooses when to take and pass the turn (MOA-5). A player with little room soon moves last (MOA-6). Of
positions from random games on all terrains, solved to the end, the player to move wins 4 % with two ways to move, 33 %
with four, 60 % with five or six, 88 % with seven or eight, and nearly all with more.

The value of a filling depends on the moves that it will allow the first player to move. Of 1,500 fillings of the small
honeycomb, solved to the end, the share of first moves that win is 0.33 + 0.035 for each move that takes nothing - 0.031
for each that takes (correlation 0.95). A move that takes nothing keeps the turn, a move that takes gives it away.
"""

from __future__ import annotations

from ludotheque.bits import ZERO, U, bit, lowest, rest, signed, size
from ludotheque.games.moaai.layout import OCCUPIED, STOCK
from ludotheque.games.moaai.rules import NEIGHBOURS, PLAYERS, TERRAIN, alike, ways_out
from ludotheque.kernel import EVALUATE, Words, inline, kernel
from ludotheque.status_kernels import is_to_act, option

SCALE = 150.0
COUNTERS = ()
EVEN = 5
"""This many ways to move are worth about as much as the opponent's turn."""
FILLING, FREEDOM = 300, 15
"""What beginning the movement is worth, and each move that takes nothing, less those that take.

From random fillings the first player to move wins nearly all games.
"""


@inline
def ways(state: Words) -> int:
    """How many moves all pieces have together (MOA-5)."""
    found = ZERO
    movers = state[OCCUPIED]
    while movers:
        found += size(ways_out(state, lowest(movers)))
        movers = rest(movers)
    return signed(found)


@inline
def freedom(state: Words) -> int:
    """The moves that would take nothing, less those that would take (MOA-5a, MOA-5b)."""
    found = 0
    movers = state[OCCUPIED]
    while movers:
        cell = lowest(movers)
        movers = rest(movers)
        partners = alike(state, cell) & state[OCCUPIED] & ~bit(cell)
        ends = ways_out(state, cell)
        while ends:
            found += -1 if NEIGHBOURS[option(state, TERRAIN), lowest(ends)] & partners else 1
            ends = rest(ends)
    return found


@kernel(EVALUATE)
def evaluate(state: Words, player: U) -> int:
    if state[STOCK]:
        # Player 0 begins the movement (MOA-4). With three players nobody knows who gains by it.
        lead = FILLING + FREEDOM * freedom(state) if option(state, PLAYERS) == ZERO else 0
        return lead if player == ZERO else -lead
    value = 100 * (ways(state) - EVEN)
    if is_to_act(state, player):
        return value
    return -value if option(state, PLAYERS) == ZERO else -value // 2
