"""What all engines have in common, and which of them fits a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from ludotheque.engine.analysis import Analysis
from ludotheque.engine.limit import Limit
from ludotheque.kernel_loading import load_kernels
from ludotheque.position import View
from ludotheque.rulebook import Rulebook
from ludotheque.texts import say

Progress = Callable[[Analysis], object]
"""Takes the analyses of a search that is still going on, each better than the one before."""


class Engine(ABC):
    """A search, bound to one game with its options. It sees views, never positions.

    An engine keeps what it learned, its table, from one call to the next. One thread uses it at a time.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook

    @abstractmethod
    def search(
        self,
        view: View,
        limit: Limit,
        *,
        depth: int | None = None,
        lines: int = 1,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> Analysis:
        """Search the moves of the view's player until the limit, at most to this depth.

        At least one legal move always comes back, however short the time. The first `lines` candidates are searched
        exactly; the others may be missing or carry bounds. The same view, depth, nodes and seed give the same answer
        when no clock interferes, with or without `progress`.
        """


def engine_for(rulebook: Rulebook) -> Engine:
    """The engine that the game's folder asks for by name: the `ENGINE` of a package beside this module.

    A game without an evaluation is played by playouts.
    """
    name = rulebook.rules.engine if rulebook.rules.has_evaluation else "playouts"
    module = load_kernels(f"{__package__}.{name}", say("compile.search"))
    engine: Engine = module.ENGINE(rulebook)
    return engine
