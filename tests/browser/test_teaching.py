"""A lesson of every game from start to end; puzzles solved, failed and shown."""

from __future__ import annotations

import re
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from ludotheque.record import Record
from ludotheque.teaching.lesson import lessons
from ludotheque.teaching.puzzle import Puzzle, puzzles
from ludotheque.teaching.reading import played
from tests.browser.conftest import PHONE, Welcome
from tests.browser.screens import Screen, check_width, check_words
from tests.browser.scripts import GAMES, clicks_for
from tests.browser.visitors import Visitor

SEATS: dict[str, dict[str, Any]] = {"fr": PHONE, "en": {"viewport": {"width": 1366, "height": 768}}}
"""French on a phone, English at a desk; the games take turns."""
seats = pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(SEATS), strict=False)))


def answer(anna: Visitor) -> Locator:
    return anna.page.locator(".lesson .answer")


def decide(anna: Visitor, record: Record, player: int, move: str) -> None:
    anna.click_path(clicks_for(record.final, player, move), record.game.id)
    confirm = anna.page.locator(".lesson .confirm")
    if confirm.count():
        anna.act_on(confirm)


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
        decide(anna, record, lesson.player, move)
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
    decide(anna, Record(lesson.start), lesson.player, lesson.stages[0].accepted(lesson.start, lesson.player)[0])
    expect(anna.page.locator(".lesson .sentence")).to_have_text(lesson.stages[1].task.en)
    anna.act_on(anna.page.locator("button[lang=fr]"))
    expect(anna.page.locator(".lesson .sentence")).to_have_text(lesson.stages[1].task.fr)


def long_one(game: str) -> Puzzle:
    """A puzzle of the usual game with more than one decision to find, if there is one."""
    return max(puzzles(game), key=lambda puzzle: (not puzzle.options, min(len(puzzle.stages), 2)))


@seats
def test_a_puzzle_failed_and_solved(game: str, language: str, welcome: Welcome) -> None:
    puzzle = long_one(game)
    anna = welcome(language=language, **SEATS[language])
    anna.go(f"/puzzles/{game}?p={puzzle.id}")
    record, first = puzzle.record, puzzle.stages[0]
    refutation = first.wrong[0]
    decide(anna, record, puzzle.player, refutation.play[0])
    expect(answer(anna)).to_have_class(re.compile(r"\bno\b"))
    anna.press("puzzles.retry")
    for stage in puzzle.stages:
        # A hint is offered when it is the solver's turn again.
        expect(anna.page.get_by_role("button", name=anna.says("learn.hint"), exact=True)).to_be_visible()
        decide(anna, record, puzzle.player, stage.right)
        record = played(record.play(stage.right, puzzle.player), stage.reply)
    expect(anna.page.locator(f".lesson-step.done[title*='{number(puzzle)}']")).to_be_visible()
    expect(anna.page.get_by_role("button", name=anna.says("puzzles.next"), exact=True)).to_be_visible()
    screen = Screen("puzzle", "", "")
    check_width(anna, screen)
    check_words(anna, screen)


def number(puzzle: Puzzle) -> int:
    return puzzles(puzzle.game).index(puzzle) + 1


def test_a_solution_is_shown_and_does_not_count(welcome: Welcome) -> None:
    puzzle = long_one(GAMES[0])
    anna = welcome()
    anna.go(f"/puzzles/{puzzle.game}?p={puzzle.id}")
    anna.press("puzzles.solution")
    expect(answer(anna)).to_contain_text(puzzle.stages[0].right)
    expect(anna.page.get_by_role("button", name=anna.says("puzzles.next"), exact=True)).to_be_visible()
    expect(anna.page.locator(".lesson-step.done")).to_have_count(0)


def test_puzzles_are_found_and_chosen_by_difficulty(welcome: Welcome) -> None:
    game = GAMES[0]
    anna = welcome()
    anna.go(f"/rules/{game}")
    anna.act_on(anna.page.get_by_role("link", name=anna.says("puzzles.link"), exact=True).first)
    expect(anna.page.locator(".lesson ludo-board")).to_be_visible()
    hard = max(puzzle.stars for puzzle in puzzles(game))
    anna.act_on(anna.page.locator(".stars .token").last)
    expect(anna.page.locator(".lesson-step")).to_have_count(sum(puzzle.stars == hard for puzzle in puzzles(game)))


def test_a_puzzle_opens_on_the_study_board(welcome: Welcome) -> None:
    puzzle = next(one for game in GAMES for one in puzzles(game) if one.options)
    anna = welcome()
    anna.go(f"/puzzles/{puzzle.game}?p={puzzle.id}")
    anna.press("puzzles.study")
    expect(anna.page.locator(".variations")).to_be_attached()
    assert "/study/" in anna.page.url
    asked = anna.page.evaluate("document.querySelector('ludo-board').info.options")
    assert puzzle.options.items() <= asked.items()
