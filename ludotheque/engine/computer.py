"""A computer opponent: a level bound to a game, deciding from views."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from math import exp

from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.levels import Level
from ludotheque.engine.limit import Limit
from ludotheque.engine.thinker import Thinker, thinker_for
from ludotheque.position import Game, Move, View

NOTICED_AT_LEAST = 2
"""Nobody overlooks everything."""


class Computer:
    """Plays one game at one level; the same seed and the same views give the same decisions.

    `seconds` overrides the level's time. A computer belongs to one thread at a time; `stop()` may come from any.
    """

    def __init__(self, game: Game, level: Level, seed: int = 0, seconds: float | None = None) -> None:
        self.level = level if seconds is None else replace(level, seconds=seconds)
        self.seed = seed
        self.thinker: Thinker = thinker_for(game.rulebook)
        self._limit: Limit | None = None

    def choose(self, view: View) -> Move:
        """The decision of the view's player."""
        dice = random.Random(f"{self.seed} {view.text} {view.player}")
        analysis = self.think(view, dice.getrandbits(32))
        if self.errs:
            return self._err(analysis.candidates, dice)
        if analysis.best.weight is None:
            return analysis.best.move
        return _by_weight(analysis.candidates, [candidate.weight or 0.0 for candidate in analysis.candidates], dice)

    @property
    def errs(self) -> bool:
        return self.level.overlooked > 0 or self.level.carelessness > 0

    def think(self, view: View, seed: int) -> Analysis:
        """Search as far as the level looks; as many lines as it needs to err among them."""
        with Limit(self.level.seconds) as limit:
            self._limit = limit
            return self.thinker.think(
                view, limit, depth=self.level.depth, lines=len(view.legal_moves()) if self.errs else 1, seed=seed
            )

    def stop(self) -> None:
        """End the search that is going on."""
        if self._limit:
            self._limit.stop()

    def _err(self, candidates: Sequence[Candidate], dice: random.Random) -> Move:
        """Overlook some, then take one that is nearly the best of the rest."""
        noticed = [candidate for candidate in candidates if dice.random() >= self.level.overlooked]
        if len(noticed) < NOTICED_AT_LEAST:
            noticed = dice.sample(list(candidates), min(NOTICED_AT_LEAST, len(candidates)))
        if not self.level.carelessness:
            return max(noticed, key=lambda candidate: candidate.chance).move
        best = max(candidate.chance for candidate in noticed)
        weights = [exp((candidate.chance - best) / self.level.carelessness) for candidate in noticed]
        return _by_weight(noticed, weights, dice)


def _by_weight(candidates: Sequence[Candidate], weights: Sequence[float], dice: random.Random) -> Move:
    return dice.choices(candidates, weights)[0].move
