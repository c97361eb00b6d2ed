"""What a search has found."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.position import Move


@dataclass(frozen=True)
class Candidate:
    """One move and what it leads to.

    `chance` is the winning chance of the player to move, from 0 (lost) to 1 (won); a draw counts half. `weight` is how
    often to play the move where the player must not be predictable; None where the best move is always right. A
    `proven` chance is not an estimate but the result with best play, reached after `distance` moves.
    """

    move: Move
    chance: float
    line: tuple[Move, ...] = ()
    weight: float | None = None
    proven: bool = False
    distance: int | None = None


@dataclass(frozen=True)
class Analysis:
    """The moves of one player in one position, best first (in a mixed strategy, the most frequent first)."""

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
        """The winning chance with best play (in a mixed strategy, on average)."""
        if self.best.weight is None:
            return self.best.chance
        return sum(candidate.chance * (candidate.weight or 0.0) for candidate in self.candidates)

    @property
    def proven(self) -> bool:
        return self.best.proven
