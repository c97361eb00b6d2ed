"""Ludothèque: five lost board games, exact and pleasant to program with.

>>> import ludotheque as lt
>>> lt.games()
['assaut', 'malawi', 'massai', 'masterplan', 'moaai']
>>> position = lt.load("malawi").start().play("a1-a3")
>>> position.to_act
(1,)
"""

from __future__ import annotations

from ludotheque.draw.marks import Arrow, Circle
from ludotheque.engine.analyse import analyse, analyse_async, analysis
from ludotheque.engine.annotation import TurningPoint, annotate, annotated
from ludotheque.engine.external import ExternalEngine
from ludotheque.errors import (
    EngineError,
    FolderError,
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
from ludotheque.record import PlayedMove, Record
from ludotheque.record.files import read_records
from ludotheque.texts import Text, language, set_language

__version__ = "1.0.0"

__all__ = [
    "Arrow",
    "Circle",
    "EngineError",
    "ExternalEngine",
    "FolderError",
    "Game",
    "IllegalMove",
    "LudothequeError",
    "Move",
    "NotationError",
    "OptionError",
    "Outcome",
    "PictureError",
    "PlayedMove",
    "Position",
    "PositionError",
    "Record",
    "RecordError",
    "Text",
    "TurningPoint",
    "View",
    "analyse",
    "analyse_async",
    "analysis",
    "annotate",
    "annotated",
    "games",
    "language",
    "load",
    "perft",
    "position_from_json",
    "read_records",
    "set_language",
]


def perft(position: Position, depth: int) -> int:
    """Return how many sequences of exactly `depth` moves follow a position (ALL-5).

    >>> import ludotheque as lt
    >>> lt.perft(lt.load("malawi").start(), 2)
    5476
    """
    # numba is loaded only here, so that importing the package stays quick.
    count: int = counting().perft(position.game.rulebook, position.state, depth)
    return count
