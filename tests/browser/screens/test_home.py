"""The start page: your games, and games open to everyone."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.pair import Pair


def test_unfinished_games_are_on_the_start_page(pair: Pair) -> None:
    anna = pair.anna
    anna.page.locator("header .brand").click()
    row = anna.page.locator(f'a[href="/t/{pair.id}"]')
    expect(row).to_contain_text(anna.says("home.your_turn"))
    expect(row).to_contain_text("Ben")
    row.click()
    expect(anna.page.locator(".panel.yours")).to_be_visible()


def test_public_tables_are_listed_and_joined(welcome: Welcome) -> None:
    anna, ben = welcome(), welcome()
    anna.go("/new/malawi?mode=invite")
    anna.page.get_by_label(anna.says("setup.public")).check()
    anna.submit("invite")
    ben.go("/")
    row = ben.page.locator(f'a[href="/t/{anna.table}"]')
    expect(row).to_contain_text(ben.says("home.join"))
    row.click()
    ben.press("waiting.join")
    for visitor in (anna, ben):
        expect(visitor.page.locator(".table")).to_have_attribute("data-phase", "playing")
