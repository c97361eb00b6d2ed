"""The types of games and their boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired

from ludotheque.server.messages.typed import TypedDict

Text = dict[str, str]
"""A sentence in every language, by the language's code."""
Point = tuple[float, float]
"""The x and y of a place. Here y grows upwards."""
OptionValue = bool | int | str
Phase = Literal["open", "playing", "over"]
Offered = Literal["draw", "takeback", "rematch"]
Action = Literal["resign", "draw", "takeback", "claim", "rematch", "abort"]
"""A request that the page may show as a button."""


class NamedLanguage(TypedDict):
    """A language of the page. Its name is in the language itself."""

    code: str
    name: str


class Languages(TypedDict):
    """All languages of the page."""

    languages: Sequence[NamedLanguage]
    default: str


class Refusal(TypedDict):
    """The body of every answer with a status of 400 or more."""

    code: str
    ruling: str | None
    message: Text
    line: NotRequired[int]
    """The line of a record that cannot be read."""
    fields: NotRequired[Sequence[str]]
    """The fields of a request that do not have the expected form."""


# Boards.


class Cell(TypedDict):
    """A place for pieces. The outline is relative to the centre."""

    name: str
    x: float
    y: float
    outline: Sequence[Point]


class BoardLabel(TypedDict):
    """A text on the board, such as a coordinate."""

    text: str
    x: float
    y: float


class BoardJson(TypedDict):
    """A board. Links and zones name cells by their indices."""

    cells: Sequence[Cell]
    links: Sequence[tuple[int, int]]
    zones: dict[str, Sequence[int]]
    labels: Sequence[BoardLabel]
    extent: tuple[float, float, float, float]
    """Left, bottom, right, top."""
    drawn_lines: bool
    """Whether the board is drawn as points and lines instead of cells with outlines."""


PieceJson = tuple[str, float, float, int, str, str]
"""Symbol, x, y, the index of the cell (-1 beside the cells), label, and the token that a click on the piece means."""
MotionJson = tuple[str, float, float, float, float, str]
"""A symbol that moves over the board and vanishes: symbol, x and y of the start, x and y of the end, label."""

# Games.


class GameOption(TypedDict):
    """An option of a game, with its values and their labels."""

    name: str
    label: Text
    """The option in a word or two."""
    text: Text
    values: Sequence[OptionValue]
    labels: Sequence[Text]


class GameCard(TypedDict):
    """A game as the start page shows it."""

    id: str
    title: Text
    tagline: Text
    credit: Text
    minutes: int
    players: Sequence[int]
    options: Sequence[GameOption]
    sides: Sequence[Text]
    lessons: int
    """The number of lessons."""
    extras: Sequence[str]


class Level(TypedDict):
    """A level of the computer."""

    number: int
    name: Text


class Games(TypedDict):
    """All games."""

    version: str
    games: Sequence[GameCard]
    levels: Sequence[Level]


class Token(TypedDict):
    """A part of a click path that is not a cell. Its place is relative to the last cell; without one it is a piece."""

    label: Text
    place: Point | None
    symbol: str
    """The symbol that is drawn there; empty for a plain spot."""


class Kind(TypedDict):
    """A kind of move: what can come next, the label of the confirm button, how its targets are marked."""

    then: Text
    do: Text
    captures: bool
    confirm: bool
    costly: bool


class GameInfo(TypedDict):
    """A game with its options, as a board needs it."""

    game: str
    title: Text
    options: dict[str, OptionValue]
    option_texts: Sequence[Text]
    board: BoardJson
    sides: Sequence[Text]
    tokens: dict[str, Token]
    kinds: dict[str, Kind]
    symbols: dict[str, Text]
    emblems: Sequence[str]
    """The symbol that stands for each side; none where the sides share their pieces."""
    previews: bool
    """Whether the page should ask for previews of moves."""
