"""Claims: what a sentence compares, bound to the figures that must bear it.

A claim is a text such as `usual.sides.0 > 50`, `middle.sides.0 < edge.sides.0` or `usual.reasons.quiet ~ 50`. On each
side stands a place in the statistics, or a number in per cent on the right. `>` and `<` hold when the 95 % interval of
the difference excludes zero (Newcombe's method, from the intervals of both sides). `~` holds when that interval lies
within ten points on either side of zero. So it says that a large difference is excluded, not that there is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
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
        gap = one["share"] - two["share"]
        below = sqrt((one["share"] - one["low"]) ** 2 + (two["high"] - two["share"]) ** 2)
        above = sqrt((one["high"] - one["share"]) ** 2 + (two["share"] - two["low"]) ** 2)
        return gap - below, gap + above

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


def _is_number(side: str) -> bool:
    return re.fullmatch(r"\d+", side) is not None


def _row(at: Callable[[str], Any], side: str) -> Mapping[str, float]:
    if _is_number(side):
        share = int(side) / 100
        return {"share": share, "low": share, "high": share}
    row: Mapping[str, float] = at(side)
    return row
