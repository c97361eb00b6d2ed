"""Practice with puzzles: failed ones come back, one a day, a run against the clock, and themes."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, expect

from ludotheque.teaching.puzzle import Puzzle, puzzles
from ludotheque.teaching.themes import theme_of, themes
from ludotheque.texts import LANGUAGES
from tests.browser.conftest import PHONE, Welcome
from tests.browser.lessons import fail, solve, try_move
from tests.browser.scripts import GAMES
from tests.browser.tour import Screen, check_width, check_words
from tests.browser.visitors import Visitor

FIRST_DAY = datetime(2026, 5, 4, 12, tzinfo=UTC)
GAME = "malawi"
each_language = pytest.mark.parametrize("language", LANGUAGES)


def short_one(game: str) -> Puzzle:
    return min((one for one in puzzles(game) if not one.options), key=lambda one: len(one.stages))


def set_day(anna: Visitor, days: int) -> None:
    """Move the clock of the browser. Its timers go on."""
    anna.page.clock.set_fixed_time(FIRST_DAY + timedelta(days=days))


def due(anna: Visitor, count: int) -> Locator:
    return anna.page.locator(".puzzle-list").get_by_role(
        "button", name=anna.says("puzzles.due", count=count), exact=True
    )


@each_language
def test_a_failed_puzzle_comes_back_after_days(language: str, welcome: Welcome) -> None:
    puzzle = short_one(GAME)
    anna = welcome(language=language, **PHONE)
    set_day(anna, 0)
    anna.go(f"/puzzles/{GAME}?p={puzzle.id}")
    fail(anna, puzzle)
    anna.press("puzzles.retry")
    solve(anna, puzzle)
    for day, is_due in {0: False, 1: True}.items():
        set_day(anna, day)
        anna.go(f"/puzzles/{GAME}")
        expect(due(anna, 1)).to_have_count(int(is_due))
    anna.go("/puzzles")
    link = anna.page.get_by_role("link", name=anna.says("puzzles.due", count=1))
    check_words(anna, Screen("practice", "", ""))
    check_width(anna, Screen("practice", "", ""))
    anna.act_on(link)
    expect(anna.page).to_have_url(re.compile(rf"p={puzzle.id}"))
    expect(due(anna, 1)).to_have_count(1)
    solve(anna, puzzle)
    expect(due(anna, 1)).to_have_count(0)
    for day, is_due in {3: False, 4: True}.items():
        set_day(anna, day)
        anna.reload()
        expect(due(anna, 1)).to_have_count(int(is_due))


@each_language
def test_the_puzzle_of_the_day(language: str, welcome: Welcome) -> None:
    anna = welcome(language=language)
    seen = []
    for day in range(2):
        set_day(anna, day)
        anna.go("/")
        anna.page.locator(".daily-place").scroll_into_view_if_needed()
        card = anna.page.locator(".daily")
        expect(card.locator("img")).to_have_js_property("complete", True)
        expect(card.locator(".daily-done")).to_have_count(0)
        anna.press("practice.solve")
        puzzle = on_screen(anna)
        seen.append(puzzle.game)
        solve(anna, puzzle)
        anna.go("/")
        anna.page.locator(".daily-place").scroll_into_view_if_needed()
        expect(card).to_contain_text(anna.says("practice.daily_done"))
    expect(card).to_contain_text("2")
    assert len(set(seen)) == 2, "the games take turns"


def on_screen(anna: Visitor) -> Puzzle:
    """Return the puzzle that the address names."""
    expect(anna.page).to_have_url(re.compile(r"/puzzles/\w+\?p="))
    expect(anna.page.locator(".lesson ludo-board")).to_be_visible()
    game, id = re.findall(r"/puzzles/(\w+)\?p=(\w+)", anna.page.url)[0]
    return next(one for one in puzzles(game) if one.id == id)


def in_run(anna: Visitor, number: int) -> Puzzle:
    """Return the puzzle of a run with this number."""
    expect(anna.page.locator(".run h2")).to_have_text(re.compile(rf"^{number}\."))
    id = anna.page.locator(".lesson").get_attribute("data-puzzle")
    return next(one for one in puzzles(GAME) if one.id == id)


@each_language
def test_three_mistakes_end_a_run(language: str, welcome: Welcome) -> None:
    anna = welcome(language=language)
    anna.go(f"/run?game={GAME}")
    anna.press("run.start")
    puzzle = in_run(anna, 1)
    assert puzzle.stars == 1
    record = puzzle.record
    for stage in puzzle.stages:
        # The board is locked while a reply is shown.
        expect(anna.page.locator(".lesson ludo-board")).to_have_js_property("locked", False)
        try_move(anna, record, puzzle.player, stage.right)
        for move in (stage.right, *stage.reply):
            record = record.play(move)
    expect(anna.page.locator(".run-last")).to_have_text(anna.says("run.right"))
    for number in (2, 3, 4):
        puzzle = in_run(anna, number)
        try_move(anna, puzzle.record, puzzle.player, puzzle.stages[0].wrong[0].play[0])
    result = anna.page.locator(".run-result")
    expect(result).to_contain_text(anna.says("run.too_many", mistakes=3))
    expect(result).to_contain_text(anna.says("run.record"))
    expect(result.locator(".missed li")).to_have_count(3)
    expect(result.locator("h2")).to_be_focused()
    check_words(anna, Screen("result of a run", "", ""))
    anna.reload()
    expect(anna.page.locator(".run-offer")).to_contain_text(anna.says("run.best", scores="1"))


def test_the_time_ends_a_run_and_a_phone_has_it_in_sight(welcome: Welcome) -> None:
    anna = welcome(language="fr", **PHONE)
    set_day(anna, 0)
    anna.go("/run")
    anna.press("run.start")
    clock = anna.page.locator(".run-clock")
    expect(clock).to_have_text("3:00")
    expect(clock).to_be_in_viewport(ratio=1)
    expect(anna.page.locator(".lesson-board")).to_be_in_viewport(ratio=1)
    anna.page.clock.set_fixed_time(FIRST_DAY + timedelta(seconds=125))
    expect(clock).to_have_text("0:55")
    expect(anna.page.locator("[role=status]")).to_contain_text("55")
    anna.page.clock.set_fixed_time(FIRST_DAY + timedelta(seconds=181))
    expect(anna.page.locator(".run-result")).to_contain_text(anna.says("run.time_up"))
    check_words(anna, Screen("run", "", ""))


@each_language
def test_themes_lead_to_their_puzzles(language: str, welcome: Welcome) -> None:
    anna = welcome(language=language)
    for game in GAMES:
        counts = {theme.id: [one for one in puzzles(game) if theme_of(one) == theme] for theme in themes(game)}
        anna.go(f"/themes/{game}")
        expect(anna.page.locator(".theme")).to_have_count(sum(bool(found) for found in counts.values()))
        # Each shows one of its puzzles.
        examples = anna.page.locator(".theme img")
        expect(examples).to_have_count(sum(bool(found) for found in counts.values()))
        for theme in (theme for theme in themes(game) if counts[theme.id]):
            expect(anna.page.locator(".theme", has_text=theme.about.to(language))).to_be_visible()
        check_words(anna, Screen("themes", "", ""))
    theme = next(theme for theme in themes(game) if len(counts[theme.id]) > 1)
    anna.act_on(anna.page.get_by_role("link", name=theme.name.to(language), exact=True))
    expect(anna.page.locator(".lesson-step")).to_have_count(len(counts[theme.id]))
    assert on_screen(anna) in counts[theme.id]


def test_special_options_are_apart_and_labelled(welcome: Welcome) -> None:
    game = next(id for id in GAMES if any(one.options for one in puzzles(id)))
    anna = welcome()
    anna.go(f"/puzzles/{game}")
    assert not on_screen(anna).options, "the usual rules come first"
    anna.act_on(anna.page.locator(".stars .chip").first)
    special = sum(bool(one.options) for one in puzzles(game))
    folded = anna.page.locator(".puzzle-groups details")
    expect(folded.locator("summary")).to_have_text(anna.says("puzzles.special", count=special))
    expect(folded.locator(".lesson-step").first).to_be_hidden()
    anna.act_on(folded.locator("summary"))
    expect(folded.locator(".lesson-step")).to_have_count(special)
    expect(folded.locator("h3").first).not_to_be_empty()
    anna.act_on(folded.locator(".lesson-step").last)
    expect(folded.locator(".lesson-step[aria-current]")).to_be_visible()
    assert on_screen(anna).options
