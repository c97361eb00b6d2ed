"""A guided first game: a word at each new thing, in its moment, and at the end."""

from __future__ import annotations

import random

from playwright.sync_api import Locator, expect

from ludotheque.teaching.first_game import notes
from ludotheque.teaching.lesson import course
from tests.browser.conftest import Welcome
from tests.browser.test_phone import UPRIGHT, fixed, in_sight, phone
from tests.browser.visitors import Visitor

GAME = "moaai"
TEXTS = {note.id: note.text for note in notes(GAME)}
MAX_MOVES = 12


def note(anna: Visitor) -> Locator:
    return anna.page.locator(".note p")


def test_a_first_game(welcome: Welcome) -> None:
    anna = welcome(**phone(UPRIGHT))
    anna.go(f"/learn/{GAME}")
    anna.press("first_game.play")
    anna.seated()
    # The first notes wait for each other.
    expect(note(anna)).to_contain_text(TEXTS["welcome"].en)
    expect(anna.page.locator("[role=status].visually-hidden")).to_contain_text(TEXTS["welcome"].en)
    assert fixed(anna), "on a phone it lies in the dock"
    assert in_sight(anna, anna.page.locator("ludo-board svg.ludotheque")), "and does not cover the board"
    anna.press("first_game.read")
    expect(note(anna)).to_contain_text(TEXTS["put"].en)
    idea = course(GAME).idea_about("MOA-4")
    more = f"/learn/{GAME}#{idea.id}" if idea else f"/rules/{GAME}#MOA-4"
    expect(anna.page.locator(".note a")).to_have_attribute("href", more)
    anna.press("first_game.read")
    expect(note(anna)).to_have_count(0)
    anna.reload()
    expect(anna.page.locator(".panel.yours")).to_be_visible()
    expect(note(anna)).to_have_count(0)
    # The movement begins after six pieces of each player.
    dice = random.Random(1)
    for number in range(MAX_MOVES // 2):
        expect(note(anna)).to_have_count(0)
        anna.play_any(GAME, dice)
        anna.sees_moves(2 * number + 2)
    expect(note(anna)).to_contain_text(TEXTS["filled"].en)
    anna.press("first_game.read")
    expect(note(anna)).to_contain_text(TEXTS["move"].en)
    anna.act_on(anna.page.locator("button[lang=fr]"))
    anna.language = "fr"
    expect(note(anna)).to_contain_text(TEXTS["move"].fr)
    anna.press("actions.resign")
    anna.page.locator("dialog .danger").click()
    expect(note(anna)).to_contain_text(TEXTS["after"].fr)
