"""The transposition table: what a search remembers about positions that it may meet again.

A table is an array with an entry in each row. The number of rows is a power of two. The columns are:

    KEY     the hash of the position
    INFO    what is known about it, packed into one word
    MOVE    the best move; a table of the solver has no such column

Alpha-beta searches pack INFO like this. The solver has its own use for bits 0-31 and keeps its effort as the depth.

    bits 0-31   the value + OFFSET
    bits 32-39  the depth of the search
    bits 40-41  the bound: EXACT, LOWER or UPPER
    bit 42      whether the search was a proof search, see `alphabeta/kernels.py`
    bits 48-63  the age

A position may lie in several neighbouring places, its bucket. An engine chooses the size of its buckets and which entry
makes room for a new one.
"""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, signed
from ludotheque.kernel import Words, inline

KEY, INFO, MOVE = 0, 1, 2
EXACT, LOWER, UPPER = 0, 1, 2
OFFSET = 1 << 31
"""Beyond all values, in either direction."""
DEPTH_BITS, BOUND_BITS, PROOF_SEARCH_BIT, AGE_BITS = U(32), U(40), U(42), U(48)
MIXER = U(0x9E3779B97F4A7C15)
ABSENT = -1
"""The place of a position that the table does not hold."""


# Keys.


@inline
def key_of(state: Words, masks: Words) -> U:
    """The hash of a state. Masks blank what should make no difference, such as counters of quiet turns."""
    key = ZERO
    for number in range(len(state)):
        key = (key ^ (state[number] & masks[number])) * MIXER
        key ^= key >> U(29)
    return key


@inline
def aged_key_of(state: Words, masks: Words, nears: Words, age: U) -> U:
    """The hash of a state, where a counter that has reached `nears` is no longer blanked.

    The age changes the upper bits only. A position has the same bucket at every age.
    """
    key = ZERO
    for number in range(len(state)):
        value = state[number]
        key = (key ^ (value if value >= nears[number] else value & masks[number])) * MIXER
        key ^= key >> U(29)
    return key ^ (age << AGE_BITS)


# Places.


@inline
def bucket_of(table: Words, key: U, ways: int) -> int:
    """The first place of the bucket of a key. `ways` is the size of a bucket, a power of two."""
    return signed(key & U(len(table) - ways))


@inline
def probe(table: Words, key: U, ways: int) -> int:
    """The place of the entry with this key, or ABSENT."""
    start = bucket_of(table, key, ways)
    for place in range(start, start + ways):
        if table[place, KEY] == key:
            return place
    return ABSENT


@inline
def deepest_or_latest(table: Words, key: U, info: U) -> int:
    """Where to store an entry in buckets of two: the first place keeps the deepest, the second one the latest."""
    place = bucket_of(table, key, 2)
    old = table[place, INFO]
    if table[place, KEY] == key or depth_of(old) <= depth_of(info) or old >> AGE_BITS != info >> AGE_BITS:
        return place
    return place + 1


@inline
def least_deep(table: Words, key: U, ways: int) -> int:
    """Where to store an entry: its old place, else the place of the least deep entry of the bucket."""
    start = bucket_of(table, key, ways)
    best, least = start, 1 << 20
    for place in range(start, start + ways):
        if table[place, KEY] == key:
            return place
        depth = depth_of(table[place, INFO])
        if depth < least:
            best, least = place, depth
    return best


@inline
def store(table: Words, place: int, key: U, info: U, move: U) -> None:
    """Write an entry."""
    table[place, KEY] = key
    table[place, INFO] = info
    table[place, MOVE] = move


# Entries.


@inline
def pack(value: int, depth: int, bound: int, proof_search: bool, age: U) -> U:
    """The INFO word of an alpha-beta search."""
    return (
        U(value + OFFSET)
        | (U(depth) << DEPTH_BITS)
        | (U(bound) << BOUND_BITS)
        | (U(proof_search) << PROOF_SEARCH_BIT)
        | (age << AGE_BITS)
    )


@inline
def value_of(info: U) -> int:
    return signed(info & U(0xFFFF_FFFF)) - OFFSET


@inline
def depth_of(info: U) -> int:
    return signed((info >> DEPTH_BITS) & U(255))


@inline
def bound_of(info: U) -> int:
    return signed((info >> BOUND_BITS) & U(3))


@inline
def is_proof_search(info: U) -> bool:
    return (info >> PROOF_SEARCH_BIT) & ONE != ZERO


@inline
def from_node(value: int, ply: int, sure: int) -> int:
    """A value as the table keeps it: a proven win by its distance from the node, not from the root."""
    if value >= sure:
        return value + ply
    return value - ply if value <= -sure else value


@inline
def from_root(value: int, ply: int, sure: int) -> int:
    """A value of the table as the search counts: a proven win by its distance from the root."""
    if value >= sure:
        return value - ply
    return value + ply if value <= -sure else value


@inline
def cuts(value: int, bound: int, alpha: int, beta: int) -> bool:
    """Whether a value of the table settles a node that is searched with this window."""
    return bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)
