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
        fitted = level.fitted(game.rulebook)
        self.level = fitted if seconds is None else replace(fitted, seconds=seconds)
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
        weights = [candidate.weight or 0.0 for candidate in analysis.candidates]
        return _by_weight(analysis.candidates, weights, dice).move

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
        if self.level.alert:
            candidates = _sound(candidates)
        noticed = [candidate for candidate in candidates if dice.random() >= self.level.overlooked]
        if len(noticed) < NOTICED_AT_LEAST:
            noticed = dice.sample(list(candidates), min(NOTICED_AT_LEAST, len(candidates)))
        best = max(candidate.chance for candidate in noticed)
        content = max(self.level.carelessness, 1e-9)
        chosen = _by_weight(noticed, [exp((candidate.chance - best) / content) for candidate in noticed], dice)
        if not chosen.weight:
            return chosen.move
        # A secret decision is as unpredictable as it should be.
        mixed = [candidate for candidate in noticed if candidate.weight]
        return _by_weight(mixed, [candidate.weight or 0.0 for candidate in mixed], dice).move


def _sound(candidates: Sequence[Candidate]) -> Sequence[Candidate]:
    """The first proven win, else all that are not proven to lose, if there are any."""
    for candidate in candidates:
        if candidate.proven and candidate.chance == 1:
            return [candidate]
    return [candidate for candidate in candidates if not (candidate.proven and candidate.chance == 0)] or candidates


def _by_weight(candidates: Sequence[Candidate], weights: Sequence[float], dice: random.Random) -> Candidate:
    return dice.choices(candidates, weights)[0]
