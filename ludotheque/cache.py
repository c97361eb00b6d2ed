"""A cache for what is asked again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Cache(dict[K, V], Generic[K, V]):
    """What a function made of each of its arguments. A full cache forgets everything.

    A hit only reads a dictionary. `lru_cache` also reorders a linked list at every hit, and with hundreds of games at
    once the processor waits for that list.

    >>> squares = Cache(lambda number: number * number, size=100)
    >>> squares[12]
    144
    """

    def __init__(self, make: Callable[[K], V], size: int) -> None:
        super().__init__()
        self.make, self.size = make, size

    def __missing__(self, key: K) -> V:
        if len(self) >= self.size:
            self.clear()
        value = self[key] = self.make(key)
        return value
