"""How far a search may go, as programs ask for it."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from ludotheque.engine.limit import Limit
from ludotheque.errors import LudothequeError
from ludotheque.texts import say

SECONDS = 1.0
"""The time of a search that no bound was given."""


@dataclass(frozen=True)
class Bounds:
    """A time, a depth and a number of nodes; a search ends at the first of them. None: no such bound."""

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        if self.seconds is not None:
            known = isinstance(self.seconds, int | float) and not isinstance(self.seconds, bool)
            if not known or not 0 <= self.seconds <= threading.TIMEOUT_MAX:
                raise LudothequeError(say("analysis.seconds", value=self.seconds))
        for name, value in (("depth", self.depth), ("nodes", self.nodes)):
            if value is not None:
                check_count(name, value)

    def or_default(self) -> Bounds:
        """Return these bounds, or one second where there is none."""
        return self if self != Bounds() else Bounds(SECONDS)

    def limit(self) -> Limit:
        """Return a limit for one search. It does not hold the depth, which belongs to the search."""
        return Limit(self.seconds, self.nodes)


def check_count(name: str, value: int) -> None:
    """Raise an error unless a bound is a whole number from 1 on."""
    if type(value) is not int or value < 1:
        raise LudothequeError(say("analysis.count", name=name, value=value))
