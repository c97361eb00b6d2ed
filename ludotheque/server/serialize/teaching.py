"""Rules pages, origins, strategy notes and lessons as JSON. They never change while a server runs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ludotheque.position import Game
from ludotheque.record import Record
from ludotheque.rulebook import value_text
from ludotheque.server.messages.games import GameInfo
from ludotheque.server.messages.tables import NoteIdea, NoteJson
from ludotheque.server.messages.teaching import (
    Course,
    ExplainedRuling,
    FigureJson,
    IdeaJson,
    LessonAnswer,
    LessonJson,
    LessonStage,
    LessonStep,
    OptionOrigin,
    Origins,
    Part,
    PlotJson,
    SectionJson,
    Strategy,
)
from ludotheque.server.messages.teaching import Guide as GuideJson
from ludotheque.server.serialize.games import card_json, game_json, rulings_json
from ludotheque.server.serialize.message import text_json
from ludotheque.server.serialize.position import position_json, position_to_move_json
from ludotheque.teaching.first_game import notes
from ludotheque.teaching.guide import Figure, Guide, Section, guide
from ludotheque.teaching.lesson import Answer, Idea, Lesson, course
from ludotheque.teaching.origins import origins
from ludotheque.teaching.strategy import Plot, strategy
from ludotheque.teaching.strategy import Section as StrategySection
from ludotheque.texts import Text


class Boards:
    """The games that figures show. Each one with its options appears once."""

    def __init__(self) -> None:
        self.games: list[Game] = []

    def number(self, game: Game) -> int:
        """Return the number of the board on which a figure stands."""
        if game not in self.games:
            self.games.append(game)
        return self.games.index(game)

    def to_json(self) -> list[GameInfo]:
        """Return all games, in the order of their numbers."""
        return list(map(game_json, self.games))


@cache
def guide_json(id: str) -> GuideJson:
    """Return the rules page of a game: sections with figures, then the rulings."""
    page, boards = guide(id), Boards()
    sections = [_section(section, boards) for section in page.sections]
    card = card_json(id)
    return {
        "id": id,
        "title": card["title"],
        "tagline": card["tagline"],
        "credit": card["credit"],
        "minutes": card["minutes"],
        "players": card["players"],
        "extras": card["extras"],
        "goal": text_json(page.goal),
        "sections": sections,
        "boards": boards.to_json(),
        "rulings": _rulings(id, page),
        "balance": rulings_json(id)["balance"],
    }


def _rulings(id: str, page: Guide) -> list[ExplainedRuling]:
    reasons = {ruling: text_json(why) for ruling, why in page.why.items()}
    return [{**ruling, "why": reasons.get(ruling["id"])} for ruling in rulings_json(id)["rulings"]]


@cache
def strategy_json(id: str) -> Strategy:
    """Return the strategy notes of a game, with plots and their figures."""
    notes, boards, card = strategy(id), Boards(), card_json(id)
    sections = [_section(section, boards) for section in notes.sections]
    return {
        "id": id,
        "title": card["title"],
        "extras": card["extras"],
        "lead": text_json(notes.lead),
        "sections": sections,
        "boards": boards.to_json(),
        "basis": text_json(notes.basis),
        "command": notes.command,
    }


def _section(section: Section | StrategySection, boards: Boards) -> SectionJson:
    parts = [_part(part, boards) for part in section.parts]
    return {"id": section.id, "title": text_json(section.title), "parts": parts}


def _part(part: Text | Figure | Plot, boards: Boards) -> Part:
    if isinstance(part, Text):
        return {"text": text_json(part)}
    return {"plot": _plot(part)} if isinstance(part, Plot) else {"figure": _figure(part, boards)}


def _plot(plot: Plot) -> PlotJson:
    rows = [list(map(text_json, row)) for row in plot.rows]
    return {
        "title": text_json(plot.title),
        "svg": plot.svg,
        "columns": list(map(text_json, plot.columns)),
        "rows": rows,
    }


def _figure(figure: Figure, boards: Boards) -> FigureJson:
    return {
        "board": boards.number(figure.frames[0].record.game),
        "caption": text_json(figure.caption),
        "frames": [
            {
                **position_json(frame.record, figure.seen_by),
                "marked": frame.marked,
                "text": text_json(frame.text),
            }
            for frame in figure.frames
        ],
    }


@cache
def notes_json(id: str) -> list[NoteJson]:
    """Return the notes of a first game, each with the idea of the course that teaches its ruling."""
    page = course(id)
    return [
        {
            "id": note.id,
            "text": text_json(note.text),
            "ruling": note.ruling,
            "idea": _note_idea(page.idea_about(note.ruling) if note.ruling else None),
        }
        for note in notes(id)
    ]


def _note_idea(idea: Idea | None) -> NoteIdea | None:
    return {"id": idea.id, "title": text_json(idea.title)} if idea else None


@cache
def origins_json(id: str) -> Origins:
    """Return where a game comes from, with the reasons for our rulings."""
    page, card, why = origins(id), card_json(id), guide(id).why
    return {
        "id": id,
        "title": card["title"],
        "extras": card["extras"],
        "lead": text_json(page.lead),
        "facts": {name: text_json(fact) for name, fact in page.facts.items()},
        "known": list(map(text_json, page.known)),
        "unknown": list(map(text_json, page.unknown)),
        "options": _option_origins(id),
        "settled": [
            {"ruling": ruling, "question": text_json(question), "why": text_json(why[ruling])}
            for ruling, question in page.settled.items()
        ],
    }


def _option_origins(id: str) -> list[OptionOrigin]:
    page, options = origins(id), card_json(id)["options"]
    return [
        {
            "label": option["label"],
            "text": text_json(page.options[option["name"]].text),
            "values": [
                {"label": label, "source": page.options[option["name"]].sources[value_text(value)]}
                for value, label in zip(option["values"], option["labels"], strict=True)
            ],
        }
        for option in options
    ]


@cache
def lessons_json(id: str) -> Course:
    """Return the lessons of a game with everything that can happen in them. A page needs no further request."""
    page, boards = course(id), Boards()
    lessons = [_lesson(lesson, boards) for lesson in page.lessons]
    card = card_json(id)
    return {
        "id": id,
        "title": card["title"],
        "extras": card["extras"],
        "ideas": [_idea(idea, page.of(idea)) for idea in page.ideas],
        "lessons": lessons,
        "boards": boards.to_json(),
    }


def _idea(idea: Idea, lessons: Sequence[Lesson]) -> IdeaJson:
    return {
        "id": idea.id,
        "title": text_json(idea.title),
        "lessons": [lesson.id for lesson in lessons],
        "rulings": idea.rulings,
    }


def _lesson(lesson: Lesson, boards: Boards) -> LessonJson:
    return {
        "id": lesson.id,
        "title": text_json(lesson.title),
        "done": text_json(lesson.done),
        "board": boards.number(lesson.start.game),
        "player": lesson.player,
        "stages": len(lesson.stages),
        "first": _stage(lesson, 0, Record(lesson.start)),
    }


def _stage(lesson: Lesson, number: int, record: Record) -> LessonStage:
    """Return one move of the learner; `accepted` holds what follows from each right one."""
    stage = lesson.stages[number]
    legal = [str(move) for move in record.final.legal_moves(lesson.player)]
    return {
        "task": text_json(stage.task),
        "hint": text_json(stage.hint),
        "cells": stage.cells,
        "wrong": text_json(stage.wrong),
        "but": {move: _answer(lesson, record, move, answer) for move, answer in stage.answers(legal).items()},
        "record": str(record),
        "state": {**position_to_move_json(record, lesson.player), "marked": stage.marked},
        "accepted": {
            move: _after(lesson, number, record, move) for move in stage.accepted(record.final, lesson.player)
        },
    }


def _answer(lesson: Lesson, record: Record, move: str, answer: Answer) -> LessonAnswer:
    """Return the answer to a wrong move, with the positions that it leads to."""
    records = [] if answer.reply is None else [record.play(move, lesson.player)]
    for reply in answer.reply or ():
        records.append(records[-1].play(reply))
    return {"text": text_json(answer.text), "frames": [position_json(one, lesson.player) for one in records]}


def _after(lesson: Lesson, number: int, record: Record, move: str) -> LessonStep:
    stage = lesson.stages[number]
    records = list(lesson.after(record, stage, move))
    more = number + 1 < len(lesson.stages)
    return {
        "frames": [position_json(one, lesson.player) for one in records],
        "said": text_json(stage.said),
        "next": _stage(lesson, number + 1, records[-1]) if more else None,
    }
