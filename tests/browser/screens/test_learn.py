"""Lessons: one of every game, from start to end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ludotheque.record import Record
from ludotheque.teaching.lesson import lessons
from tests.browser.conftest import PHONE, Welcome
from tests.browser.lessons import answer, try_move
from tests.browser.scripts import GAMES
from tests.browser.tour import Screen, check_width


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson(game: str, welcome: Welcome) -> None:
    """The last one, which ends a game."""
    number = len(lessons(game))
    lesson = lessons(game)[-1]
    anna = welcome(language="fr", **PHONE)
    anna.go(f"/learn/{game}")
    anna.act_on(anna.page.locator(".lesson-step").nth(number - 1))
    record = Record(lesson.start)
    for stage in lesson.stages:
        expect(anna.page.locator(".lesson .sentence")).to_have_text(stage.task.fr)
        move = stage.accepted(record.final, lesson.player)[0]
        try_move(anna, record, lesson.player, move)
        *_, record = lesson.after(record, stage, move)
    expect(answer(anna)).to_contain_text(lesson.done.fr)
    expect(anna.page.locator(".lesson-step.done")).to_have_count(1)
    check_width(anna, Screen("lesson", "", ""))


def test_another_language_does_not_cost_the_lesson(welcome: Welcome) -> None:
    game = GAMES[0]
    at, lesson = next((at, one) for at, one in enumerate(lessons(game)) if len(one.stages) > 1)
    anna = welcome()
    anna.go(f"/learn/{game}")
    anna.act_on(anna.page.locator(".lesson-step").nth(at))
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
