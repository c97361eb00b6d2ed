"""The types of opening tables, model games and endings."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.server.messages.games import GameInfo, OptionValue, Text
from ludotheque.server.messages.study import WholeReplay
from ludotheque.server.messages.typed import TypedDict


class OpeningResults(TypedDict):
    """What some games brought: `share` is that of the player to move, with its 95 % interval."""

    results: Sequence[int]
    """Games that player 0 won, drew and lost."""
    share: float
    low: float
    high: float


class OpeningMove(OpeningResults):
    """A move of the table. `next` is the number of the position after it, if the table has it."""

    move: str
    next: int | None


class OpeningPosition(TypedDict):
    """A position of the table. `other` are the results of moves that are too rare to be listed."""

    position: str
    turn: int
    games: int
    moves: Sequence[OpeningMove]
    other: Sequence[int]


class OpeningTable(TypedDict):
    """The opening table of a game. Each player thought for `seconds` and varied the first moves."""

    id: str
    title: Text
    board: GameInfo
    seconds: float
    varied: int
    random: int
    games: int
    command: str
    positions: Sequence[OpeningPosition]


class ModelCard(TypedDict):
    """A model game as the list shows it."""

    id: str
    title: Text
    moves: int
    result: Text


class ModelList(TypedDict):
    """The model games of a game."""

    id: str
    title: Text
    thinking: float
    analysis: float
    games: Sequence[ModelCard]


class ModelComment(TypedDict):
    """A sentence about a ply, and a line with the players of its moves. It begins after `since` moves of the game."""

    ply: int
    kind: str
    text: Text
    line: Sequence[tuple[int, str]]
    since: int


class ModelReplay(WholeReplay):
    """A model game, ply by ply. `chances` are those of player 0."""

    comments: Sequence[ModelComment]
    chances: Sequence[float]


class EndingJson(TypedDict):
    """A position and what is proven about it."""

    id: str
    title: Text
    text: Text | None
    claim: Text
    gone: Text
    """What is said when the claim no longer holds."""
    player: int
    turn: int
    position: str
    options: dict[str, OptionValue]


class EndingCheck(TypedDict):
    """What is proven of an ending after some moves of it."""

    holds: bool | None
    """Whether its claim still holds; None if that took too long, or if a secret is still open."""
    ply: int | None
    """The number of the move that gave it away."""
    better: str | None
    """A move that would have kept it."""


class EndingList(TypedDict):
    """The known endings of a game."""

    id: str
    title: Text
    endings: Sequence[EndingJson]
