"""Addresses: every route leads to its screen, any other to a sentence."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Welcome

FOLLOW = """(path) => {
  const link = Object.assign(document.createElement('a'), { href: path });
  document.querySelector('main').append(link);
  link.click();
}"""
STYLES = "[...document.styleSheets].map(({ href }) => href)"


def test_an_unknown_address_is_explained(welcome: Welcome) -> None:
    anna = welcome(language="fr")
    for path in ("/nowhere", "/rules", "/rules/malawi/more"):
        anna.go("/")
        anna.page.evaluate(FOLLOW, path)
        expect(anna.page.locator(".failure")).to_contain_text(anna.says("errors.address"))
        expect(anna.page).to_have_title(re.compile(anna.says("errors.title")))
    anna.press("errors.home")
    expect(anna.page.locator(".games")).to_be_visible()


def test_a_screen_has_its_styles_when_it_is_shown(welcome: Welcome) -> None:
    anna = welcome()
    anna.page.add_init_script(
        f"addEventListener('ludotheque-shown', () => (window.styles ??= []).push([location.pathname, {STYLES}]))"
    )
    anna.go("/")
    for path in ("/rules/malawi", "/new/malawi", "/study/malawi"):
        anna.page.evaluate(FOLLOW, path)
        anna.settled()
    shown = dict(anna.page.evaluate("styles"))
    for path, screen in {
        "/": "home",
        "/rules/malawi": "rules",
        "/new/malawi": "setup",
        "/study/malawi": "study",
    }.items():
        assert any(href.endswith(f"/screens/{screen}/{screen}.css") for href in shown[path]), path
