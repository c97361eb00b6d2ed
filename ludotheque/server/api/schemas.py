"""Schemas of all requests that a page may send. `docs/messages.md` explains them to people."""

from __future__ import annotations

import json
import unicodedata
from typing import Annotated, Any, Literal

from ludotheque.server.messages.games import Offered
from ludotheque.server.validation import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter
from ludotheque.texts import LANGUAGES

MAX_NAME = 24


def tidy_name(name: str) -> str:
    """Return a name without invisible characters and surplus blanks."""
    visible = "".join(" " if unicodedata.category(sign)[0] == "Z" else sign for sign in name if _visible(sign))
    return " ".join(visible.split())[:MAX_NAME]


def _visible(sign: str) -> bool:
    # Control and format characters could reorder or hide the text around a name.
    return unicodedata.category(sign)[0] != "C"


def encodable(text: str) -> str:
    """Return the text without half characters, which JSON can name but UTF-8 cannot hold."""
    return text.encode("utf-8", "replace").decode()


def known_language(code: str) -> str:
    """Return the code of a language; raise a `ValueError` for others."""
    if code not in LANGUAGES:
        raise ValueError("not a language of the page")
    return code


Name = Annotated[str, Field(max_length=200), AfterValidator(tidy_name)]
Key = Annotated[str, Field(min_length=1, max_length=40, pattern="^[ -~]+$")]
Secret = Annotated[str, Field(max_length=80, pattern="^[0-9a-z.]*$")]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
GameId = Annotated[str, Field(max_length=40)]
Options = dict[Annotated[str, Field(max_length=40)], bool | int | Annotated[str, Field(max_length=40)]]
LongText = Annotated[str, Field(max_length=1 << 16), AfterValidator(encodable)]
MoveText = Annotated[str, Field(max_length=400), AfterValidator(encodable)]
Language = Annotated[str, AfterValidator(known_language)]


class Message(BaseModel):
    """Any message of a page."""

    # A message may hold a secret move, so no error repeats it.
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, hide_input_in_errors=True)


# Requests over HTTP.


class NewSeat(Message):
    """A seat of a new table."""

    who: Literal["me", "computer", "open"]
    level: Annotated[int, Field(ge=1, le=6)] | None = None


class NoClock(Message):
    """A game without a clock."""

    kind: Literal["none"]


class MinutesClock(Message):
    """Minutes for the whole game, with an increment in seconds."""

    kind: Literal["minutes"]
    minutes: Annotated[float, Field(ge=0.25, le=240)]
    increment: Annotated[float, Field(ge=0, le=300)] = 0


class DaysClock(Message):
    """Days for each turn."""

    kind: Literal["days"]
    days: Annotated[float, Field(ge=1, le=30)]


NewClock = Annotated[NoClock | MinutesClock | DaysClock, Field(discriminator="kind")]


class NewTable(Message):
    """A table to create."""

    game: GameId
    options: Options = {}
    seats: Annotated[list[NewSeat], Field(min_length=1, max_length=8)]
    shuffle: bool = False
    time: NewClock = NoClock(kind="none")
    public: bool = False
    name: Name = ""
    names: Annotated[list[Name], Field(max_length=8)] = []


class FirstGame(Message):
    """A guided first game to begin."""

    name: Name = ""


class JoinRequest(Message):
    """A free seat to take. Without a number it is the first one."""

    name: Name = ""
    key: Secret | None = None
    seat: SeatNumber | None = None


class ReturnRequest(Message):
    """A seat to hold from this browser as well, with the key of its private link."""

    key: Secret


class StudyRequest(Message):
    """A game to study: a record, or a game (from a position on) with its moves."""

    record: LongText | None = None
    game: GameId | None = None
    options: Options = {}
    position: Annotated[str, Field(max_length=4000), AfterValidator(encodable)] | None = None
    moves: Annotated[list[tuple[SeatNumber, MoveText]], Field(max_length=4000)] = []


class LookRequest(StudyRequest):
    """The plies of a game, and the moves that may follow."""

    since: Annotated[int, Field(ge=0)] = 0
    """How many plies the page knows already."""


class NotedLine(Message):
    """The comments before a first move, and the moves."""

    comments: list[LongText] = []
    moves: list[NotedMove] = []


