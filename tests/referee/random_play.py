"""Random moves, the same for the same seed. A style leads games to ends that chance alone seldom reaches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

KINDS = ("series", "capture", "give", "up", "level", "down", "other")
LETTERS = "abcdefgh"
WEIGHTS = (0.02, 1.0, 1.0, 20.0)

Style = Mapping[str, float]
"""How much a player likes each kind of move, and moves that begin with each letter. 1 where nothing is said."""

EVEN: Style = {}


def kind(text: str) -> str:
    """Return the kind of a move. `up` leads to a higher number.

    >>> [kind(text) for text in ("c5xc3", "c5xc3xe3", "c1>a1,d3", "d3-d4", "d3-e3", "Rt@c3")]
    ['capture', 'series', 'give', 'up', 'level', 'other']
    """
    if text.count("x") > 1:
        return "series"
    if "x" in text:
        return "capture"
    if ">" in text:
        return "give"
    if "-" not in text:
        return "other"
    start, end = text[1], text[4]
    return "up" if end > start else "down" if end < start else "level"


def draw_style(random: Random) -> Style:
    """Return a style drawn at random."""
    return {name: pick(random, WEIGHTS) for name in (*KINDS, *LETTERS)}


def pick(random: Random, values: Sequence[float]) -> float:
    """Return one of the values. Only `random.random` is the same in all versions of Python."""
    return values[int(random.random() * len(values))]


def choose(random: Random, moves: Sequence[str], style: Style = EVEN) -> str:
    """Return one of the moves at random, with the weights of a style."""
    weights = [style.get(kind(text), 1.0) * style.get(text[0], 1.0) for text in moves]
    rest = random.random() * sum(weights)
    for text, weight in zip(moves, weights, strict=True):
        rest -= weight
        if rest < 0:
            return text
    return moves[-1]
