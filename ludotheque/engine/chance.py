"""From values to chances."""

from __future__ import annotations

from math import exp

from ludotheque.engine.alphabeta import SURE


def chance_of(value: float, scale: float) -> float:
    """What a value promises, from 0 to 1: proven wins and losses exactly, others on a logistic curve.

    `scale` is the value that promises three wins out of four.
    """
    if abs(value) >= SURE:
        return 1.0 if value > 0 else 0.0
    return 1 / (1 + 3 ** -(max(-50.0, min(50.0, value / scale))))


def softmax(chances: list[float], temperature: float) -> list[float]:
    """Weights that prefer better chances, the more so the colder."""
    best = max(chances)
    weights = [exp((chance - best) / temperature) for chance in chances]
    return [weight / sum(weights) for weight in weights]
