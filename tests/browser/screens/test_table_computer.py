"""Games against the computer: it moves, and the game comes to a result."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.scripts import GAMES

MAX_MOVES = 12


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_the_computer(game: str, welcome: Welcome) -> None:
    anna = welcome()
    anna.go(f"/new/{game}?mode=computer")
    levels = anna.page.get_by_role("group", name=anna.says("setup.level"))
    levels.locator("label").first.click()
    anna.submit("computer")
    dice = random.Random(1)
    for _ in range(MAX_MOVES):
        expect(anna.page.locator(".panel.yours, .table[data-phase=over]").first).to_be_visible()
        if anna.page.locator(".table[data-phase=over]").count():
            break
        anna.play_any(game, dice)
    else:
        expect(anna.page.locator(".panel.yours, .table[data-phase=over]").first).to_be_visible()
        if anna.state["phase"] == "playing":
            anna.press("actions.resign")
            anna.page.locator("dialog .danger").click()
    expect(anna.page.locator(".headline")).not_to_be_empty()
    assert any(player == 1 for player, _ in anna.state["moves"])
