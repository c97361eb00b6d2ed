"""The types of rules pages, strategy notes, lessons and puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired

from ludotheque.server.messages.games import GameInfo, OptionValue, PieceJson, Point, Text
from ludotheque.server.messages.positions import MarkedPosition, PositionJson
from ludotheque.server.messages.typed import TypedDict

# Rules pages and strategy notes.


class Ruling(TypedDict):
    """One ruling of a game."""

    id: str
    text: Text


class Rulings(TypedDict):
    """The rulings of a game, those for all games first."""

    title: Text
    rulings: Sequence[Ruling]
    balance: Text | None


class ExplainedRuling(Ruling):
    """A ruling with the reason for it, where the original rules leave it open."""

    why: Text | None


class Frame(MarkedPosition):
    """One position of a figure."""

    text: Text | None


class FigureJson(TypedDict):
    """One or several positions. `board` is an index into the boards of the page."""

    board: int
    caption: Text
    frames: Sequence[Frame]


class PlotJson(TypedDict):
    """A plot with its figures. The drawing is by language."""

    title: Text
    svg: Mapping[str, str]
    columns: Sequence[Text]
    rows: Sequence[Sequence[Text]]


class Part(TypedDict):
    """A part of a section. It has one of the three."""

    text: NotRequired[Text]
    figure: NotRequired[FigureJson]
    plot: NotRequired[PlotJson]


class SectionJson(TypedDict):
    """A section of a page to read."""

    id: str
    title: Text
    parts: Sequence[Part]


class Pages(TypedDict):
    """Sections with figures, as in the rules and the strategy notes."""

    id: str
    title: Text
    sections: Sequence[SectionJson]
    boards: Sequence[GameInfo]


class Guide(Pages):
    """The rules page of a game."""

    tagline: Text
    credit: Text
    minutes: int
    players: Sequence[int]
    extras: Sequence[str]
    goal: Text
    rulings: Sequence[ExplainedRuling]
    balance: Text | None


class Strategy(Pages):
    """The strategy notes of a game."""

    extras: Sequence[str]
    lead: Text
    basis: Text
    command: str


# Where the games come from.


class ValueOrigin(TypedDict):
    """A value of an option, and the source of it: `sheet`, `variant`, `reading`, `simplified`, `review` or `ours`."""

    label: Text
    source: str


class OptionOrigin(TypedDict):
    """Where an option comes from."""

    label: Text
    text: Text
    values: Sequence[ValueOrigin]


class SettledQuestion(TypedDict):
    """A question that the original rules leave open, and the reason for the ruling that settles it."""

    ruling: str
    question: Text
    why: Text


class Origins(TypedDict):
    """Where a game comes from."""

    id: str
    title: Text
    extras: Sequence[str]
    lead: Text
    facts: dict[str, Text]
    known: Sequence[Text]
    unknown: Sequence[Text]
    options: Sequence[OptionOrigin]
    settled: Sequence[SettledQuestion]


# The games on paper.


class SupplyJson(TypedDict):
    """Pieces to cut out along an outline. Each symbol is wanted `count` times."""

    label: Text
    symbols: Sequence[str]
    count: int
    outline: Sequence[Point]


class PaperBoard(TypedDict):
    """A board to print, with its pieces. A cell is `cell` millimetres wide."""

    label: Text | None
    """What is special about this board, where there are several."""
    info: GameInfo
    cell: int
    fixtures: Sequence[PieceJson]
    supplies: Sequence[SupplyJson]


class SheetTable(TypedDict):
    """A small table on a sheet."""

    head: Sequence[Text]
    rows: Sequence[Sequence[Text]]


class SheetJson(TypedDict):
    """A sheet to write on: the empty board, seen from one side, and a table."""

    title: Text
    text: Text
    flip: bool
    table: SheetTable | None


class Paper(TypedDict):
    """A game to print."""

    id: str
    title: Text
    boards: Sequence[PaperBoard]
    sheets: Sequence[SheetJson]


# Lessons and puzzles.


class LessonAnswer(TypedDict):
    """The answer to a wrong move, and what follows from it."""

    text: Text
    frames: Sequence[PositionJson]


class LessonStep(TypedDict):
    """What follows from a right move."""

    frames: Sequence[PositionJson]
    said: Text | None
    next: LessonStage | None


class LessonStage(TypedDict):
    """One move to find. `but` has answers to some wrong moves, by their texts."""

    task: Text
    hint: Text
    cells: Sequence[str]
    wrong: Text
    but: dict[str, LessonAnswer]
    record: str
    """The game so far, for questions about clicks."""
    state: MarkedPosition
    accepted: dict[str, LessonStep]


class LessonJson(TypedDict):
    """A lesson. `board` is an index into the boards of the course."""

    id: str
    title: Text
    done: Text
    board: int
    player: int
    stages: int
    first: LessonStage


class IdeaJson(TypedDict):
    """What a few lessons have in common, with the ids of these lessons."""

    id: str
    title: Text
    lessons: Sequence[str]
    rulings: Sequence[str]


class Course(TypedDict):
    """All lessons of a game, in the order of their ideas."""

    id: str
    title: Text
    extras: Sequence[str]
    ideas: Sequence[IdeaJson]
    lessons: Sequence[LessonJson]
    boards: Sequence[GameInfo]


class PuzzleCard(TypedDict):
    """A puzzle as the list shows it."""

    id: str
    stars: int
    goal: str
    theme: str | None
    special: Sequence[Text]
    """The options that are not the usual ones."""


class ThemeJson(TypedDict):
    """An idea that several puzzles of a game share."""

    id: str
    name: Text
    about: Text


class PuzzleList(TypedDict):
    """The puzzles of a game."""

    id: str
    title: Text
    themes: Sequence[ThemeJson]
    puzzles: Sequence[PuzzleCard]


class IndexedPuzzle(TypedDict):
    """A puzzle in the index of all games. `usual` says whether it has the usual rules."""

    id: str
    stars: int
    usual: bool


class IndexedGame(TypedDict):
    """The puzzles of one game in the index."""

    id: str
    title: Text
    puzzles: Sequence[IndexedPuzzle]


class PuzzleIndex(TypedDict):
    """The puzzles of all games."""

    games: Sequence[IndexedGame]


class PuzzleJson(TypedDict):
    """A puzzle in the form of a lesson, with its own board."""

    id: str
    stars: int
    player: int
    stages: int
    board: GameInfo
    position: str
    options: dict[str, OptionValue]
    done: Text
    first: LessonStage
