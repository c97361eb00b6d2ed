"""Whole games on one device, from the start page to the result in words."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.scripts import ALL, GAMES, Script, script
from tests.browser.visitors import Visitor


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(game: str, welcome: Welcome) -> None:
    anna = welcome(reduced_motion="no-preference")
    played = script(game)
    anna.set_up(game, "table")
    anna.play(played)
    anna.sees_result(played)


@pytest.mark.parametrize("name", [name for name in ALL if name not in GAMES])
def test_more_games(name: str, welcome: Welcome) -> None:
    anna = welcome()
    played = script(name)
    anna.set_up(played.game, "table", **({"players": 1} if played.options else {}))
    anna.play(played)
    anna.sees_result(played)


def test_playing_takes_three_clicks(welcome: Welcome) -> None:
    """A box, a button, and the first cell."""
    anna = welcome()
    anna.set_up("malawi", "computer")
    anna.target("c1", "malawi").click()
    expect(anna.target("c1", "malawi")).to_have_attribute("aria-pressed", "true")


# Secrets on a shared device.


def behind_the_curtain(anna: Visitor, played: Script, first: str) -> list[list[str]]:
    """What the second player's browser shows and hears when the first one has chosen."""
    anna.set_up("massai", "table")
    anna.pass_curtain(0, played)
    for cell in first.split(","):
        anna.act_on(anna.target(cell, "massai"))
    since = len(anna.frames)
    anna.act_on(anna.confirm)
    anna.sees_moves(1)
    expect(anna.page.locator("dialog.curtain[open]")).to_be_visible()
    found = [anna.known(since)]
    anna.pass_curtain(1, played)
    expect(anna.page.locator(".now.yours")).to_be_visible()
    return [*found, anna.known(since)]


def test_the_curtain_hides_the_others_choice(welcome: Welcome) -> None:
    anna, played = welcome(), script("massai")
    one, other = (behind_the_curtain(anna, played, first) for first in ("a5,b1,b5,c2,d3", "a3,a4,b3,c2,c3"))
    assert one == other
    anna.page.keyboard.press("Escape")
    anna.decide(played.steps[1], "massai")
    anna.sees_moves(2)
    expect(anna.page.locator(".moves tbody")).to_contain_text("a3,a4,b3,c2,c3")


def test_the_curtain_is_passed_by_its_button_alone(welcome: Welcome) -> None:
    anna = welcome()
    anna.set_up("massai", "table")
    curtain = anna.page.locator("dialog.curtain[open]")
    for _ in range(3):
        anna.page.keyboard.press("Escape")
    expect(curtain).to_be_visible()
    anna.reload()
    expect(curtain).to_be_visible()
