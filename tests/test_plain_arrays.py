"""Plain arrays do what numpy's do, as far as `arrays.py` promises it."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from ludotheque import arrays
from ludotheque.plain_arrays import Array

KINDS = {"Q": np.uint64, "q": np.int64, "d": np.float64}


def pair(kind: str, shape: tuple[int, ...]) -> tuple[Any, Any]:
    """The same numbers as a plain array and as numpy's."""
    plain, theirs = Array.zeros(kind, shape), np.zeros(shape, KINDS[kind])
    for number in range(theirs.size):
        place = np.unravel_index(number, shape) if len(shape) == 2 else (number,)
        for array in (plain, theirs):
            array[tuple(map(int, place)) if len(shape) == 2 else number] = number * 3
    return plain, theirs


@pytest.mark.parametrize("kind", KINDS)
def test_items_rows_and_slices(kind: str) -> None:
    plain, theirs = pair(kind, (4, 5))
    assert plain.tolist() == theirs.tolist()
    assert len(plain) == len(theirs)
    assert plain.shape == theirs.shape
    for place in (1, (2, 3), (-1, 4), slice(1, 3), (2, slice(1, 4)), (0, slice(None, 2))):
        mine, other = plain[place], theirs[place]
        assert (mine.tolist() if isinstance(mine, Array) else mine) == other.tolist()
    row, other_row = plain[2], theirs[2]
    assert row.item(1) == other_row.item(1)
    assert list(row) == list(other_row)
    assert 33 in row
    assert 34 not in row
    assert [one.tolist() for one in plain] == theirs.tolist()
    with pytest.raises(IndexError):
        plain[4]


def test_rows_and_slices_share_their_memory() -> None:
    plain, theirs = pair("Q", (3, 4))
    for array in (plain, theirs):
        array[1][2:][0] = 99
        array[2][:] = 7
        array[0] = array[1]
        array[2, 1:3] = [5, 2**64 - 1]
        array[1:2] = 0
    assert plain.tolist() == theirs.tolist()
    copy = plain.copy()
    copy[0] = 1
    assert plain.tolist() == theirs.tolist()
    assert copy.tolist()[0] == [1, 1, 1, 1]


def test_a_shift_of_all_words() -> None:
    plain, theirs = pair("Q", (2, 3))
    for array in (plain, theirs):
        array[:] <<= arrays.word(61)
        array[:] >>= arrays.word(3)
    assert plain.tolist() == theirs.tolist()


def test_the_address_is_that_of_the_items() -> None:
    plain, _ = pair("Q", (3, 4))
    for part, first in ((plain, 0), (plain[1], 4), (plain[2][1:], 9), (plain[1:], 4)):
        assert ctypes.c_uint64.from_address(part.flat[0]).value == 3 * first
        assert part.flat[1:] == part.shape


def test_a_row_of_values() -> None:
    assert Array.of("Q", [1, 2**64 - 1]).tolist() == arrays.words([1, 2**64 - 1]).tolist()
    assert Array.zeros("d", (2,)).tolist() == arrays.reals(2).tolist()
    with pytest.raises(OverflowError):
        Array.of("Q", [2**64])
