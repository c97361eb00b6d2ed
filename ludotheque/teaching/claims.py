"""Claims: what a sentence compares, bound to the figures that must bear it.

A claim is a text such as `usual.sides.0 > 50`, `middle.sides.0 < edge.sides.0` or `usual.reasons.quiet ~ 50`. On each
side stands a place in the statistics, or a number in per cent on the right. `>` and `<` hold when the 95 % interval of
the difference excludes zero (Newcombe's method, from the intervals of both sides). Two shares of the same games are not
independent: more of one is less of the other, which makes the interval wider. `~` holds when that interval lies within
ten points on either side of zero. So it says that a large difference is excluded, not that there is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import prod, sqrt
from typing import Any

CLAIM = re.compile(r"(\S+) ([<>~]) (\S+)")
CLOSE = 0.10
"""Two sides are close when they differ by less than this. The sentences that compare say so: "ten points"."""
FEWEST = 400
"""A claim needs this number of games on each side."""


@dataclass(frozen=True)
class Claim:
    """One comparison of two figures."""

    left: str
    sign: str
    right: str

    @classmethod
    def parse(cls, text: str) -> Claim:
        found = CLAIM.fullmatch(text)
        if not found:
            raise ValueError(text)
        return cls(*found.groups())

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"

    def difference(self, at: Callable[[str], Any]) -> tuple[float, float]:
        """The 95 % interval of how much larger the left side is."""
        one, two = _row(at, self.left), _row(at, self.right)
        gap, together = one["share"] - two["share"], self._correlation(one, two)
        below = _joined(one["share"] - one["low"], two["high"] - two["share"], together)
        above = _joined(one["high"] - one["share"], two["share"] - two["low"], together)
        return gap - below, gap + above

    def _correlation(self, one: Mapping[str, float], two: Mapping[str, float]) -> float:
        """How the two sides depend on each other: 0 for different games, below 0 for shares of the same ones."""
        place, other = self.left.rpartition(".")[0], self.right.rpartition(".")[0]
        if place != other:
            return 0.0
        if place.rpartition(".")[2] == "sides":
            return -1.0  # what one player wins the other loses
        if "count" not in one or (one["share"] == 1 or two["share"] == 1):
            return 0.0
        odds = (row["share"] / (1 - row["share"]) for row in (one, two))
        return -sqrt(prod(odds))

    def holds(self, at: Callable[[str], Any]) -> bool:
        """Whether the figures bear the claim."""
        low, high = self.difference(at)
        if self.sign == "~":
            return low > -CLOSE and high < CLOSE
        return low > 0 if self.sign == ">" else high < 0

    def games(self, at: Callable[[str], Any]) -> int:
        """The games on the side that has fewer."""
        sides = [side for side in (self.left, self.right) if not _is_number(side)]
        return min(int(at(side).get("games") or at(side.partition(".")[0])["games"]) for side in sides)


def _joined(one: float, two: float, together: float) -> float:
    """The half of an interval of a difference, from those of both sides."""
    return sqrt(max(0.0, one**2 - 2 * together * one * two + two**2))


def _is_number(side: str) -> bool:
    return re.fullmatch(r"\d+", side) is not None


def _row(at: Callable[[str], Any], side: str) -> Mapping[str, float]:
    if _is_number(side):
        share = int(side) / 100
        return {"share": share, "low": share, "high": share}
    row: Mapping[str, float] = at(side)
    return row
