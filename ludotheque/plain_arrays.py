"""Arrays of 64-bit words, integers and floats where there is no numpy, as in a browser.

They do what `arrays.py` promises and no more: one or two dimensions, rows and slices that share their memory, and an
address for kernels. Python's `array` owns the memory.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Self

ITEM = 8
"""The bytes of an item, of any kind."""
Shape = tuple[int, ...]


class Array:
    """An array, or a part of one that shares its memory."""

    __slots__ = ("flat", "items", "shape")

    def __init__(self, items: memoryview, address: int, shape: Shape) -> None:
        self.items = items
        """The items, one after the other."""
        self.shape = shape
        self.flat = (address, *shape)
        """What stands for the array where kernels take flat arguments."""

    @classmethod
    def of(cls, kind: str, values: Iterable[float]) -> Self:
        """Return a row of these values; the kind is a code of Python's `array`."""
        row = array(kind, values)
        return cls(memoryview(row), row.buffer_info()[0], (len(row),))

    @classmethod
    def zeros(cls, kind: str, shape: int | Shape) -> Self:
        """Return an array of zeros, of a length or a shape."""
        shape = (shape,) if isinstance(shape, int) else shape
        size = 1
        for length in shape:
            size *= length
        row = array(kind, bytes(ITEM)) * size
        return cls(memoryview(row), row.buffer_info()[0], shape)

    def _part(self, first: int, shape: Shape, size: int) -> Self:
        return type(self)(self.items[first : first + size], self.flat[0] + first * ITEM, shape)

    def _rows(self, place: slice) -> tuple[int, int]:
        """The first and the number of the rows, or items, of a slice without gaps."""
        first, last, step = place.indices(self.shape[0])
        assert step == 1
        return first, max(0, last - first)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            first, number = self._rows(place)
            width = self.shape[1] if len(self.shape) == 2 else 1
            return self._part(first * width, (number, *self.shape[1:]), number * width)
        if isinstance(place, tuple):
            row, place = place
            found = self[row]
            return found[place]
        if len(self.shape) == 1:
            return self.items[place]
        width = self.shape[1]
        return self._part(range(self.shape[0])[place] * width, (width,), width)

    def __setitem__(self, place: Any, value: Any) -> None:
        if isinstance(place, tuple):
            row, place = place
            self[row][place] = value
        elif isinstance(place, slice) or len(self.shape) == 2:
            self[place]._fill(value)
        else:
            self.items[place] = value

    def _fill(self, value: Any) -> None:
        """Write a value everywhere, or values one after the other."""
        if isinstance(value, Array):
            self.items[:] = value.items
        elif isinstance(value, Sequence):
            self.items[:] = array(self.items.format, value)
        elif value:
            self.items[:] = array(self.items.format, [value]) * len(self.items)
        else:
            ctypes.memset(self.flat[0], 0, len(self.items) * ITEM)

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.items) if len(self.shape) == 1 else (self[row] for row in range(self.shape[0]))

    def __contains__(self, value: object) -> bool:
        return value in self.items.tolist()

    def __ilshift__(self, bits: int) -> Self:
        self._fill([item << bits & 2**64 - 1 for item in self.items.tolist()])
        return self

    def __irshift__(self, bits: int) -> Self:
        self._fill([item >> bits for item in self.items.tolist()])
        return self

    def item(self, place: int) -> Any:
        """Return one item of a row."""
        return self.items[place]

    def tolist(self) -> list[Any]:
        """Return the items, or the rows, as plain numbers."""
        return self.items.tolist() if len(self.shape) == 1 else [row.tolist() for row in self]

    def copy(self) -> Self:
        """Return an array of its own with the same items."""
        copied = self.zeros(self.items.format, self.shape)
        copied.items[:] = self.items
        return copied
