"""Lessons: one of every game, from start to end."""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import Route, expect

import ludotheque as lt
from ludotheque.record import Record
from ludotheque.teaching.lesson import course, lessons
from ludotheque.texts import LANGUAGES
from tests.browser.conftest import PHONE, Welcome
from tests.browser.lessons import answer, open_lesson, try_move
from tests.browser.scripts import GAMES
from tests.browser.tour import Screen, check_width, check_words

SHORTEST = min(GAMES, key=lambda game: len(lessons(game)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_course(language: str, welcome: Welcome) -> None:
    """From the first lesson to the last one."""
    anna = welcome(language=language)
    anna.go(f"/learn/{SHORTEST}")
    ideas = course(SHORTEST).ideas
    whole = lessons(SHORTEST)
    for number, lesson in enumerate(whole, 1):
        sentence = anna.page.locator(".lesson .sentence")
        expect(anna.page.locator(".lesson .kicker")).to_have_text(
            anna.says("learn.number", at=number, all=len(whole)), ignore_case=True
        )
        record = Record(lesson.start)
        for stage in lesson.stages:
            expect(sentence).to_have_text(stage.task.to(language))
            expect(anna.page.locator(".lesson ludo-board")).to_have_js_property("locked", False)
            move = stage.accepted(record.final, lesson.player)[0]
            try_move(anna, record, lesson.player, move)
            *_, record = lesson.after(record, stage, move)
        expect(answer(anna)).to_contain_text(lesson.done.to(language))
        following = whole[number].idea if number < len(whole) else None
        if following == lesson.idea:
            anna.press("learn.next")
        else:
            title = next(idea.title for idea in ideas if idea.id == lesson.idea).to(language)
            expect(answer(anna)).to_contain_text(anna.says("learn.idea_done", title=title))
        if following and following != lesson.idea:
            anna.press("learn.next_idea", title=next(idea.title for idea in ideas if idea.id == following).to(language))
    expect(anna.page.locator(".idea.done")).to_have_count(len(ideas))
    title = lt.load(SHORTEST).title.to(language)
    expect(anna.page.locator(".all-done")).to_have_text(anna.says("learn.all_done", game=title))
    check_words(anna, Screen("course", "", ""))


@pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(LANGUAGES), strict=False)))
def test_a_lesson(game: str, language: str, welcome: Welcome) -> None:
    """The last one, which ends a game."""
    number = len(lessons(game))
    lesson = lessons(game)[-1]
    anna = welcome(language=language, **PHONE)
    anna.go(f"/learn/{game}")
    open_lesson(anna, number - 1)
    record = Record(lesson.start)
    for stage in lesson.stages:
        expect(anna.page.locator(".lesson .sentence")).to_have_text(stage.task.to(language))
        move = stage.accepted(record.final, lesson.player)[0]
        try_move(anna, record, lesson.player, move)
        *_, record = lesson.after(record, stage, move)
    expect(answer(anna)).to_contain_text(lesson.done.to(language))
    expect(anna.page.locator(".lesson-step.done")).to_have_count(1)
    check_width(anna, Screen("lesson", "", ""))


IDEAS = (("walking", "Marcher", "Walking"), ("fighting", "Combattre", "Fighting"))


def in_two_ideas(route: Route) -> None:
    """Answer with the first two lessons of a course as one idea, and the others as another."""
    answer = route.fetch()
    course = answer.json()
    ids = [lesson["id"] for lesson in course["lessons"]]
    course["ideas"] = [
        {"id": id, "title": {"fr": fr, "en": en}, "lessons": lessons, "rulings": []}
        for (id, fr, en), lessons in zip(IDEAS, (ids[:2], ids[2:]), strict=True)
    ]
    route.fulfill(response=answer, json=course)


def test_after_an_idea_the_next_one_opens(welcome: Welcome) -> None:
    game = "malawi"
    anna = welcome(language="fr", **PHONE)
    anna.page.route(f"**/api/games/{game}/lessons", in_two_ideas)
    anna.go(f"/learn/{game}")
    idea = anna.page.locator(".idea[open] summary")
    for lesson in lessons(game)[:2]:
        expect(idea).to_contain_text("Marcher")
        record = Record(lesson.start)
        for stage in lesson.stages:
            expect(anna.page.locator(".lesson .sentence")).to_have_text(stage.task.fr)
            move = stage.accepted(record.final, lesson.player)[0]
            try_move(anna, record, lesson.player, move)
            *_, record = lesson.after(record, stage, move)
        if lesson is lessons(game)[0]:
            expect(answer(anna)).not_to_contain_text("Marcher")
            anna.press("learn.next")
    expect(answer(anna)).to_contain_text(anna.says("learn.idea_done", title="Marcher"))
    expect(anna.page.locator(".idea.done")).to_have_count(1)
    anna.press("learn.next_idea", title="Combattre")
    expect(idea).to_contain_text("Combattre")
    expect(anna.page.locator(".lesson-step[aria-current]")).to_have_text("3")
    anna.go(f"/learn/{game}#walking")
    expect(idea).to_contain_text("Marcher")


def test_another_language_does_not_cost_the_lesson(welcome: Welcome) -> None:
    game = GAMES[0]
    at, lesson = next((at, one) for at, one in enumerate(lessons(game)) if len(one.stages) > 1)
    anna = welcome()
    anna.go(f"/learn/{game}")
    open_lesson(anna, at)
    try_move(anna, Record(lesson.start), lesson.player, lesson.stages[0].accepted(lesson.start, lesson.player)[0])
    expect(anna.page.locator(".lesson .sentence")).to_have_text(lesson.stages[1].task.en)
    anna.act_on(anna.page.locator("button[lang=fr]"))
    expect(anna.page.locator(".lesson .sentence")).to_have_text(lesson.stages[1].task.fr)


@pytest.mark.parametrize(
    ("path", "place"), [("learn", ".lesson .answer"), ("puzzles", ".lesson .answer"), ("study", ".panel .alert")]
)
def test_a_refused_click_leads_to_its_ruling(path: str, place: str, welcome: Welcome) -> None:
    """The board says why, and the screen shows it with a link."""
    anna = welcome()
    anna.go(f"/{path}/malawi")
    board = anna.page.locator("ludo-board")
    expect(board.locator(".hit").first).to_be_visible()
    board.evaluate(
        "(board) => board.dispatchEvent(new CustomEvent('wrong', { detail: { text: 'Because.', ruling: 'MAL-2' } }))"
    )
    found = anna.page.locator(place)
    expect(found).to_contain_text("Because.")
    expect(found.get_by_role("link")).to_have_attribute("href", "/rules/malawi#MAL-2")
