"""From values to chances."""

from __future__ import annotations

from ludotheque.engine.alphabeta import SURE


def chance_of(value: float, scale: float) -> float:
    """What a value promises, from 0 to 1: proven wins and losses exactly, others on a logistic curve.

    `scale` is the value that promises three wins out of four.
    """
    if abs(value) >= SURE:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + 3 ** -(max(-50.0, min(50.0, value / scale))))
