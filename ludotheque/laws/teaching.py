"""The law that the teaching files of a folder can be read. All of them are optional."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ludotheque.errors import FolderError
from ludotheque.laws.breach import Breach, listing, texts
from ludotheque.library import load
from ludotheque.record import Record
from ludotheque.teaching.endings import endings
from ludotheque.teaching.first_game import notes
from ludotheque.teaching.guide import guide
from ludotheque.teaching.lesson import Lesson, course
from ludotheque.teaching.model_game import model_games
from ludotheque.teaching.origins import origins
from ludotheque.teaching.puzzle import puzzles
from ludotheque.teaching.reading import extras
from ludotheque.teaching.sheets import sheets
from ludotheque.teaching.strategy import strategy
from ludotheque.teaching.themes import themes

ALWAYS: tuple[Callable[[str], object], ...] = (guide, course, notes, sheets, themes)
PAGES: Mapping[str, Callable[[str], object]] = {
    "puzzles": puzzles,
    "strategy": strategy,
    "origins": origins,
    "models": model_games,
    "endings": endings,
}


def teaching_files_can_be_read(id: str) -> Iterator[Breach]:
    for read in (*ALWAYS, *(PAGES[name] for name in extras(id) if name in PAGES)):
        try:
            read(id)
        except FolderError as error:
            yield Breach(texts.say("breach.no_error"), error.message)


def lessons_can_be_done(id: str) -> Iterator[Breach]:
    """At each stage, what is asked is a legal move."""
    for lesson in course(id).lessons:
        yield from _check_lesson(lesson)


def _check_lesson(lesson: Lesson) -> Iterator[Breach]:
    record = Record(lesson.start)
    for stage in lesson.stages:
        accepted = stage.accepted(record.final, lesson.player)
        if not accepted:
            found = listing(record.final.legal_moves(lesson.player))
            yield Breach(f"{lesson.id}: {listing(stage.accept) if stage.accept else stage.task}", found, record.final)
            return
        record = list(lesson.after(record, stage, accepted[0]))[-1]


def every_taught_ruling_exists(id: str) -> Iterator[Breach]:
    known = load(id).rulebook.texts.section("rulings")
    prefixes = {ruling.partition("-")[0] for ruling in known}
    taught = {ruling for idea in course(id).ideas for ruling in idea.rulings}
    if strangers := {one for one in taught - known if one.partition("-")[0] in prefixes}:
        yield Breach(listing(known), listing(strangers))


FOLDER_LAWS = (teaching_files_can_be_read, lessons_can_be_done, every_taught_ruling_exists)
