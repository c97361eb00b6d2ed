"""The lessons: each is played to its end through the data that the page gets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.record import Record
from ludotheque.server.serialize.games import card_json
from ludotheque.server.serialize.teaching import lessons_json
from ludotheque.teaching.lesson import Lesson, Stage, fits, lessons
from tests.teaching.test_guide import check_words

LESSONS = [pytest.param(lesson, id=f"{id}-{lesson.id}") for id in lt.games() for lesson in lessons(id)]
JSON = [
    pytest.param(lesson, told, id=f"{id}-{lesson.id}")
    for id in lt.games()
    for lesson, told in zip(lessons(id), lessons_json(id)["lessons"], strict=True)
]


def moments(lesson: Lesson, number: int, record: Record) -> Iterator[tuple[Stage, Record]]:
    """All that a learner who does as told may be asked."""
    stage = lesson.stages[number]
    yield stage, record
    if number + 1 < len(lesson.stages):
        for move in stage.accepted(record.final, lesson.player):
            yield from moments(lesson, number + 1, list(lesson.after(record, stage, move))[-1])


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_is_asked_can_be_done_and_missed(lesson: Lesson) -> None:
    for stage, record in moments(lesson, 0, Record(lesson.start)):
        legal = [str(move) for move in record.final.legal_moves(lesson.player)]
        accepted = stage.accepted(record.final, lesson.player)
        assert accepted
        assert bool(stage.accept) != stage.wins
        for pattern in stage.accept:
            assert any(fits(move, [pattern]) for move in legal), pattern
        if len(legal) > 1:
            assert len(accepted) < len(legal)
        for answer in stage.but:
            assert set(filter(lambda move: fits(move, answer.play), legal)) - set(accepted), answer.play


@pytest.mark.parametrize("lesson", LESSONS)
def test_hints_do_not_lie(lesson: Lesson) -> None:
    for stage, record in moments(lesson, 0, Record(lesson.start)):
        accepted = [lesson.start.game.read(move) for move in stage.accepted(record.final, lesson.player)]
        right = {cell for move in accepted for cell in move.cells}
        assert set(stage.marked) <= set(lesson.start.game.board.index)
        assert set(stage.cells) <= right


@pytest.mark.parametrize("lesson", LESSONS)
def test_lessons_speak_both_languages(lesson: Lesson) -> None:
    stages = [w for s in lesson.stages for w in (s.task, s.hint, s.wrong, s.said, *(answer.text for answer in s.but))]
    for words in filter(None, (lesson.title, lesson.done, *stages)):
        check_words(words)


@pytest.mark.parametrize(("lesson", "told"), JSON)
def test_every_lesson_comes_to_its_end(lesson: Lesson, told: dict[str, Any]) -> None:
    ends = list(walk(told["first"]))
    assert ends
    assert {depth for depth, _ in ends} == {len(lesson.stages)}
    if lesson.id == "finish":
        assert all(frame["result"]["returns"][lesson.player] > 0 for _, frame in ends), "the last one is won"


def walk(stage: dict[str, Any], depth: int = 1) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every way through a lesson as a page goes it; the last state of each."""
    state = stage["state"]
    texts = {move[0] for move in state["legal_moves"] or ()}
    for move, follows in stage["accepted"].items():
        if combination := state["combination"]:
            assert len(move.removeprefix(combination["prefix"]).split(",")) == combination["count"]
        else:
            assert move in texts
        if follows["next"]:
            assert follows["next"]["state"]["pieces"] == follows["frames"][-1]["pieces"]
            yield from walk(follows["next"], depth + 1)
        else:
            yield depth, follows["frames"][-1]


@pytest.mark.parametrize("id", lt.games())
def test_a_course(id: str) -> None:
    course = lessons(id)
    assert 6 <= len(course) <= 10
    assert card_json(id)["lessons"] == len(course)
    assert len({lesson.id for lesson in course}) == len(course)
    assert course[-1].id == "finish"


def test_a_learner_is_shown_no_secret() -> None:
    (guard,) = (lesson for lesson in lessons_json("massai")["lessons"] if lesson["id"] == "guard")
    assert "target" not in {piece[0] for piece in guard["first"]["state"]["pieces"]}