class NotedMove(Message):
    """A move with what is noted about it. Its variations are other moves in its place."""

    player: SeatNumber
    move: MoveText
    comments: list[LongText] = []
    glyphs: list[Annotated[str, Field(max_length=4)]] = []
    variations: list[NotedLine] = []


class RecordRequest(NotedLine):
    """A game to write as text. A result is needed only when the game ended away from the board."""

    game: GameId
    options: Options = {}
    position: Annotated[str, Field(max_length=4000), AfterValidator(encodable)] | None = None
    headers: dict[str, LongText] = {}
    result: list[float] | None = None
    reason: Annotated[str, Field(max_length=40)] | None = None


class FilmRequest(StudyRequest):
    """A whole game as an animated picture."""

    coordinates: bool = True
    flip: bool = False
    theme: Literal["light", "dark", "ink"] | None = None
    language: Language = LANGUAGES[0]


class PictureRequest(FilmRequest):
    """One ply as a picture; without a ply, the whole game as a film."""

    ply: Annotated[int, Field(ge=0)] | None = None


class EndingRequest(Message):
    """The moves played from the position of a known ending."""

    moves: Annotated[list[tuple[SeatNumber, MoveText]], Field(max_length=400)]


class AnalysisRequest(StudyRequest):
    """The analysis of the last position of a game."""

    seconds: Annotated[float, Field(gt=0, le=5)] = 1.0
    player: SeatNumber | None = None
    lines: Annotated[int, Field(ge=1, le=8)] = 5


Clicks = Annotated[
    list[Annotated[str, Field(max_length=20), AfterValidator(encodable)]], Field(min_length=1, max_length=40)
]
"""Names of cells and tokens, in the order in which they were clicked."""
Candidates = Annotated[list[MoveText], Field(max_length=16)]
"""Moves that a player thinks about."""


class ExplainRequest(Message):
    """A click at a table that leads to no legal move."""

    seat: SeatNumber
    clicks: Clicks


class StudyExplainRequest(StudyRequest):
    """A click in the last position of a game that leads to no legal move."""

    player: SeatNumber
    clicks: Clicks


class PreviewRequest(Message):
    """Moves at a table whose effects a player wants to see."""

    seat: SeatNumber
    candidates: Candidates


class StudyPreviewRequest(StudyRequest):
    """Moves in the last position of a game whose effects a player wants to see."""

    player: SeatNumber
    candidates: Candidates


class HintRequest(Message):
    """A hint for a seat."""

    seat: SeatNumber


# Messages on a socket.


class SeatMessage(Message):
    """A request of a seat. A request that comes twice with the same key is carried out once."""

    key: Key
    seat: SeatNumber


class Move(SeatMessage):
    """Play a move."""

    type: Literal["move"]
    ticket: int | None
    move: MoveText


class Handover(Message):
    """Show the view of a seat, when this browser holds several."""

    type: Literal["handover"]
    seat: SeatNumber
    key: Key | None = None


class Resign(SeatMessage):
    """Lose the game."""

    type: Literal["resign"]


class Offer(SeatMessage):
    """Offer something, or accept it."""

    type: Literal["offer"]
    what: Offered


class Decline(SeatMessage):
    """Decline what others offer."""

    type: Literal["decline"]
    what: Offered


class Claim(SeatMessage):
    """Claim the game against an absent player."""

    type: Literal["claim"]
    result: Annotated[Literal["win", "draw"], Field(alias="as")]


class Rename(SeatMessage):
    """Change the name of a seat's player."""

    type: Literal["rename"]
    name: Name


class Pong(Message):
    """The answer to a ping of the server."""

    type: Literal["ping"]
    id: int


SocketMessage = Annotated[
    Move | Handover | Resign | Offer | Decline | Claim | Rename | Pong, Field(discriminator="type")
]
socket_message: TypeAdapter[Any] = TypeAdapter(SocketMessage, config=ConfigDict(hide_input_in_errors=True))
"""Reads the messages on a socket."""


def json_object(text: str) -> dict[str, Any]:
    """Return a JSON object; raise a `ValueError` for other JSON values."""
    data = json.loads(text)
    if not isinstance(data, dict):
        raise ValueError("not an object")
    return data
