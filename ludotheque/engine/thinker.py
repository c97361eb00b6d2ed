"""What all ways of searching have in common, and which of them fits a game."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.limit import Limit
from ludotheque.position import View
from ludotheque.rulebook import Rulebook
from ludotheque.texts import say
from ludotheque.warmth import load_kernels


class Thinker(ABC):
    """A way of searching, bound to one game with its options. It sees views, never positions.

    A thinker keeps what it learned (its table) from one call to the next and is used by one thread at a time.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook

    @abstractmethod
    def think(self, view: View, limit: Limit, *, depth: int | None = None, lines: int = 1, seed: int = 0) -> Analysis:
        """Search the decisions of the view's player until the limit, at most so deep.

        At least one legal decision always comes back, however short the time. The first `lines` candidates are searched
        exactly; the others may be missing or carry bounds. The same view, depth and seed give the same answer when no
        clock interferes.
        """


def thinker_for(rulebook: Rulebook) -> Thinker:
    """The thinker that the game's folder asks for by name: the `THINKER` of a module of this package."""
    module = load_kernels(f"{__package__}.{rulebook.thinker}", say("compile.search"))
    found: Thinker = module.THINKER(rulebook)
    return found
