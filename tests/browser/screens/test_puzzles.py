"""Puzzles: solved, failed, shown, and chosen by difficulty."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import expect

from ludotheque.teaching.puzzle import Puzzle, puzzles
from tests.browser.conftest import PHONE, Welcome
from tests.browser.lessons import answer, fail, solve
from tests.browser.scripts import GAMES
from tests.browser.tour import Screen, check_width, check_words

SEATS: dict[str, dict[str, Any]] = {"fr": PHONE, "en": {"viewport": {"width": 1366, "height": 768}}}
"""French on a phone, English at a desk; the games take turns."""
seats = pytest.mark.parametrize(("game", "language"), list(zip(GAMES, cycle(SEATS), strict=False)))


def long_one(game: str) -> Puzzle:
    """A puzzle of the usual game with more than one move to find, if there is one."""
    return max(puzzles(game), key=lambda puzzle: (not puzzle.options, min(len(puzzle.stages), 2)))


@seats
def test_a_puzzle_failed_and_solved(game: str, language: str, welcome: Welcome) -> None:
    puzzle = long_one(game)
    anna = welcome(language=language, **SEATS[language])
    anna.go(f"/puzzles/{game}?p={puzzle.id}")
    fail(anna, puzzle)
    anna.press("puzzles.retry")
    solve(anna, puzzle)
    expect(anna.page.locator(f".lesson-step.done[title*='{number(puzzle)}']")).to_be_visible()
    expect(anna.page.get_by_role("button", name=anna.says("puzzles.next"), exact=True)).to_be_visible()
    screen = Screen("puzzle", "", "")
    check_width(anna, screen)
    check_words(anna, screen)


def number(puzzle: Puzzle) -> int:
    """Return the place in the list. Puzzles with the usual rules come first."""
    usual = [one for one in puzzles(puzzle.game) if not one.options]
    return usual.index(puzzle) + 1


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
    anna.act_on(anna.page.locator(".stars .chip").last)
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
