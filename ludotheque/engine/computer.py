"""A computer player: a level bound to a game, which chooses its moves from views."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from math import exp

from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.engine import Engine, engine_for
from ludotheque.engine.levels import Level
from ludotheque.engine.limit import Limit
from ludotheque.position import Game, Move, View

MIN_NOTICED = 2
"""No level overlooks more than all but this number of moves."""


class Computer:
    """Plays one game at one level. The same seed and the same views give the same moves.

    `seconds` overrides the level's time. A computer belongs to one thread at a time; any thread may call `stop()`.
    """

    def __init__(self, game: Game, level: Level, seed: int = 0, seconds: float | None = None) -> None:
        fitted = level.fitted(game.rulebook)
        self.level = fitted if seconds is None else replace(fitted, seconds=seconds)
        self.seed = seed
        self.engine: Engine = engine_for(game.rulebook)
        self._limit: Limit | None = None

    def choose(self, view: View, limit: Limit | None = None) -> Move:
        """The move that the computer plays for the view's player. A limit can be stopped before the search begins."""
        dice = random.Random(f"{self.seed} {view.text} {view.player}")
        analysis = self.search(view, dice.getrandbits(32), limit)
        if self.errs:
            return self._err(analysis.candidates, dice)
        if analysis.best.weight is None:
            return analysis.best.move
        weights = [candidate.weight or 0.0 for candidate in analysis.candidates]
        return _by_weight(analysis.candidates, weights, dice).move

    @property
    def errs(self) -> bool:
        """Whether the level makes mistakes on purpose."""
        return self.level.overlooked > 0 or self.level.carelessness > 0

    def search(self, view: View, seed: int, limit: Limit | None = None) -> Analysis:
        """Search as far as the level looks. A level that errs needs the values of all moves."""
        self._limit = limit = limit or Limit()
        with limit.lasting(self.level.seconds):
            return self.engine.search(
                view, limit, depth=self.level.depth, lines=len(view.legal_moves()) if self.errs else 1, seed=seed
            )

    def stop(self) -> None:
        """End the search that is going on."""
        if self._limit:
            self._limit.stop()

    def _err(self, candidates: Sequence[Candidate], dice: random.Random) -> Move:
        """Overlook some moves, then choose one that is nearly the best of the rest."""
        if self.level.alert:
            candidates = _sound(candidates)
        noticed = [candidate for candidate in candidates if dice.random() >= self.level.overlooked]
        if len(noticed) < MIN_NOTICED:
            noticed = dice.sample(list(candidates), min(MIN_NOTICED, len(candidates)))
        best = max(candidate.chance for candidate in noticed)
        tolerance = max(self.level.carelessness, 1e-9)
        chosen = _by_weight(noticed, [exp((candidate.chance - best) / tolerance) for candidate in noticed], dice)
        if not chosen.weight:
            return chosen.move
        # A secret move is as unpredictable as it should be.
        mixed = [candidate for candidate in noticed if candidate.weight]
        return _by_weight(mixed, [candidate.weight or 0.0 for candidate in mixed], dice).move


def _sound(candidates: Sequence[Candidate]) -> Sequence[Candidate]:
    """The first proven win, else all moves that are not proven to lose, if there are any."""
    for candidate in candidates:
        if candidate.proven and candidate.chance == 1:
            return [candidate]
    return [candidate for candidate in candidates if not (candidate.proven and candidate.chance == 0)] or candidates


def _by_weight(candidates: Sequence[Candidate], weights: Sequence[float], dice: random.Random) -> Candidate:
    return dice.choices(candidates, weights)[0]
