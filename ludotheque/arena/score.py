"""What games say about two players: score, Elo difference with its confidence, and the SPRT.

The two games of a pair begin alike, so they are not two independent observations. A score of pairs counts pairs by
their points (the *pentanomial* score: none, a half, one, one and a half, two); a score of single games counts games.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import erf, log, log10, sqrt

CONFIDENCE = 1.959964
"""Standard deviations on each side of a 95 % interval."""


@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of the first player; for games in pairs also how many pairs brought how many points."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = ()
    """Pairs with 0, ½, 1, 1½ and 2 points. A pair whose second game is missing is not counted here."""

    @classmethod
    def of(cls, points: Iterable[float]) -> Score:
        """The score of independent games: 1 won, 0 drawn, -1 lost."""
        games = list(points)
        return cls(sum(one > 0 for one in games), sum(one == 0 for one in games), sum(one < 0 for one in games))

    @classmethod
    def of_pairs(cls, points: Iterable[tuple[float, ...]]) -> Score:
        """The score of games in pairs; an unfinished pair has one game."""
        pairs = list(points)
        counts = [0] * 5
        for pair in pairs:
            if len(pair) == 2:
                counts[round(sum(pair)) + 2] += 1
        games = cls.of(one for pair in pairs for one in pair)
        return cls(games.wins, games.draws, games.losses, tuple(counts))

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def observations(self) -> tuple[int, ...]:
        """How many independent observations brought how many points, from none to all."""
        return self.pairs if any(self.pairs) else (self.losses, self.draws, self.wins)

    @property
    def size(self) -> int:
        """The number of independent observations."""
        return sum(self.observations)

    @property
    def share(self) -> float:
        """Points per game: a draw counts half."""
        counts = self.observations
        whole = (len(counts) - 1) * self.size
        return sum(points * count for points, count in enumerate(counts)) / whole if whole else 0.5

    @property
    def _squares(self) -> float:
        mean, last = self.share, len(self.observations) - 1
        return sum(count * (points / last - mean) ** 2 for points, count in enumerate(self.observations))

    @property
    def variance(self) -> float:
        """The variance of an observation. One more, with the largest variance, keeps it from being 0."""
        return (self._squares + 0.25) / (self.size + 1)

    @property
    def deviation(self) -> float:
        """The standard error of the share."""
        return sqrt(self.variance / max(1, self.size))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share, by Wilson's method.

        Wilson asks which true shares do not contradict what was seen. Draws and pairs vary less than games that are
        won or lost, so they count as more of such games. One observation without that advantage is added, lest ten
        draws of ten count as certainty.
        """
        share, size = self.share, self.size
        if not size:
            return 0.0, 1.0
        widest = share * (1 - share)
        advantage = (self._squares / widest + 1) / (size + 1) if widest else 1.0
        squared = CONFIDENCE**2 * min(1.0, advantage) / size
        middle = (share + squared / 2) / (1 + squared)
        half = sqrt(squared * (widest + squared / 4)) / (1 + squared)
        return min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half))

    @property
    def superiority(self) -> float:
        """The likelihood of superiority: how likely it is that the first player is stronger."""
        return 0.5 * (1 + erf((self.share - 0.5) / (self.deviation * sqrt(2))))


def elo(share: float) -> float:
    """The Elo difference that a share of the points means; bounded, since 100 % has no finite one."""
    share = min(max(share, 0.001), 0.999)
    return -400 * log10(1 / share - 1)


def share_of(difference: float) -> float:
    """The share of the points that an Elo difference promises."""
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass(frozen=True)
class SequentialTest:
    """The SPRT (Wald's sequential probability ratio test) between two Elo differences.

    It stops as soon as the games decide for one of them.
    """

    low: float
    high: float
    error: float = 0.05

    def ratio(self, score: Score) -> float:
        """The log-likelihood ratio of `high` against `low`, with the variance that the observations show."""
        if score.size < 2:
            return 0.0
        s0, s1 = share_of(self.low), share_of(self.high)
        return score.size * (s1 - s0) * (2 * score.share - s0 - s1) / (2 * score.variance)

    def verdict(self, score: Score) -> bool | None:
        """True for `high`, False for `low`, None while more games are needed."""
        bound = log((1 - self.error) / self.error)
        ratio = self.ratio(score)
        if abs(ratio) < bound:
            return None
        return ratio > 0
