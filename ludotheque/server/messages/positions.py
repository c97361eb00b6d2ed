"""The types of positions, ready to be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.server.messages.games import MotionJson, PieceJson, Text
from ludotheque.server.messages.typed import TypedDict


class Result(TypedDict):
    """How a game ended. A cancelled game has no returns."""

    returns: Sequence[float] | None
    reason: str
    text: Text
    headline: Text
    points: Sequence[int] | None
    cells: Sequence[str]
    """What decided the game on the board: a chain, a pawn, a fortress."""


class Danger(TypedDict):
    """Something that a player should see before the first click."""

    cells: Sequence[str]
    text: Text


class Explanation(TypedDict):
    """Why a click leads to no legal move."""

    ruling: str
    message: Text


class PreviewJson(TypedDict):
    """What a move would do: pieces drawn as ghosts, and a sentence where there is one."""

    pieces: Sequence[PieceJson]
    text: Text | None


class Previews(TypedDict):
    """What each of some moves would do; null for a move that is not legal."""

    previews: Sequence[PreviewJson | None]


class Combination(TypedDict):
    """Many moves at once: `count` of these cells. The text is `prefix` and the sorted cells with commas."""

    cells: Sequence[str]
    count: int
    prefix: str
    kind: str
    ghost: str
    """The symbol to draw on each chosen cell; empty for none."""


ClickableMove = tuple[str, str, str]
"""The text of a move, its click path and its kind."""


class Task(TypedDict):
    """The task of the player to move, their dangers, and the combination that stands for a long list of moves."""

    task: Text | None
    dangers: Sequence[Danger]
    combination: Combination | None


class TaskMoves(Task):
    """The task of the player to move, with all moves."""

    legal_moves: Sequence[ClickableMove] | None


class Turn(TaskMoves):
    """A player to move, with the possible moves."""

    player: int


class Remarks(TypedDict):
    """What else the board tells, and the score."""

    remarks: Sequence[Text]
    points: Sequence[int] | None


class Pieces(Remarks):
    """Everything that is drawn of a state."""

    pieces: Sequence[PieceJson]


class LastMoves(TypedDict):
    """The moves that became public last, and what they leave on the board for a moment."""

    last: Sequence[str]
    traces: Sequence[Sequence[PieceJson]]
    """What each of these moves leaves on the board for a moment."""
    motions: Sequence[MotionJson]
    revealed: Sequence[tuple[int, str]]
    told: Sequence[Text]
    """These moves as people say them, and what they did."""


class PositionJson(Pieces, LastMoves, TaskMoves):
    """A position of a figure, a lesson or a puzzle."""

    viewpoint: int | None
    """The seat whose view this is; null for an onlooker's."""
    to_act: Sequence[int]
    moves: Sequence[tuple[int, str | None]]
    """Player and text. A move that is still secret has no text."""
    ticket: int | None
    """The number that entitles the seat to one move."""
    result: Result | None


class MarkedPosition(PositionJson):
    """A position with the cells that a lesson or a figure points at."""

    marked: Sequence[str]
