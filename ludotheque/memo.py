"""Remembering what is asked again and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V], Generic[K, V]):
    """What a function made of each of its arguments.

    A hit is a look into a dictionary and touches nothing else, unlike `lru_cache`, which keeps a list in order at every
    hit: with hundreds of games at once, that list is what the processor waits for. Forgets everything when it is full.
    """

    def __init__(self, make: Callable[[K], V], most: int) -> None:
        super().__init__()
        self.make, self.most = make, most

    def __missing__(self, key: K) -> V:
        if len(self) >= self.most:
            self.clear()
        value = self[key] = self.make(key)
        return value
