"""What a match says about two players: score, Elo difference with its confidence, and the SPRT."""

from __future__ import annotations

from dataclasses import dataclass
from math import erf, log, log10, sqrt

CONFIDENCE = 1.959964
"""Standard deviations on each side of a 95 % interval."""


@dataclass(frozen=True)
class Score:
    """Wins, draws and losses of the first player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Points per game: a draw counts half."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def deviation(self) -> float:
        """The standard error of the share, from the games themselves; never 0, however one-sided they are."""
        if not self.games:
            return 0.5
        mean = self.share
        squares = self.wins * (1 - mean) ** 2 + self.draws * (0.5 - mean) ** 2 + self.losses * mean**2
        # One more game with the largest variance, so that 10 wins of 10 do not count as certainty.
        return sqrt((squares + 0.25) / (self.games * (self.games + 1)))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        half = CONFIDENCE * self.deviation
        return max(0.0, self.share - half), min(1.0, self.share + half)

    @property
    def superiority(self) -> float:
        """The likelihood of superiority: how likely it is that the first player is stronger."""
        return 0.5 * (1 + erf((self.share - 0.5) / (self.deviation * sqrt(2))))

    def plus(self, points: float) -> Score:
        """The score after one more game: 1 won, 0 drawn, -1 lost."""
        return Score(self.wins + (points > 0), self.draws + (points == 0), self.losses + (points < 0))


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
        """The log-likelihood ratio of `high` against `low`, with the variance that the games show."""
        if score.games < 2:
            return 0.0
        variance = score.deviation**2 * score.games
        s0, s1 = share_of(self.low), share_of(self.high)
        return score.games * (s1 - s0) * (2 * score.share - s0 - s1) / (2 * variance)

    def verdict(self, score: Score) -> bool | None:
        """True for `high`, False for `low`, None while more games are needed."""
        bound = log((1 - self.error) / self.error)
        ratio = self.ratio(score)
        if abs(ratio) < bound:
            return None
        return ratio > 0
