"""What a search has found out, in words that people and programs share."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.position import Move


@dataclass(frozen=True)
class Candidate:
    """One decision and what becomes of it.

    `chance` is what the deciding player may expect, from 0 (lost) to 1 (won), a draw counting half. `weight` is how
    often a decision should be taken where it must not be predictable; it is None where one may always take the best.
    `proven`: the chance is no estimate but the result with best play, reached after `distance` decisions.
    """

    move: Move
    chance: float
    line: tuple[Move, ...] = ()
    weight: float | None = None
    proven: bool = False
    distance: int | None = None


@dataclass(frozen=True)
class Analysis:
    """The decisions of one player in one position, best first (where they are mixed: the most frequent first)."""

    player: int
    candidates: tuple[Candidate, ...]
    depth: int
    nodes: int
    seconds: float

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    @property
    def chance(self) -> float:
        """What the player may expect with best play (of a mixture: on average)."""
        if self.best.weight is None:
            return self.best.chance
        return sum(candidate.chance * (candidate.weight or 0.0) for candidate in self.candidates)

    @property
    def proven(self) -> bool:
        return self.best.proven
