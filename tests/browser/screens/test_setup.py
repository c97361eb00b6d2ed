"""The form for a new game."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Welcome


def test_playing_takes_three_clicks(welcome: Welcome) -> None:
    """A game, a button, and the first cell."""
    anna = welcome()
    anna.set_up("malawi", "computer")
    anna.target("c1", "malawi").click()
    expect(anna.target("c1", "malawi")).to_have_attribute("aria-pressed", "true")


def test_the_form_remembers_the_last_choices(welcome: Welcome) -> None:
    anna = welcome()
    anna.go("/new/malawi?mode=computer")
    level = anna.page.get_by_role("group", name=anna.says("setup.level")).get_by_role("radio").nth(3)
    expect(level).not_to_be_checked()
    level.check()
    anna.page.get_by_label(anna.says("setup.name"), exact=True).fill("Anna")
    anna.submit("computer")
    anna.go("/new/malawi?mode=computer")
    expect(level).to_be_checked()
    expect(anna.page.get_by_label(anna.says("setup.name"), exact=True)).to_have_value("Anna")


def test_a_game_that_is_not_there(welcome: Welcome) -> None:
    anna = welcome(language="fr")
    anna.go("/new/nothing")
    expect(anna.page.locator(".failure")).to_contain_text(anna.says("errors.game"))
