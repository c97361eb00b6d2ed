"""The newcomer in the browser: a whole game on one device, its rules and its lesson."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import ludotheque as lt
from ludotheque.teaching.lesson import lessons
from ludotheque.texts import LANGUAGES
from tests.browser.conftest import Welcome
from tests.browser.lessons import open_lesson
from tests.browser.scripts import Script, Step, clicks_for


def script(*texts: str) -> Script:
    record = lt.Record.of(lt.load("tictactoe"), texts)
    steps = [
        Step(played.player, str(played.move), clicks_for(position, played.player, str(played.move)))
        for position, played in zip(record.positions, record.moves, strict=False)
    ]
    assert record.final.outcome
    return Script("tictactoe", {}, tuple(steps), record.final.outcome)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game(language: str, welcome: Welcome) -> None:
    anna, played = welcome(language=language), script("b2", "a1", "c1", "a3", "a2", "c2", "c3", "b1", "b3")
    anna.set_up("tictactoe", "table")
    anna.play(played)
    anna.sees_result(played)


def test_rules_and_a_lesson(welcome: Welcome) -> None:
    anna = welcome()
    anna.go("/rules/tictactoe")
    expect(anna.page.locator(".rulings")).to_contain_text("TTT-3")
    anna.go("/learn/tictactoe")
    open_lesson(anna, len(lessons("tictactoe")) - 1)
    anna.act_on(anna.target("c3", "tictactoe"))
    expect(anna.page.locator("main")).to_contain_text("diagonals too")


def test_a_first_game(welcome: Welcome) -> None:
    anna = welcome()
    anna.go("/new/tictactoe")
    anna.press("first_game.play")
    anna.seated()
    anna.press("first_game.read")
    expect(anna.page.locator(".note")).to_contain_text("The goal: three marks in a row.")
