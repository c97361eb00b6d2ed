"""The kernel that solves the matrix game of an attack; `matrix_game.py` says how."""

from __future__ import annotations

from ludotheque.kernel import Reals, count, inline, kernel, real, reals

TINY = 1e-9
"""A fraction of a guard below this is a rounding error."""


@inline
def _pure_level(bare: Reals, held: Reals, targets: int, aims: Reals) -> float:
    """What the attacker gets by a pure strategy: the best target that is good bare and held."""
    level = min(bare[0], held[0])
    for i in range(targets):
        level = max(level, min(bare[i], held[i]))
    for i in range(targets):
        aims[i] = 1.0 if min(bare[i], held[i]) >= level else 0.0
    return level


@inline
def _raise_to_needs(level: float, bare: Reals, held: Reals, targets: int, guards: int, aims: Reals) -> float:
    """The level, raised until the guards suffice."""
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
    """The level, raised until every guard has a place to stand."""
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
    """The value of a matrix game for the attacker. `aims` receives how often to pick each target.

    There is at least one target. Guards beyond the number of targets do not count.
    """
    guards = min(guards, targets)
    level = _pure_level(bare, held, targets, aims)
    level = _raise_to_needs(level, bare, held, targets, guards, aims)
    level = _raise_to_room(level, bare, held, targets, guards, aims)
    total = 0.0
    for i in range(targets):
        total += aims[i]
    for i in range(targets):
        aims[i] /= total
    return level
