"""Keys of tables: positions by a hash of their words."""

from __future__ import annotations

from ludotheque.bits import ZERO, U
from ludotheque.kernel import Words, inline

MIXER = U(0x9E3779B97F4A7C15)


@inline
def key_of(state: Words, masks: Words) -> U:
    """A hash of the state; masks blank what should not tell positions apart (counters of quiet turns)."""
    key = ZERO
    for number in range(len(state)):
        key = (key ^ (state[number] & masks[number])) * MIXER
        key ^= key >> U(29)
    return key
