"""Jobs for workers: what to search or draw, as plain values. A search holds a view, so it learns no secret."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol, TypeVar

from ludotheque.engine.analyse import acting_view
from ludotheque.engine.analysis import Analysis
from ludotheque.engine.computer import Computer
from ludotheque.engine.engine import Engine, engine_for
from ludotheque.engine.levels import level
from ludotheque.engine.limit import Limit
from ludotheque.errors import PictureError
from ludotheque.kernel_loading import COMPILED
from ludotheque.library import load
from ludotheque.picture import Sheet
from ludotheque.position import Game, Move, Position, View
from ludotheque.record import Record, pictures
from ludotheque.server.serialize.position import check_move_count

T_co = TypeVar("T_co", covariant=True)
MAX_ENGINES = 2 if COMPILED else 1
"""The engines that a worker keeps. Each holds tables of many megabytes; the one unused the longest goes first.

A page in a browser never gives memory back, so it keeps one of each kind.
"""


class Job(Protocol[T_co]):
    """What a worker does: it can be pickled, and so can its result."""

    def run(self, limit: Limit) -> T_co:
        """Return the result. Another thread may stop the limit, which ends the search soon."""


@dataclass(frozen=True)
class MoveJob:
    """The move of a computer player. It depends on the seed and the view only, not on the engine that is at hand."""

    view: View
    level: int
    seed: int
    seconds: float | None
    """Overrides the time of the level."""

    def run(self, limit: Limit) -> Move:
        view = _with_our_game(self.view)
        computer = _computer(view.game, self.level, self.seconds)
        computer.seed = self.seed
        return computer.choose(view, limit)


def view_to_analyse(position: Position, player: int | None) -> View:
    """Return the position as the player to move sees it. What they may not know plays no part.

    `player` names one of several players to move; None is the first of them.
    """
    first = position.to_act[0] if position.to_act else None
    view = acting_view(position, first if player is None else player)
    assert view.player is not None
    check_move_count(view, view.player)
    return view


@dataclass(frozen=True)
class AnalysisJob:
    """The best moves of a position."""

    view: View
    seconds: float
    lines: int

    def run(self, limit: Limit) -> Analysis:
        view = _with_our_game(self.view)
        engine = _engine(view.game)  # may compile first, which is not the search's time
        with limit.lasting(self.seconds):
            return engine.search(view, limit, lines=self.lines)


@dataclass(frozen=True)
class GifJob:
    """A whole game as an animated picture. The renderer keeps Python's lock, which would stop the server."""

    record: str
    language: str
    sheet: Sheet

    def run(self, limit: Limit) -> bytes | PictureError:
        try:
            record = Record.parse(self.record)
            return pictures.gif(record, self.language, wanted=lambda: not limit.stopped, **self.sheet)
        except PictureError as error:  # the machine lacks fonts
            return error


def _with_our_game(view: View) -> View:
    """Return the same view of this process's own game. The one that came along is a copy with empty caches."""
    return View(load(view.game.id, **view.game.options), view.state, view.player)


@lru_cache(MAX_ENGINES)
def _computer(game: Game, number: int, seconds: float | None) -> Computer:
    return Computer(game, level(number), seconds=seconds)


@lru_cache(MAX_ENGINES)
def _engine(game: Game) -> Engine:
    return engine_for(game.rulebook)
