"""What pages may say to the server, checked. `docs/messages.md` explains it to people."""

from __future__ import annotations

import json
import unicodedata
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter

VERSION = 1
LONGEST_NAME = 24


def tidy_name(name: str) -> str:
    """A name without invisible characters and surplus blanks."""
    visible = "".join(" " if unicodedata.category(sign)[0] == "Z" else sign for sign in name if _visible(sign))
    return " ".join(visible.split())[:LONGEST_NAME]


def _visible(sign: str) -> bool:
    # Control and format characters could reorder or hide the text around a name.
    return unicodedata.category(sign)[0] != "C"


def encodable(text: str) -> str:
    """JSON can name half characters that no text may hold."""
    return text.encode("utf-8", "replace").decode()


Name = Annotated[str, Field(max_length=200), AfterValidator(tidy_name)]
Key = Annotated[str, Field(min_length=1, max_length=40, pattern="^[ -~]+$")]
Secret = Annotated[str, Field(max_length=80, pattern="^[0-9a-z.]*$")]
SeatNumber = Annotated[int, Field(ge=0, le=7)]
Options = dict[Annotated[str, Field(max_length=40)], bool | int | Annotated[str, Field(max_length=40)]]
Decided = Annotated[str, Field(max_length=400), AfterValidator(encodable)]


class Message(BaseModel):
    # What was sent may be a secret decision: no error repeats it.
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False, hide_input_in_errors=True)


# Requests by HTTP.


class SeatWish(Message):
    who: Literal["me", "computer", "open"]
    level: Annotated[int, Field(ge=1, le=6)] | None = None


class NoClock(Message):
    kind: Literal["none"]


class MinutesClock(Message):
    kind: Literal["minutes"]
    minutes: Annotated[float, Field(ge=0.25, le=240)]
    increment: Annotated[float, Field(ge=0, le=300)] = 0


class DaysClock(Message):
    kind: Literal["days"]
    days: Annotated[float, Field(ge=1, le=30)]


ClockWish = Annotated[NoClock | MinutesClock | DaysClock, Field(discriminator="kind")]


class TableWish(Message):
    """A table to set up."""

    game: Annotated[str, Field(max_length=40)]
    options: Options = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=8)]
    shuffle: bool = False
    time: ClockWish = NoClock(kind="none")
    public: bool = False
    name: Name = ""
    names: Annotated[list[Name], Field(max_length=8)] = []


class JoinWish(Message):
    name: Name = ""
    key: Secret | None = None
    seat: SeatNumber | None = None


class ReturnWish(Message):
    key: Secret


class LineWish(Message):
    """A game that somebody studies: a record, or a game (from a position on) with decisions."""

    record: Annotated[str, Field(max_length=1 << 16), AfterValidator(encodable)] | None = None
    game: Annotated[str, Field(max_length=40)] | None = None
    options: Options = {}
    position: Annotated[str, Field(max_length=4000), AfterValidator(encodable)] | None = None
    decisions: Annotated[list[tuple[SeatNumber, Decided]], Field(max_length=4000)] = []


class LookWish(LineWish):
    since: Annotated[int, Field(ge=0)] = 0
    """How many plies the page knows already."""


class PictureWish(LineWish):
    """One ply as a picture; without a ply, the whole game as a film."""

    ply: Annotated[int, Field(ge=0)] | None = None
    flip: bool = False
    language: Literal["fr", "en"] = "fr"


class AnalysisWish(LineWish):
    seconds: Annotated[float, Field(gt=0, le=5)] = 1.0
    player: SeatNumber | None = None
    lines: Annotated[int, Field(ge=1, le=8)] = 5


class HintWish(Message):
    seat: SeatNumber


# Messages on a socket.


class Decide(Message):
    type: Literal["decide"]
    key: Key
    seat: SeatNumber
    due: int | None
    move: Decided


class Face(Message):
    type: Literal["face"]
    seat: SeatNumber
    key: Key | None = None


class Resign(Message):
    type: Literal["resign"]
    key: Key
    seat: SeatNumber


class Offer(Message):
    type: Literal["offer"]
    key: Key
    seat: SeatNumber
    what: Literal["draw", "takeback", "rematch"]


class Decline(Message):
    type: Literal["decline"]
    key: Key
    seat: SeatNumber
    what: Literal["draw", "takeback", "rematch"]


class Claim(Message):
    type: Literal["claim"]
    key: Key
    seat: SeatNumber
    wanted: Annotated[Literal["win", "draw"], Field(alias="as")]


class Rename(Message):
    type: Literal["rename"]
    key: Key
    seat: SeatNumber
    name: Name


class Pulse(Message):
    type: Literal["pulse"]
    id: int


Said = Annotated[Decide | Face | Resign | Offer | Decline | Claim | Rename | Pulse, Field(discriminator="type")]
heard: TypeAdapter[Any] = TypeAdapter(Said, config=ConfigDict(hide_input_in_errors=True))


def json_object(text: str) -> dict[str, Any]:
    """A JSON object; a `ValueError` when it is none."""
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("not an object")
    return found
