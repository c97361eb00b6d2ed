"""Arrays for kernels, as Python code makes them: numpy's, or plain ones where there is no numpy (a browser).

Code that also runs in a browser makes arrays with these functions alone; `array` and `empty` are numpy's, for words. It
may index an array, slice it without gaps, take a row, assign to any of these, and ask for `len`, `tolist`, `item`,
`copy`, `in` and `shape`. Rows and slices share their memory.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludotheque.kernel import Numbers, Reals, Words

Shape = int | tuple[int, ...]

if sys.platform == "emscripten":
    from ludotheque.plain_arrays import Array

    WORD, word = "Q", int

    def array(values: Iterable[int], kind: str) -> Words:
        return Array.of(kind, values)

    def empty(shape: Shape, kind: str) -> Words:
        return Array.zeros(kind, shape)

    words = partial(Array.of, "Q")
    zeros = partial(Array.zeros, "Q")
    integers, reals = partial(Array.zeros, "q"), partial(Array.zeros, "d")

    def full(length: int, value: int) -> Words:
        return words([value] * length)

else:
    import numpy as np

    # numpy's own functions, where every move of a game makes an array: a function around them would cost 3 %.
    array, empty = np.array, np.empty
    WORD = word = np.uint64
    """What an array of words is made of, and a word as kernels take it."""

    def words(values: Iterable[int]) -> Words:
        """Return a row of words with these values."""
        return np.array(values, word)

    def zeros(shape: Shape) -> Words:
        """Return words that are zero, of a length or a shape."""
        return np.zeros(shape, word)

    def full(length: int, value: int) -> Words:
        """Return a row of this length that holds a word everywhere."""
        return np.full(length, value, word)

    def integers(shape: Shape) -> Numbers:
        """Return signed integers that are zero, of a length or a shape."""
        return np.zeros(shape, np.int64)

    def reals(shape: Shape) -> Reals:
        """Return floats that are zero, of a length or a shape."""
        return np.zeros(shape, np.float64)


def seed_word(seed: int) -> Any:
    """Return a seed for kernels: its bits spread over the word, and never zero."""
    return word((seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % 2**64 or 1)
