"""The lessons of a game: `lessons.toml` of its folder.

A lesson is a position and one thing to do; a longer one has several stages, with scripted replies between them::

    [[lesson]]
    id = "strike"
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
from ludotheque.teaching.reading import Table, maybe_text, only, played, position, read, text
from ludotheque.texts import Text

_LESSON = {"id", "position", "options", "player", "title", "done", "stage"}
_STAGE = {"task", "hint", "cells", "marked", "accept", "wins", "wrong", "reply", "said", "but"}


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
class Lesson:
    id: str
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


@cache
def lessons(id: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in order."""
    table = read(id, "lessons.toml")
    only(table, {"lesson"}, id)
    return tuple(_lesson(id, one) for one in table["lesson"])


def lesson_count(id: str) -> int:
    """Return how many lessons a game has, without loading its kernels."""
    return len(read(id, "lessons.toml")["lesson"])


def _lesson(id: str, table: Table) -> Lesson:
    only(table, _LESSON, id)
    start = position(id, table)
    stages = tuple(map(_stage, table["stage"]))
    return Lesson(
        table["id"], text(table["title"]), text(table["done"]), start, table.get("player", start.to_act[0]), stages
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
    )


def _answer(table: Table) -> Answer:
    only(table, {"play", "reply"}, "but")
    return Answer(tuple(table["play"]), text(table), tuple(table["reply"]) if "reply" in table else None)
