"""The types of tables, and of the messages on a socket."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired

from ludotheque.server.messages.games import Action, GameInfo, Offered, Phase, PieceJson, Refusal, Text
from ludotheque.server.messages.positions import ClickableMove, LastMoves, Remarks, Result, Task
from ludotheque.server.messages.typed import TypedDict


class NoTime(TypedDict):
    """A game without a clock."""

    kind: Literal["none"]


class MinutesTime(TypedDict):
    """Minutes for the whole game, with an increment in seconds."""

    kind: Literal["minutes"]
    minutes: float
    increment: float


class DaysTime(TypedDict):
    """Days for each turn."""

    kind: Literal["days"]
    days: float


Time = NoTime | MinutesTime | DaysTime


class TableLinks(TypedDict):
    """The links that a browser may have. The private links are by seat."""

    watch: str | None
    invite: str | None
    seats: dict[str, str]


class NoteIdea(TypedDict):
    """The idea of the course that a note leads to."""

    id: str
    title: Text


class NoteJson(TypedDict):
    """A note of a first game: what is new, and where it is taught or ruled."""

    id: str
    text: Text
    ruling: str | None
    idea: NoteIdea | None


class TableInfo(GameInfo):
    """The part of a table that does not change."""

    id: str
    tagline: Text
    goal: Text
    """How the game is won."""
    extras: Sequence[str]
    """The pages of the game, beyond its rules."""
    time: Time
    public: bool
    mine: Sequence[int]
    links: TableLinks
    changed_options: Sequence[Text]
    """The options with another value than the usual one."""
    notes: Sequence[NoteJson]
    """The notes of a guided first game; none at other tables."""


class Summary(TypedDict):
    """A table as lists show it."""

    id: str
    game: str
    title: Text
    names: Sequence[str | None]
    kinds: Sequence[str]
    levels: Sequence[int | None]
    sides: Sequence[Text]
    phase: Phase
    seq: int
    """The number of events so far. The picture of a table changes only with it."""
    to_act: Sequence[int]
    your_turn: bool
    waiting_since: str | None
    """When the turn of the players to move began."""
    mine: Sequence[int]
    time: Time
    changed_options: Sequence[Text]
    """The options with another value than the usual one."""
    updated: str
    result: Text | None
    reason: Text | None
    """How the game ended, where that says more than the result."""


class Summaries(TypedDict):
    """A list of tables."""

    tables: Sequence[Summary]


class Created(TypedDict):
    """A new table."""

    table: str


class Seated(TypedDict):
    """The seat that a browser now holds."""

    seat: int


class Left(TypedDict):
    """The phase of a table that a browser has left."""

    phase: Phase


# Messages on a socket.


class Seat(TypedDict):
    """A seat as everybody sees it."""

    kind: Literal["human", "computer", "open"]
    name: str | None
    level: int | None
    present: bool


class Clock(TypedDict):
    """The times left at the moment of sending, and the seats whose time runs."""

    left: Sequence[int | None]
    running: Sequence[int]


class Played(TypedDict):
    """An earlier game of a series of rematches, by the seats of this table."""

    table: str
    returns: Sequence[float]


class PublicState(LastMoves, Remarks):
    """The part of a state that viewers with the same knowledge share."""

    v: Literal[2]
    type: Literal["state"]
    seq: int
    phase: Phase
    to_act: Sequence[int]
    committed: Sequence[int]
    """The seats that have made a secret move that waits for its reveal."""
    offers: Mapping[Offered, Sequence[int]]
    declined: tuple[Offered, int] | None
    """What was offered and then declined last, and the seat that declined it."""
    result: Result | None
    next: str | None


class OwnState(Task):
    """The part of a state for one viewer."""

    viewpoint: int | None
    ticket: int | None
    mine: Sequence[int]
    clock: Clock | None
    actions: Sequence[Action]
    claim_in: int | None
    """The seconds until the game can be claimed against an absent opponent."""
    series: Sequence[Played] | None
    notes: NotRequired[Sequence[str]]
    """At a guided table: the notes for what this viewer meets now."""
    accepted: NotRequired[str]
    """The key of the request that led here."""


class State(PublicState, OwnState):
    """The whole state of a table, as one browser may see it."""

    seats: Sequence[Seat]
    pieces: Sequence[PieceJson]
    moves: Sequence[tuple[int, str | None]]
    """Player and text. A move that is still secret has no text."""
    legal_moves: Sequence[ClickableMove] | None


class Refused(Refusal):
    """The answer to a request that is not carried out."""

    v: Literal[2]
    type: Literal["refused"]
    key: str


class Gone(Refusal):
    """The reason why the server closes the socket."""

    v: Literal[2]
    type: Literal["gone"]


class Ping(TypedDict):
    """A question that the page answers at once. It measures the delay of the connection."""

    v: Literal[2]
    type: Literal["ping"]
    id: int


ServerMessage = State | Refused | Ping | Gone
