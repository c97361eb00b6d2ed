"""Cover games: one side secretly picks one of n targets, the other secretly guards k of them; both are shown at once.

A target is worth `bare[i]` to the attacker when nobody guards it and `held[i]` when it is guarded. What counts of the
defence is how often each target is guarded, its *share*: any shares between 0 and 1 that add up to k can be had (see
`guard_sets`). With shares c the attacker gets the most of bare[i] - c[i] * (bare[i] - held[i]); the value of the game
is the lowest level to which the defender can press that. Three things stop a level from sinking:

    a target that is worth more than the level both bare and held;
    targets that need more guards than there are: each needs the share (bare - level) / (bare - held);
    targets that are better left alone (bare < held) when there are too many guards: each bears the share
    (level - bare) / (held - bare), and every guard must stand somewhere.

The needs fall with the level and the room grows, both in straight pieces that bend one way, so Newton's steps from
below reach the level exactly, with at most n steps. The targets of the last step, each weighed by 1 / |bare - held|,
are the attacker's mixture: against it no guard is worth more than another.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from numba import types

from ludotheque.kernel import count, inline, kernel

Reals = npt.NDArray[np.float64]

real = types.float64
reals = types.Array(types.float64, 1, "C")

TINY = 1e-9
"""Guards less than this are no guards: rounding."""
GRAIN = 10**9
"""Shares are told apart in parts of this size."""


@inline
def _sure_level(bare: Reals, held: Reals, targets: int, aims: Reals) -> float:
    """What the attacker gets without any secret: a target that is good bare and held."""
    level = min(bare[0], held[0])
    for i in range(targets):
        level = max(level, min(bare[i], held[i]))
    for i in range(targets):
        aims[i] = 1.0 if min(bare[i], held[i]) >= level else 0.0
    return level


@inline
def _raise_to_needs(level: float, bare: Reals, held: Reals, targets: int, guards: int, aims: Reals) -> float:
    """Up to the level where the guards suffice."""
    for _ in range(targets):
        missing, slope = -float(guards), 0.0
        for i in range(targets):
            if bare[i] > held[i] and bare[i] > level:
                missing += (bare[i] - level) / (bare[i] - held[i])
                slope += 1 / (bare[i] - held[i])
        if missing <= TINY:
            break
        for i in range(targets):
            aims[i] = 1 / (bare[i] - held[i]) if bare[i] > held[i] and bare[i] > level else 0.0
        level += missing / slope
    return level


@inline
def _raise_to_room(level: float, bare: Reals, held: Reals, targets: int, guards: int, aims: Reals) -> float:
    """Up to the level where every guard has a place to stand."""
    for _ in range(targets):
        surplus, slope = float(guards), 0.0
        for i in range(targets):
            if bare[i] < held[i] and held[i] > level:
                surplus -= (level - bare[i]) / (held[i] - bare[i])
                slope += 1 / (held[i] - bare[i])
            else:
                surplus -= 1
        if surplus <= TINY:
            break
        for i in range(targets):
            aims[i] = 1 / (held[i] - bare[i]) if bare[i] < held[i] and held[i] > level else 0.0
        level += surplus / slope
    return level


@kernel(real(reals, reals, count, count, reals))
def solve(bare: Reals, held: Reals, targets: int, guards: int, aims: Reals) -> float:
    """The value of a cover game for the attacker, and into `aims` how often to pick each target.

    There is at least one target; guards beyond their number have nowhere to stand and do not count.
    """
    guards = min(guards, targets)
    level = _sure_level(bare, held, targets, aims)
    level = _raise_to_needs(level, bare, held, targets, guards, aims)
    level = _raise_to_room(level, bare, held, targets, guards, aims)
    total = 0.0
    for i in range(targets):
        total += aims[i]
    for i in range(targets):
        aims[i] /= total
    return level


def shares(bare: Sequence[float], held: Sequence[float], guards: int, level: float) -> list[float]:
    """How often to guard each target so that none is worth more than `level`, the value of the game.

    Guards that are not needed for that press down the next best targets, against attackers who err.
    """
    guards = min(guards, len(bare))
    low = [_share(b, h, level) if b > h else 0.0 for b, h in zip(bare, held, strict=True)]
    high = [_share(b, h, level) if b < h else 1.0 for b, h in zip(bare, held, strict=True)]

    def pressed(deeper: float) -> list[float]:
        """The shares that press targets to a lower level, where a guard helps at all."""
        wish = [_share(b, h, deeper) if b > h else 0.0 for b, h in zip(bare, held, strict=True)]
        return [max(least, share) for least, share in zip(low, wish, strict=True)]

    # 1. Press as deep as the guards allow.
    top, bottom = level, min(*bare, *held, level) - 1
    if sum(pressed(bottom)) > guards:
        for _ in range(100):
            middle = (top + bottom) / 2
            top, bottom = (top, middle) if sum(pressed(middle)) > guards else (middle, bottom)
        bottom = top
    found = pressed(bottom)
    # 2. The others stand where they do no harm.
    spare = guards - sum(found)
    room = sum(most - share for most, share in zip(high, found, strict=True))
    if room <= 0:
        return found
    return [share + spare / room * (most - share) for most, share in zip(high, found, strict=True)]


def _share(bare: float, held: float, level: float) -> float:
    """The share of guards with which a target is worth just this level, as near as can be."""
    return min(1.0, max(0.0, (bare - level) / (bare - held)))


def guard_sets(shares: Sequence[float]) -> list[tuple[frozenset[int], float]]:
    """A mixture of sets that guards each target as often as its share says: at most one set more than targets.

    The shares are laid end to end, and a comb with teeth one apart is put over them: its teeth hit one target each, all
    different, as many as the shares add up to. Sliding the comb by one tooth's distance gives the mixture.
    """
    ends = [0]
    for total in np.cumsum(shares):
        ends.append(min(round(total * GRAIN), ends[-1] + GRAIN))
    ends[-1] = round(ends[-1] / GRAIN) * GRAIN
    slides = sorted({end % GRAIN for end in ends})
    found: dict[frozenset[int], float] = {}
    for slide, following in zip(slides, [*slides[1:], GRAIN], strict=True):
        teeth = range(slide, ends[-1], GRAIN)
        hit = frozenset(int(place) - 1 for place in np.searchsorted(ends, teeth, side="right"))
        found[hit] = found.get(hit, 0.0) + (following - slide) / GRAIN
    return sorted(found.items(), key=lambda item: (-item[1], sorted(item[0])))
