"""The preferences: one dialog, applied at once, kept for the next visit."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import PHONE, Welcome
from tests.browser.scripts import GAMES
from tests.browser.test_all_screens import axe, faults
from tests.browser.tour import Screen, check_width, check_words
from tests.browser.visitors import Visitor

SIZES: dict[str, dict[str, Any]] = {"phone": PHONE, "desk": {"viewport": {"width": 1366, "height": 768}}}
sizes = pytest.mark.parametrize("size", SIZES)
STROKES = """(board) => [...new Set([...board.querySelectorAll('.ground :is(.cell, .line)')].map((one) =>
  getComputedStyle(one).stroke))]"""


def opened(anna: Visitor) -> Locator:
    """Open the dialog."""
    anna.press("preferences.title")
    dialog = anna.page.locator("dialog.preferences[open]")
    expect(dialog).to_be_visible()
    return dialog


def choose(anna: Visitor, setting: str, value: str) -> None:
    group = anna.page.get_by_role("group", name=anna.says(f"preferences.{setting}"), exact=True)
    label = anna.says(f"preferences.{setting}_{value}")
    anna.act_on(group.locator("label").filter(has=anna.page.get_by_text(label, exact=True)))


def stored(anna: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(anna.page.evaluate("localStorage.getItem('ludotheque') ?? '{}'"))
    return found


@sizes
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_dialog(size: str, language: str, welcome: Welcome) -> None:
    """It fits, closes with Escape and gives the focus back."""
    anna = welcome(language=language, **SIZES[size])
    anna.go("/")
    dialog = opened(anna)
    screen = Screen("preferences", "", "")
    check_width(anna, screen)
    check_words(anna, screen)
    expect(dialog.get_by_role("button", name=anna.says("preferences.close"))).to_be_in_viewport(ratio=1)
    found: list[str] = []
    for scheme in ("light", "dark"):
        anna.page.emulate_media(color_scheme=scheme)
        anna.page.evaluate(axe())
        found += faults(anna, screen)
    assert not found, "\n".join(found)
    anna.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(anna.page.get_by_role("button", name=anna.says("preferences.title"))).to_be_focused()


@sizes
def test_choices_hold_at_once_and_after_a_reload(size: str, welcome: Welcome) -> None:
    anna = welcome(**SIZES[size])
    anna.go("/learn/malawi")
    page = anna.page.locator("html")
    opened(anna)
    for setting, value in (("theme", "dark"), ("board", "ink"), ("speed", "slow"), ("confirm", "always")):
        choose(anna, setting, value)
    anna.page.get_by_label(anna.says("preferences.coordinates")).uncheck()
    anna.page.get_by_role("checkbox", name=anna.says("preferences.sound"), exact=True).check()
    labels = anna.page.locator("ludo-board .labels")
    for _ in range(2):
        expect(page).to_have_attribute("data-theme", "dark")
        expect(page).to_have_attribute("data-board", "ink")
        expect(labels).to_be_hidden()
        anna.reload()
        expect(anna.page.locator("ludo-board .hit").first).to_be_visible()
    assert {"speed": "slow", "confirm": True, "sound": True, "coordinates": False}.items() <= stored(anna).items()
    opened(anna)
    choose(anna, "theme", "auto")
    choose(anna, "board", "wood")
    anna.page.get_by_label(anna.says("preferences.coordinates")).check()
    expect(page).not_to_have_attribute("data-theme", "dark")
    expect(page).to_have_attribute("data-board", "wood")
    expect(labels).to_be_visible()


def test_the_language_changes_under_the_open_dialog(welcome: Welcome) -> None:
    anna = welcome()
    anna.go("/learn/malawi")
    dialog = opened(anna)
    anna.act_on(dialog.locator("label", has_text="Français"))
    anna.language = "fr"
    expect(dialog.get_by_role("heading")).to_have_text(anna.says("preferences.title"))
    expect(anna.page.locator("html")).to_have_attribute("lang", "fr")
    expect(dialog.locator("input:checked").first).to_be_focused()
    anna.press("preferences.close")
    expect(dialog).to_be_hidden()


@pytest.mark.parametrize(("size", "value", "waits"), [("desk", "always", True), ("phone", "never", False)])
def test_when_moves_wait_for_a_button(size: str, value: str, waits: bool, welcome: Welcome) -> None:
    anna = welcome(**SIZES[size])
    anna.set_up("malawi", "table")
    opened(anna)
    choose(anna, "confirm", value)
    anna.press("preferences.close")
    for token in ("c1", "c3"):
        anna.act_on(anna.target(token, "malawi"))
    if waits:
        expect(anna.confirm).to_be_visible()
        anna.sees_moves(0)
    else:
        anna.sees_moves(1)


@pytest.mark.parametrize("game", GAMES)
def test_a_board_in_ink_has_black_lines(game: str, welcome: Welcome) -> None:
    """Marks, targets and pieces stay what they are."""
    anna = welcome()
    anna.go(f"/learn/{game}")
    board = anna.page.locator("ludo-board")
    expect(board.locator(".hit").first).to_be_visible()
    pieces = board.locator(".pieces use").count()
    assert board.evaluate(STROKES) != ["rgb(0, 0, 0)"]
    opened(anna)
    choose(anna, "board", "ink")
    anna.press("preferences.close")
    assert board.evaluate(STROKES) == ["rgb(0, 0, 0)"]
    assert board.locator(".pieces use").count() == pieces
