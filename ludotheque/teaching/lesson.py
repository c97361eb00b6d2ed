"""The lessons of a game: `lessons.toml` of its folder.

A course has ideas, each with the rulings that it teaches and three to five lessons, which stand in the order of the
ideas. A lesson is a position and one thing to do; a longer one has several stages, with scripted replies between them.
Every ruling is taught by an idea, or named as rare with the reason. At least half of an idea's lessons let the learner
find the move: their tasks do not name it. The last lesson is `finish`, which the learner wins. A task that speaks of a
sure win or of the only move says what is proven of it. A test proves it, and that any other move that does as well has
an answer of its own::

    [[idea]]
    id = "striking"
    rulings = ["MAL-4"]
    title.fr = "…"
    [rare.MAL-8]
    fr = "why it has no lesson"
    [[lesson]]
    id = "strike"
    idea = "striking"
    position = "…"                    without it, the start of a game
    options = { huff = false }        where they differ from the default
    player = 1                        the learner; without it, the player to move
    title.fr = "…"
    done.fr = "what the lesson taught"
      [[lesson.stage]]
      task.fr = "one thing to do"
      hint.fr = "…"
      cells = ["a1", "a3"]            what the hint points at
      marked = ["a3"]                 what is pointed at from the start
      accept = ["a1xa3", "b1>*"]      moves, or patterns of them
      wins = true                     instead: any move that wins at once
      proven = 1                      these moves win with at most this number of further own moves
      holds = 1                       or: after these the opponent has no win within this number of moves
      wrong.fr = "to any other legal move"
      reply = ["a6-a4"]               what the others play then
      said.fr = "what has happened"   before the next stage
        [[lesson.stage.but]]          another answer to these wrong moves
        play = ["a1-*"]
        fr = "…"
        reply = ["a6xa4"]             moves that show why; empty: the move alone does
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from ludotheque.position import Position
from ludotheque.record import Record
from ludotheque.teaching.reading import Table, extras, maybe_text, only, played, position, read, reads, text
from ludotheque.texts import Text

_IDEA = {"id", "rulings", "title"}
_LESSON = {"id", "idea", "position", "options", "player", "title", "done", "stage"}
_STAGE = {"task", "hint", "cells", "marked", "accept", "wins", "proven", "holds", "wrong", "reply", "said", "but"}


@dataclass(frozen=True)
class Answer:
    """What is said to some wrong moves, and the replies that show it; None: the text is enough."""

    play: tuple[str, ...]
    text: Text
    reply: tuple[str, ...] | None


@dataclass(frozen=True)
class Stage:
    """One move of the learner, with the others' replies to it."""

    task: Text
    hint: Text
    cells: tuple[str, ...]
    marked: tuple[str, ...]
    accept: tuple[str, ...]
    wins: bool
    wrong: Text
    but: tuple[Answer, ...]
    reply: tuple[str, ...]
    said: Text | None
    proven: int | None
    holds: int | None

    def accepted(self, position: Position, player: int) -> list[str]:
        """The moves that do what the task asks for."""
        legal = [str(move) for move in position.legal_moves(player)]
        if self.wins:
            return [move for move in legal if (position.play(move, player).returns or (0,) * 9)[player] > 0]
        return [move for move in legal if fits(move, self.accept)]

    def answers(self, legal: Sequence[str]) -> Mapping[str, Answer]:
        """The answers to some of these moves, instead of what is said to the others."""
        found: dict[str, Answer] = {}
        for answer in self.but:
            found.update({move: answer for move in legal if fits(move, answer.play) and move not in found})
        return found


def fits(move: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(move, pattern) for pattern in patterns)


@dataclass(frozen=True)
class Idea:
    """What a few lessons have in common."""

    id: str
    title: Text
    rulings: tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    id: str
    idea: str
    title: Text
    done: Text
    start: Position
    player: int
    stages: tuple[Stage, ...]

    def after(self, record: Record, stage: Stage, move: str) -> Iterator[Record]:
        """The record after an accepted move, and after each reply to it."""
        record = record.play(move, self.player)
        yield record
        for reply in stage.reply:
            record = played(record, [reply])
            yield record


@dataclass(frozen=True)
class Course:
    """The lessons of a game in order, by ideas."""

    ideas: tuple[Idea, ...]
    lessons: tuple[Lesson, ...]
    rare: Mapping[str, Text]
    """By ruling: why it has no lesson."""

    def of(self, idea: Idea) -> tuple[Lesson, ...]:
        """Return the lessons of an idea, in order."""
        return tuple(lesson for lesson in self.lessons if lesson.idea == idea.id)

    def idea_about(self, ruling: str) -> Idea | None:
        """Return the idea that teaches a ruling; None for one without lessons."""
        return next((idea for idea in self.ideas if ruling in idea.rulings), None)


@cache
@reads("lessons.toml")
def course(id: str) -> Course:
    """Return the course of a game; one without lessons has an empty one."""
    if "lessons" not in extras(id):
        return Course((), (), {})
    return read_course(id, read(id, "lessons.toml"))


def read_course(id: str, table: Table) -> Course:
    """Return the course that a table describes."""
    only(table, {"idea", "lesson", "rare"}, id)
    return Course(
        tuple(map(_idea, table["idea"])),
        tuple(_lesson(id, one) for one in table["lesson"]),
        {ruling: text(reason) for ruling, reason in table.get("rare", {}).items()},
    )


def lessons(id: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game, in order."""
    return course(id).lessons


@reads("lessons.toml")
def lesson_count(id: str) -> int:
    """Return how many lessons a game has, without loading its kernels."""
    return len(read(id, "lessons.toml")["lesson"]) if "lessons" in extras(id) else 0


def _idea(table: Table) -> Idea:
    only(table, _IDEA, "idea")
    return Idea(table["id"], text(table["title"]), tuple(table["rulings"]))


def _lesson(id: str, table: Table) -> Lesson:
    only(table, _LESSON, id)
    start = position(id, table)
    return Lesson(
        id=table["id"],
        idea=table["idea"],
        title=text(table["title"]),
        done=text(table["done"]),
        start=start,
        player=table.get("player", start.to_act[0]),
        stages=tuple(map(_stage, table["stage"])),
    )


def _stage(table: Table) -> Stage:
    only(table, _STAGE, "stage")
    return Stage(
        task=text(table["task"]),
        hint=text(table["hint"]),
        cells=tuple(table.get("cells", ())),
        marked=tuple(table.get("marked", ())),
        accept=tuple(table.get("accept", ())),
        wins=table.get("wins", False),
        wrong=text(table["wrong"]),
        but=tuple(map(_answer, table.get("but", ()))),
        reply=tuple(table.get("reply", ())),
        said=maybe_text(table.get("said", {})),
        proven=table.get("proven"),
        holds=table.get("holds"),
    )


def _answer(table: Table) -> Answer:
    only(table, {"play", "reply"}, "but")
    return Answer(tuple(table["play"]), text(table), tuple(table["reply"]) if "reply" in table else None)
