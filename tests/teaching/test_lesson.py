"""The lessons: each is played to its end through the data that the page gets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.engine.limit import Limit
from ludotheque.engine.solver.plain import PlainSolver
from ludotheque.record import Record
from ludotheque.server.serialize.games import card_json, rulings_json
from ludotheque.server.serialize.teaching import lessons_json
from ludotheque.teaching.lesson import Course, Lesson, Stage, course, fits, lessons, read_course
from ludotheque.texts import LANGUAGES, Text
from tests.teaching.test_guide import check_words

LESSONS = [pytest.param(lesson, id=f"{id}-{lesson.id}") for id in lt.games() for lesson in lessons(id)]
FEWEST, MOST = 3, 5
"""How many lessons an idea has."""
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


SURE = {
    "fr": r"gagne[rz]? (à coup sûr )?au tour suivant|quoi que|seul coup(?! est permis)|un seul gagne|L’un gagne",
    "en": r"wins? (for certain )?next turn|whatever|only (one )?move(?! is legal| makes)|one wins",
}
"""Words of tasks that promise a certain result. What they promise is proven."""


@pytest.mark.parametrize("lesson", LESSONS)
def test_who_promises_a_result_has_a_proof(lesson: Lesson) -> None:
    for stage in lesson.stages:
        for code in LANGUAGES:
            if re.search(SURE[code], stage.task.to(code), re.IGNORECASE):
                assert stage.wins or stage.proven is not None or stage.holds is not None, stage.task.to(code)


@cache
def solver_of(game: lt.Game) -> PlainSolver:
    return PlainSolver(game.rulebook, 1 << 16, game.rulebook.rules.usual_moves)


def keeps_promise(stage: Stage, after: lt.Position, player: int) -> bool:
    """Whether the player surely wins in time, or the opponent has no win so soon."""
    with Limit() as limit:
        if stage.proven is not None:
            return solver_of(after.game).forces(after, player, stage.proven, limit) is True
        assert stage.holds is not None
        return solver_of(after.game).forces(after, 1 - player, stage.holds, limit) is False


@pytest.mark.parametrize("lesson", LESSONS)
def test_what_a_task_promises_is_proven(lesson: Lesson) -> None:
    for stage, record in moments(lesson, 0, Record(lesson.start)):
        if stage.proven is None and stage.holds is None:
            continue
        legal = [str(move) for move in record.final.legal_moves(lesson.player)]
        accepted = stage.accepted(record.final, lesson.player)
        good = {move for move in legal if keeps_promise(stage, record.final.play(move, lesson.player), lesson.player)}
        assert set(accepted) <= good
        assert good - set(accepted) <= set(stage.answers(legal)), "another move does as well, and nothing says so"


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
    lessons, ideas = course(id).lessons, lessons_json(id)["ideas"]
    assert card_json(id)["lessons"] == len(lessons)
    assert len({lesson.id for lesson in lessons}) == len(lessons)
    assert lessons[-1].id == "finish"
    assert [lesson for idea in ideas for lesson in idea["lessons"]] == [lesson.id for lesson in lessons]
    for words in (*(idea.title for idea in course(id).ideas), *course(id).rare.values()):
        check_words(words)


@pytest.mark.parametrize("id", lt.games())
def test_every_ruling_is_taught_once_or_named_as_rare(id: str) -> None:
    assert ruling_faults(course(id), rulings_of(id)) == []


@pytest.mark.parametrize("id", lt.games())
def test_an_idea_has_a_few_lessons_and_leaves_most_moves_to_find(id: str) -> None:
    assert idea_faults(course(id)) == []


def rulings_of(id: str) -> set[str]:
    """The rulings of a game, and those of all games."""
    return {ruling["id"] for ruling in rulings_json(id)["rulings"]}


def ruling_faults(course: Course, rulings: set[str]) -> list[str]:
    """Rulings that no idea teaches, that are taught and rare, or that do not exist."""
    taught = [ruling for idea in course.ideas for ruling in idea.rulings]
    named = {*taught, *course.rare}
    return [
        *(f"{ruling} is not taught" for ruling in sorted(rulings - named)),
        *(f"{ruling} is taught and rare" for ruling in sorted({*taught} & {*course.rare})),
        *(f"{ruling} is unknown" for ruling in sorted(named - rulings)),
    ]


def idea_faults(course: Course) -> list[str]:
    """Ideas with too few or too many lessons, or with too many that give the move away."""
    faults = []
    for idea in course.ideas:
        lessons = course.of(idea)
        given = [lesson.id for lesson in lessons if gives_all_away(lesson)]
        if not FEWEST <= len(lessons) <= MOST:
            faults.append(f"{idea.id} has {len(lessons)} lessons")
        if 2 * len(given) > len(lessons):
            faults.append(f"{idea.id} gives away {', '.join(given)}")
    return faults


def gives_all_away(lesson: Lesson) -> bool:
    """Whether the learner has no move to find: at each stage, the task names one that is accepted."""
    return all(
        any(names_move(stage.task, lesson, move) for move in stage.accepted(record.final, lesson.player))
        for stage, record in moments(lesson, 0, Record(lesson.start))
    )


def names_move(task: Text, lesson: Lesson, move: str) -> bool:
    """Whether the task holds the text of a move, or everything that is clicked for it, in one of the languages."""
    look = lesson.start.game.rulebook.look
    clicks = re.split(r"[ +?]+", look.clickable[lesson.start.game.read(move).code].path)
    tokens = look.tokens()
    # A token with a symbol is a button on the way, such as the ring beside a pawn.
    clicks = [click for click in clicks if click and not (click in tokens and tokens[click].symbol)]

    def names_click(click: str, code: str) -> bool:
        # The label of a token begins with an article, which a sentence may bend.
        name = tokens[click].label.to(code).partition(" ")[2] if click in tokens else click
        return re.search(rf"\b{re.escape(name)}\b", task.to(code)) is not None

    return any(move in task.to(code) or all(names_click(click, code) for click in clicks) for code in LANGUAGES)


IDEA = """
[[idea]]
id = "moving"
rulings = {rulings}
title.en = "Moving"
[rare.MAL-9]
en = "Hardly ever."
"""
LESSON = """
[[lesson]]
id = "{id}"
idea = "moving"
title.en = "A lesson"
done.en = "Done."
[[lesson.stage]]
task.en = "{task}"
hint.en = "c3."
accept = ["c1-c3"]
wrong.en = "No."
"""


def example(*tasks: str, rulings: Sequence[str] = ("MAL-1",)) -> Course:
    """A course with one idea, and a lesson for each task; in each, c1-c3 is right."""
    lessons = [LESSON.format(id=number, task=task) for number, task in enumerate(tasks)]
    return read_course("malawi", tomllib.loads("".join([IDEA.format(rulings=list(rulings)), *lessons])))


def test_the_tests_of_a_course_find_its_faults() -> None:
    course, both = example("Move."), example("Move.", rulings=["MAL-1", "MAL-9"])
    assert ruling_faults(course, {"MAL-1", "MAL-9"}) == []
    assert ruling_faults(course, {"MAL-1", "MAL-2", "MAL-9"}) == ["MAL-2 is not taught"]
    assert ruling_faults(both, {"MAL-1", "MAL-9"}) == ["MAL-9 is taught and rare"]
    assert ruling_faults(course, {"MAL-9"}) == ["MAL-1 is unknown"]
    find, named, written = "Go two cells ahead.", "Move from c1 to c3.", "Play c1-c3."
    assert idea_faults(example(find, find, find)) == []
    assert idea_faults(example(named, written, find, "Move the pawn on c1.")) == []
    assert idea_faults(example(named, written, find)) == ["moving gives away 0, 1"]
    assert idea_faults(example(find, find)) == ["moving has 2 lessons"]
    assert idea_faults(example(*[find] * 6)) == ["moving has 6 lessons"]


def test_a_learner_is_shown_no_secret() -> None:
    (guard,) = (lesson for lesson in lessons_json("massai")["lessons"] if lesson["id"] == "guard")
    assert "target" not in {piece[0] for piece in guard["first"]["state"]["pieces"]}
