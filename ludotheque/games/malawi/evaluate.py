"""What a position of Malawi is worth: rings, and pawns that carry any."""

from __future__ import annotations

from ludotheque.bits import ONE, U, signed, size
from ludotheque.games.malawi.rules import carrying
from ludotheque.kernel import EVALUATE, Words, inline, kernel

SCALE = 150.0
COUNTERS = (7,)


@inline
def strength(state: Words, player: U) -> int:
    pawns = state[U(1) + player]
    rings = size(state[3] & pawns) + U(2) * size(state[4] & pawns)
    rings += U(4) * size(state[5] & pawns) + U(8) * size(state[6] & pawns)
    return 100 * signed(rings) + 20 * signed(size(pawns & carrying(state)))


@kernel(EVALUATE)
def evaluate(state: Words, player: U) -> int:
    return strength(state, player) - strength(state, ONE - player)
