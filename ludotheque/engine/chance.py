"""From evaluations to winning chances."""

from __future__ import annotations


def chance_of(value: float, scale: float) -> float:
    """The winning chance that an evaluation promises, from 0 to 1, on a logistic curve.

    `scale` is the evaluation that promises three wins out of four.
    """
    return 1 / (1 + 3 ** -(max(-50.0, min(50.0, value / scale))))
