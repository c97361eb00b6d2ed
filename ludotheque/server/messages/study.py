"""The types of replay, study and analyses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ludotheque.server.messages.games import GameInfo, Phase, Refusal
from ludotheque.server.messages.positions import LastMoves, Pieces, Result, Turn
from ludotheque.server.messages.tables import Seat
from ludotheque.server.messages.typed import TypedDict


class VariationJson(TypedDict):
    """Other moves in the place of a ply, with the comments before them."""

    comments: Sequence[str]
    plies: Sequence[Ply]


class Ply(Pieces, LastMoves):
    """The board after a number of moves. `player` and `move` are the last move, and the comments follow it."""

    ply: int
    player: int | None
    move: str | None
    comment: str
    comments: Sequence[str]
    glyphs: Sequence[str]
    variations: Sequence[VariationJson]
    position: str
    to_act: Sequence[int]


class Replay(TypedDict):
    """A game, ply by ply."""

    record: str
    start: str
    headers: dict[str, str]
    comment: str
    plies: Sequence[Ply]
    result: Result | None


class WholeReplay(Replay):
    """A game with its board, ply by ply."""

    game: GameInfo


class TableReplay(WholeReplay):
    """The game of a table, ply by ply."""

    table: str
    phase: Phase
    seats: Sequence[Seat]


class Look(Replay):
    """A game to study, with the moves that may follow. Only the first request gets `game`."""

    game: GameInfo | None
    to_move: Sequence[Turn]


class RecordText(TypedDict):
    """A record as text."""

    record: str


class CandidateJson(TypedDict):
    """A move with its evaluation. `weight` is how often to play it, where moves must be mixed."""

    text: str
    path: str
    kind: str
    chance: float
    weight: float | None
    proven: bool
    distance: int | None
    line: Sequence[str]


class AnalysisJson(TypedDict):
    """The chance of the player to move, and the best moves."""

    player: int
    chance: float
    proven: bool
    depth: int
    nodes: int
    candidates: Sequence[CandidateJson]


class PlyChances(TypedDict):
    """The chances of all players at a ply."""

    ply: int
    chances: Sequence[float | None]
    proven: bool


class TurningPointJson(TypedDict):
    """A move that changed the chances of its player much, and a better one."""

    turn: int
    player: int
    move: str
    before: float
    after: float
    better: CandidateJson


class AnnotationEnd(TypedDict):
    """The last line of an annotation."""

    done: Literal[True]


Annotation = PlyChances | TurningPointJson | AnnotationEnd | Refusal
"""One line of the annotation of a whole game."""
