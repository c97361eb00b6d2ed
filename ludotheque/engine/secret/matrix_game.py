"""The matrix game of an attack: one side secretly picks a target, the other secretly guards some of them.

There are n targets and k guards. Both choices are shown at once. A target is worth `bare[i]` to the attacker when it is
not guarded and `held[i]` when it is.

Of the defence only one thing counts: how often each target is guarded, its *share*. Any shares between 0 and 1 that add
up to k are possible, see `guard_sets`. Against shares c the attacker gets the most of bare[i] - c[i] * (bare[i] -
held[i]). The value of the game is the lowest level to which the defender can press that. Three things bound a level
from below:

    a target that is worth more than the level both bare and held;
    targets that need more guards than there are: each needs the share (bare - level) / (bare - held);
    targets that are better left alone (bare < held) when there are too many guards: each bears the share
    (level - bare) / (held - bare), and every guard must stand somewhere.

The needs fall with the level and the room grows. Both are piecewise linear and convex, so Newton's method from below
reaches the level exactly in at most n steps. The targets of the last step, each with the weight 1 / |bare - held|, are
the attacker's mixed strategy: against it no guard is worth more than another.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

GRAIN = 10**9
"""Shares are rounded to parts of this size."""


def shares(bare: Sequence[float], held: Sequence[float], guards: int, level: float) -> list[float]:
    """How often to guard each target so that none is worth more than `level`, the value of the game.

    Guards that are not needed for that press down the next best targets, against attackers who err.
    """
    guards = min(guards, len(bare))
    low = [_share(b, h, level) if b > h else 0.0 for b, h in zip(bare, held, strict=True)]
    high = [_share(b, h, level) if b < h else 1.0 for b, h in zip(bare, held, strict=True)]

    def pressed(deeper: float) -> list[float]:
        """The shares that press targets to a lower level, where a guard helps at all."""
        wanted = [_share(b, h, deeper) if b > h else 0.0 for b, h in zip(bare, held, strict=True)]
        return [max(least, share) for least, share in zip(low, wanted, strict=True)]

    # Step 1. Press as deep as the guards allow.
    top, bottom = level, min(*bare, *held, level) - 1
    if sum(pressed(bottom)) > guards:
        for _ in range(100):
            middle = (top + bottom) / 2
            top, bottom = (top, middle) if sum(pressed(middle)) > guards else (middle, bottom)
        bottom = top
    needed = pressed(bottom)
    # Step 2. The other guards stand where they do no harm.
    spare = guards - sum(needed)
    room = sum(most - share for most, share in zip(high, needed, strict=True))
    if room <= 0:
        return needed
    return [share + spare / room * (most - share) for most, share in zip(high, needed, strict=True)]


def _share(bare: float, held: float, level: float) -> float:
    """The share of guards with which a target is worth this level, or as near as possible."""
    return min(1.0, max(0.0, (bare - level) / (bare - held)))


def guard_sets(shares: Sequence[float]) -> list[tuple[frozenset[int], float]]:
    """A mixed strategy of sets that guards each target as often as its share says: at most one set more than targets.

    The shares are laid end to end, and a comb with teeth one apart is laid over them. Each tooth hits a different
    target; there are as many teeth as the shares add up to. Sliding the comb by the distance of two teeth gives the
    mixture.
    """
    ends = [0]
    for total in accumulate(shares):
        ends.append(min(round(total * GRAIN), ends[-1] + GRAIN))
    ends[-1] = round(ends[-1] / GRAIN) * GRAIN
    slides = sorted({end % GRAIN for end in ends})
    sets: dict[frozenset[int], float] = {}
    for slide, following in zip(slides, [*slides[1:], GRAIN], strict=True):
        teeth = range(slide, ends[-1], GRAIN)
        hit = frozenset(bisect_right(ends, tooth) - 1 for tooth in teeth)
        sets[hit] = sets.get(hit, 0.0) + (following - slide) / GRAIN
    return sorted(sets.items(), key=lambda item: (-item[1], sorted(item[0])))
