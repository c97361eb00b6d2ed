"""Ludothèque: five lost board games, exact and pleasant to program with.

>>> import ludotheque as lt
>>> lt.games()
['assaut', 'malawi', 'massai', 'masterplan', 'moaai']
>>> position = lt.load("malawi").start().play("a1-a3")
>>> position.to_act
(1,)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotheque.draw.marks import Arrow, Circle
from ludotheque.errors import (
    IllegalMove,
    LudothequeError,
    NotationError,
    OptionError,
    PictureError,
    PositionError,
    RecordError,
)
from ludotheque.kernel_loading import counting
from ludotheque.library import games, load, position_from_json
from ludotheque.position import Game, Move, Outcome, Position, View
from ludotheque.record import Record
from ludotheque.texts import Text, language, set_language

if TYPE_CHECKING:
    from ludotheque.engine.analysis import Analysis
    from ludotheque.engine.annotation import TurningPoint

__version__ = "0.1.0"

__all__ = [
    "Arrow",
    "Circle",
    "Game",
    "IllegalMove",
    "LudothequeError",
    "Move",
    "NotationError",
    "OptionError",
    "Outcome",
    "PictureError",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Text",
    "View",
    "analyse",
    "annotate",
    "games",
    "language",
    "load",
    "perft",
    "position_from_json",
    "set_language",
]


def analyse(
    position: Position | View, seconds: float = 1.0, *, lines: int = 5, player: int | None = None, seed: int = 0
) -> Analysis:
    """Ranked moves of the player who is to act: chances, expected lines, and whether they are proven."""
    from ludotheque.engine import annotation

    return annotation.analyse(position, seconds, lines=lines, player=player, seed=seed)


def annotate(record: Record, seconds: float = 0.5) -> list[TurningPoint]:
    """The turning points of a game, each with the better move; so many seconds for each move."""
    from ludotheque.engine import annotation

    return annotation.annotate(record, seconds)


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly `depth` moves follow a position (ALL-5)."""
    # numba is loaded only here, so that importing the package stays quick.
    count: int = counting().perft(position.game.rulebook, position.state, depth)
    return count
