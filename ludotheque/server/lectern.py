"""The rules pages and the lessons as data for pages; made once, for they never change while a server runs."""

from __future__ import annotations

from functools import cache
from typing import Any

from ludotheque.position import Game
from ludotheque.record import Record
from ludotheque.server.frame import asking_json, frame_json
from ludotheque.server.refusal import text_json
from ludotheque.server.shelf import card_json, game_json, rulings_json
from ludotheque.teaching.guide import Figure, Guide, Section, guide
from ludotheque.teaching.lesson import Answer, Lesson, lessons
from ludotheque.teaching.strategy import Plot, strategy
from ludotheque.teaching.strategy import Section as Chapter
from ludotheque.texts import Text


class Boards:
    """The games that figures show, each told once: they differ in their options."""

    def __init__(self) -> None:
        self.games: list[Game] = []

    def number(self, game: Game) -> int:
        if game not in self.games:
            self.games.append(game)
        return self.games.index(game)

    def to_json(self) -> list[dict[str, Any]]:
        return list(map(game_json, self.games))


@cache
def guide_json(id: str) -> dict[str, Any]:
    """The rules of a game: what to read first, then ruling by ruling."""
    told, boards = guide(id), Boards()
    sections = [_section(section, boards) for section in told.sections]
    card = card_json(id)
    return {
        **{key: card[key] for key in ("id", "title", "tagline", "credit", "minutes", "players", "extras")},
        "goal": text_json(told.goal),
        "sections": sections,
        "boards": boards.to_json(),
        **_rulings(id, told),
    }


def _rulings(id: str, told: Guide) -> dict[str, Any]:
    rules = rulings_json(id)
    reasons = {ruling: text_json(words) for ruling, words in told.why.items()}
    return {
        "rulings": [{**ruling, "why": reasons.get(ruling["id"])} for ruling in rules["rulings"]],
        "balance": rules["balance"],
    }


@cache
def strategy_json(id: str) -> dict[str, Any]:
    """The strategy notes of a game, with plots and the numbers behind them."""
    told, boards = strategy(id), Boards()
    sections = [_section(section, boards) for section in told.sections]
    return {
        "id": id,
        "title": card_json(id)["title"],
        "lead": text_json(told.lead),
        "sections": sections,
        "boards": boards.to_json(),
        "basis": text_json(told.basis),
        "command": told.command,
    }


def _section(section: Section | Chapter, boards: Boards) -> dict[str, Any]:
    parts = [_part(part, boards) for part in section.parts]
    return {"id": section.id, "title": text_json(section.title), "parts": parts}


def _part(part: Text | Figure | Plot, boards: Boards) -> dict[str, Any]:
    if isinstance(part, Text):
        return {"words": text_json(part)}
    return {"plot": _plot(part)} if isinstance(part, Plot) else {"figure": _figure(part, boards)}


def _plot(plot: Plot) -> dict[str, Any]:
    rows = [list(map(text_json, row)) for row in plot.rows]
    return {
        "title": text_json(plot.title),
        "svg": plot.svg,
        "columns": list(map(text_json, plot.columns)),
        "rows": rows,
    }


def _figure(figure: Figure, boards: Boards) -> dict[str, Any]:
    return {
        "board": boards.number(figure.frames[0].record.game),
        "caption": text_json(figure.caption),
        "frames": [
            {
                **frame_json(frame.record, figure.seen_by),
                "marked": frame.marked,
                "words": frame.words and text_json(frame.words),
            }
            for frame in figure.frames
        ],
    }


@cache
def lessons_json(id: str) -> dict[str, Any]:
    """The lessons of a game with everything that can happen in them, so that a page needs to ask for nothing more."""
    boards = Boards()
    told = [_lesson(lesson, boards) for lesson in lessons(id)]
    card = {key: card_json(id)[key] for key in ("id", "title", "extras")}
    return {**card, "lessons": told, "boards": boards.to_json()}


def _lesson(lesson: Lesson, boards: Boards) -> dict[str, Any]:
    return {
        "id": lesson.id,
        "title": text_json(lesson.title),
        "done": text_json(lesson.done),
        "board": boards.number(lesson.start.game),
        "player": lesson.player,
        "stages": len(lesson.stages),
        "first": _stage(lesson, 0, Record(lesson.start)),
    }


def _stage(lesson: Lesson, number: int, record: Record) -> dict[str, Any]:
    """One decision of the learner, and under `accepted` what follows from each right one."""
    stage = lesson.stages[number]
    legal = [str(move) for move in record.final.legal_moves(lesson.player)]
    return {
        "task": text_json(stage.task),
        "hint": text_json(stage.hint),
        "cells": stage.cells,
        "wrong": text_json(stage.wrong),
        "but": {move: _answer(lesson, record, move, answer) for move, answer in stage.answers(legal).items()},
        "state": {**asking_json(record, lesson.player), "marked": stage.marked},
        "accepted": {
            move: _after(lesson, number, record, move) for move in stage.accepted(record.final, lesson.player)
        },
    }


def _answer(lesson: Lesson, record: Record, move: str, answer: Answer) -> dict[str, Any]:
    """What is said to a wrong decision, and what it leads to where that is shown."""
    records = [] if answer.reply is None else [record.play(move, lesson.player)]
    for reply in answer.reply or ():
        records.append(records[-1].play(reply))
    return {"words": text_json(answer.words), "frames": [frame_json(one, lesson.player) for one in records]}


def _after(lesson: Lesson, number: int, record: Record, move: str) -> dict[str, Any]:
    stage = lesson.stages[number]
    records = list(lesson.after(record, stage, move))
    more = number + 1 < len(lesson.stages)
    return {
        "frames": [frame_json(one, lesson.player) for one in records],
        "said": stage.said and text_json(stage.said),
        "next": _stage(lesson, number + 1, records[-1]) if more else None,
    }
