"""Addresses: every route leads to its screen, any other to a sentence."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.tour import Screen, check_width

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


NOWHERE = {
    "/nowhere": "errors.address",
    "/rules/malawi/more": "errors.address",
    "/rules/nothing": None,
    "/t/AAAAAAAAAAAAAAAA": None,
}


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1366, 768)])
def test_a_link_to_nowhere_leads_to_a_page(language: str, size: tuple[int, int], welcome: Welcome) -> None:
    anna = welcome(language=language, viewport={"width": size[0], "height": size[1]})
    anna.forgiven = "404"
    for path, sentence in NOWHERE.items():
        answer = anna.page.goto(f"http://{anna.address}{path}")
        assert answer
        assert answer.status == 404
        failure = anna.page.locator(".failure")
        expect(failure.locator("h1")).to_have_text(anna.says("errors.title"))
        expect(failure.locator("p").first).to_have_text(anna.says(sentence) if sentence else re.compile(r"\w+ \w+.*\."))
        check_width(anna, Screen(path, path, ".failure"))
        expect(failure.get_by_role("link", name=anna.says("errors.home"))).to_be_in_viewport(ratio=1)
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
