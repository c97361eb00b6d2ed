"""The transposition table: entries come back as they were stored, and replacement follows its rules."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.bits import U
from ludotheque.engine.transposition import (
    ABSENT,
    EXACT,
    INFO,
    LOWER,
    MOVE,
    UPPER,
    aged_key_of,
    bound_of,
    cuts,
    deepest_or_latest,
    depth_of,
    from_node,
    from_root,
    is_proof_search,
    key_of,
    least_deep,
    pack,
    probe,
    store,
    value_of,
)
from ludotheque.kernel import Words

SURE = 999_000


def table() -> Words:
    return np.zeros((16, 3), np.uint64)


@given(
    st.integers(-2_000_000_096, 2_000_000_096),
    st.integers(0, 255),
    st.sampled_from([EXACT, LOWER, UPPER]),
    st.booleans(),
    st.integers(0, 2**16 - 1),
)
def test_entries_come_back(value: int, depth: int, bound: int, proof_search: bool, age: int) -> None:
    info = U(pack(value, depth, bound, proof_search, U(age)))
    assert (value_of(info), depth_of(info), bound_of(info)) == (value, depth, bound)
    assert is_proof_search(info) == proof_search
    assert int(info) >> 48 == age


@given(st.sampled_from([-999_990, -999_000, -500, 0, 500, 999_000, 999_990]), st.integers(0, 9))
def test_the_distance_of_a_win_is_that_from_the_node(value: int, ply: int) -> None:
    stored = from_node(value, ply, SURE)
    assert from_root(stored, ply, SURE) == value
    assert abs(stored) - abs(value) == (ply if abs(value) >= SURE else 0)


@pytest.mark.parametrize(
    ("value", "bound", "settled"),
    [(5, EXACT, True), (5, LOWER, False), (20, LOWER, True), (5, UPPER, False), (-20, UPPER, True)],
)
def test_a_bound_settles_a_node_only_beyond_the_window(value: int, bound: int, settled: bool) -> None:
    assert cuts(value, bound, -10, 10) == settled


def test_the_first_place_keeps_the_deepest_and_the_second_the_latest() -> None:
    rows = table()
    deep, shallow, later = (U(pack(0, depth, EXACT, False, U(age))) for depth, age in ((9, 1), (3, 1), (1, 2)))
    keys = [U(4 + 16 * number) for number in range(4)]
    for key, info in zip(keys, (deep, shallow, shallow), strict=False):
        store(rows, deepest_or_latest(rows, key, info), key, info, U(7))
    assert probe(rows, keys[0], 2) == 4
    assert probe(rows, keys[1], 2) == ABSENT
    assert probe(rows, keys[2], 2) == 5
    assert rows[4, INFO] == deep
    assert rows[4, MOVE] == 7
    # An entry of another age makes room, however deep it is.
    assert deepest_or_latest(rows, keys[3], later) == 4


def test_the_least_deep_entry_makes_room() -> None:
    rows = table()
    keys = [U(8 + 16 * number) for number in range(5)]
    for key, depth in zip(keys, (5, 2, 7, 4), strict=False):
        store(rows, least_deep(rows, key, 4), key, U(pack(0, depth, EXACT, False, U(0))), U(0))
    assert [probe(rows, key, 4) for key in keys] == [8, 9, 10, 11, ABSENT]
    assert least_deep(rows, keys[4], 4) == 9
    assert least_deep(rows, keys[2], 4) == 10


def test_counters_count_only_near_their_end() -> None:
    full = 2**64 - 1
    masks, nears = np.array([full, 0], np.uint64), np.array([full, 36], np.uint64)
    early, other, late = (np.array([3, count], np.uint64) for count in (5, 6, 40))
    assert key_of(early, masks) == key_of(late, masks)
    assert aged_key_of(early, masks, nears, U(1)) == aged_key_of(other, masks, nears, U(1))
    assert aged_key_of(early, masks, nears, U(1)) != aged_key_of(late, masks, nears, U(1))
    # The age leaves the lower bits alone, which give the place.
    ages = {int(aged_key_of(early, masks, nears, U(age))) for age in (1, 2)}
    assert len(ages) == 2
    assert len({key & 0xFFFF for key in ages}) == 1
