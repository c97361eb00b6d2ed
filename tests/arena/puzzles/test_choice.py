"""Choosing puzzles: what is nearly the same."""

from __future__ import annotations

import pytest

from ludotheque.arena.puzzles.choice import near_duplicates
from ludotheque.arena.puzzles.write import PuzzleData

EARLIER = "turn=1 dark=a4,b4 light=c5,d4,e2,e3,f1,f3,g4,h4 target=- turns=7"
LATER = "turn=1 dark=a3,a4,b4 light=c5,d4,e2,e3,f1,f2,f3,g4,h4 target=- turns=9"
MUCH_LATER = "turn=1 dark=a2,a3,a4,b3,b4 light=c5,d4,d5,e2,e3,f1,f2,f3,g4,g5,h4 target=- turns=13"
MIRRORED = "turn=1 dark=a3,b3 light=c2,d3,e4,e5,f4,f6,g3,h3 target=- turns=7"


def puzzle(position: str, right: str) -> PuzzleData:
    return {"goal": "win", "options": {}, "position": position, "stages": [{"right": right}]}


@pytest.mark.parametrize(
    ("position", "right", "near"),
    [(LATER, "b6", True), (LATER, "b5", False), (MUCH_LATER, "b6", False), (MIRRORED, "b1", True)],
)
def test_near_duplicates(position: str, right: str, near: bool) -> None:
    """Two plies later with the same answer it is the same puzzle, and so is a mirror image with any."""
    assert near_duplicates(puzzle(EARLIER, "b6"), puzzle(position, right), "massai") is near
