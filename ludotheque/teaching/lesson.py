"""The lessons of a game: `lessons.toml` of its folder.

A lesson is a position and one thing to do; a longer one has several stages, with scripted replies between them::

    [[lesson]]
    id = "strike"
    position = "…"                    none: the beginning of a game
    options = { huff = false }        where they are not the usual ones
    player = 1                        who learns; none told: the one who owes the first decision
    title.fr = "…"
    done.fr = "what one has learned"
      [[lesson.stage]]
      task.fr = "one thing to do"
      hint.fr = "…"
      cells = ["a1", "a3"]            what the hint points at
      marked = ["a3"]                 what is pointed at from the start
      accept = ["a1xa3", "b1>*"]      decisions, or patterns of them
      wins = true                     instead: any decision that wins at once
      wrong.fr = "to any other legal decision"
      reply = ["a6-a4"]               what others decide then
      said.fr = "what has happened"   before the next stage
        [[lesson.stage.but]]          other words for these wrong decisions
        play = ["a1-*"]
        fr = "…"
        reply = ["a6xa4"]             what shows it on the board; empty: the decision alone does
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from ludotheque.position import Position
from ludotheque.record import Record
from ludotheque.teaching.reading import Table, maybe_text, only, played, position, read, text
from ludotheque.texts import Text

_LESSON = {"id", "position", "options", "player", "title", "done", "stage"}
_STAGE = {"task", "hint", "cells", "marked", "accept", "wins", "wrong", "reply", "said", "but"}


@dataclass(frozen=True)
class Answer:
    """What is said to some wrong decisions, and the replies that show it; None: words are enough."""

    play: tuple[str, ...]
    words: Text
    reply: tuple[str, ...] | None


@dataclass(frozen=True)
class Stage:
    """One decision of the learner, with the others' replies to it."""

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

    def accepted(self, position: Position, player: int) -> list[str]:
        """The decisions that do what the task asks for."""
        legal = [str(move) for move in position.legal_moves(player)]
        if self.wins:
            return [move for move in legal if (position.play(move, player).returns or (0,) * 9)[player] > 0]
        return [move for move in legal if fits(move, self.accept)]

    def answers(self, legal: Sequence[str]) -> Mapping[str, Answer]:
        """The answers to some of these decisions, instead of what is said to the others."""
        found: dict[str, Answer] = {}
        for answer in self.but:
            found.update({move: answer for move in legal if fits(move, answer.play) and move not in found})
        return found


def fits(move: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(move, pattern) for pattern in patterns)


@dataclass(frozen=True)
class Lesson:
    id: str
    title: Text
    done: Text
    start: Position
    player: int
    stages: tuple[Stage, ...]

    def after(self, record: Record, stage: Stage, move: str) -> Iterator[Record]:
        """The record after an accepted decision, and after each reply to it."""
        record = record.play(move, self.player)
        yield record
        for reply in stage.reply:
            record = played(record, [reply])
            yield record


@cache
def lessons(id: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in order."""
    told = read(id, "lessons.toml")
    only(told, {"lesson"}, id)
    return tuple(_lesson(id, one) for one in told["lesson"])


def lesson_count(id: str) -> int:
    """How many there are, told without a look at the rules: kernels need not be loaded for it."""
    return len(read(id, "lessons.toml")["lesson"])


def _lesson(id: str, told: Table) -> Lesson:
    only(told, _LESSON, id)
    start = position(id, told)
    stages = tuple(map(_stage, told["stage"]))
    return Lesson(
        told["id"], text(told["title"]), text(told["done"]), start, told.get("player", start.to_act[0]), stages
    )


def _stage(told: Table) -> Stage:
    only(told, _STAGE, "stage")
    return Stage(
        task=text(told["task"]),
        hint=text(told["hint"]),
        cells=tuple(told.get("cells", ())),
        marked=tuple(told.get("marked", ())),
        accept=tuple(told.get("accept", ())),
        wins=told.get("wins", False),
        wrong=text(told["wrong"]),
        but=tuple(map(_answer, told.get("but", ()))),
        reply=tuple(told.get("reply", ())),
        said=maybe_text(told.get("said", {})),
    )


def _answer(told: Table) -> Answer:
    only(told, {"play", "fr", "en", "reply"}, "but")
    return Answer(tuple(told["play"]), text(told), tuple(told["reply"]) if "reply" in told else None)
