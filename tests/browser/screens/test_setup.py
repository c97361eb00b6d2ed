"""The form for a new game."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import ludotheque as lt
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
    anna.forgiven = "404"
    anna.go("/new/nothing")
    expect(anna.page.locator(".failure")).to_contain_text(anna.says("errors.game"))


@pytest.mark.parametrize(("language", "name"), [("en", "Diagonals"), ("fr", "Diagonales")])
def test_an_option_has_a_name_and_an_explanation(language: str, name: str, welcome: Welcome) -> None:
    anna = welcome(language=language)
    anna.go("/new/malawi?mode=table")
    field = anna.page.get_by_role("group", name=name)
    expect(field.locator("strong")).to_have_text(name)
    expect(field.locator(".hint")).to_have_text(lt.load("malawi").rulebook.texts.say("options.diagonals").to(language))


def test_the_table_names_its_options_in_few_words(welcome: Welcome) -> None:
    anna = welcome()
    anna.set_up("malawi", "table", diagonals=1)
    anna.page.locator(".about summary").click()
    expect(anna.page.locator(".about li")).to_have_text(["No clock", "Diagonals: no"])
