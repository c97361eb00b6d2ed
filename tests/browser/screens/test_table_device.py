"""Secrets on one device. Whole games on one device are in `test_telling.py`."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.scripts import Script, script
from tests.browser.visitors import Visitor


def during_the_handover(anna: Visitor, played: Script, first: str) -> list[list[str]]:
    """Return what the browser shows and receives after the first player has chosen."""
    anna.set_up("massai", "table")
    anna.pass_handover(0, played)
    for cell in first.split(","):
        anna.act_on(anna.target(cell, "massai"))
    since = len(anna.frames)
    anna.act_on(anna.confirm)
    anna.sees_moves(1)
    expect(anna.page.locator("dialog.handover[open]")).to_be_visible()
    first_view = anna.known(since)
    anna.pass_handover(1, played)
    expect(anna.page.locator(".panel.yours")).to_be_visible()
    return [first_view, anna.known(since)]


def test_the_handover_hides_the_other_players_move(welcome: Welcome) -> None:
    anna, played = welcome(), script("massai")
    one, other = (during_the_handover(anna, played, first) for first in ("a5,b1,b5,c2,d3", "a3,a4,b3,c2,c3"))
    assert one == other
    anna.page.keyboard.press("Escape")
    anna.play_move(played.steps[1], "massai")
    anna.sees_moves(2)
    expect(anna.page.locator(".moves tbody")).to_contain_text("a3,a4,b3,c2,c3")


def test_only_its_button_closes_the_handover(welcome: Welcome) -> None:
    anna = welcome()
    anna.set_up("massai", "table")
    handover = anna.page.locator("dialog.handover[open]")
    for _ in range(3):
        anna.page.keyboard.press("Escape")
    expect(handover).to_be_visible()
    anna.reload()
    expect(handover).to_be_visible()
