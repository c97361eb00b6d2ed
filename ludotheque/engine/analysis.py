"""What a search has found."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludotheque.position import Move, View


@dataclass(frozen=True)
class Candidate:
    """One move and what it leads to.

    `chance` is the winning chance of the player to move, from 0 (lost) to 1 (won); a draw counts half. `line` holds the
    moves that the search expects, this one first; it ends where a position would come again. `weight` is how often to
    play the move where the player must not be predictable; None where the best move is always right. A `proven` chance
    is not an estimate but the result with best play, reached after `distance` moves.
    """

    move: Move
    chance: float
    line: tuple[Move, ...] = ()
    weight: float | None = None
    proven: bool = False
    distance: int | None = None


@dataclass(frozen=True)
class Analysis:
    """The moves of one player in one position, best first (in a mixed strategy, the most frequent first).

    `depth` is the depth that the search has finished; 0 for a tree search that no depth bounds, or that was stopped
    before. `nodes` are the positions, or the rounds of a tree search, that it took.

    >>> import ludotheque as lt
    >>> analysis = lt.analyse(lt.load("malawi").start(), depth=2, lines=3)
    >>> analysis.depth, len(analysis.candidates), analysis.best.move == analysis.best.line[0]
    (2, 3, True)
    """

    view: View
    candidates: tuple[Candidate, ...]
    depth: int
    nodes: int
    seconds: float = field(compare=False)

    @property
    def player(self) -> int:
        """The player whose moves these are."""
        assert self.view.player is not None
        return self.view.player

    @property
    def best(self) -> Candidate:
        """The first of the candidates."""
        return self.candidates[0]

    @property
    def chance(self) -> float:
        """The winning chance with best play (in a mixed strategy, on average)."""
        if self.best.weight is None:
            return self.best.chance
        return sum(candidate.chance * (candidate.weight or 0.0) for candidate in self.candidates)

    @property
    def proven(self) -> bool:
        """Whether the chance is certain."""
        return self.best.proven

    def _repr_html_(self) -> str:
        from ludotheque.engine.notebook import analysis_html

        return analysis_html(self)
