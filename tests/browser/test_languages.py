"""French and English: chosen by the browser, switched by hand, complete."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Welcome
from tests.browser.scripts import script
from tests.browser.visitors import WEB, sentences

STRING = re.compile(r"""(['"`])([a-z]+\.(?:[a-z_]|\$\{[^}]*\})+)\1""")


def keys_in_scripts() -> set[str]:
    """Every text that looks like a key; a template's gaps are `*`."""
    sections = {key.partition(".")[0] for key in sentences("en")}
    found = {text for path in WEB.glob("*.js") for _, text in STRING.findall(path.read_text("utf-8"))}
    return {re.sub(r"\$\{[^}]*\}", "*", text) for text in found if text.partition(".")[0] in sections}


def named_by(pattern: str) -> set[str]:
    whole = re.compile(re.escape(pattern).replace(r"\*", "[a-z_]+"))
    return {key for key in sentences("en") if whole.fullmatch(key)}


def test_both_languages_have_the_same_texts() -> None:
    assert sentences("fr").keys() == sentences("en").keys()
    gaps = re.compile(r"\{(\w+)")
    for key, text in sentences("fr").items():
        assert set(gaps.findall(text)) == set(gaps.findall(sentences("en")[key])), key


def test_every_text_of_the_scripts_is_there() -> None:
    assert not {pattern for pattern in keys_in_scripts() if not named_by(pattern)}


def test_no_text_is_left_over() -> None:
    used = {key for pattern in keys_in_scripts() for key in named_by(pattern)}
    assert not sentences("en").keys() - used


@pytest.mark.parametrize(("asked", "spoken"), [("fr-CA", "fr"), ("en-US", "en"), ("de-DE", "en")])
def test_the_browser_says_which(asked: str, spoken: str, welcome: Welcome) -> None:
    anna = welcome(language=spoken, locale=asked)
    anna.go("/")
    expect(anna.page.locator("html")).to_have_attribute("lang", spoken)
    expect(anna.page.locator(".shelf .primary").first).to_contain_text(anna.says("home.computer"))


def test_switching_in_the_middle_of_a_game(welcome: Welcome) -> None:
    """The game goes on, in the other language, here and after a reload."""
    anna, played = welcome(language="fr"), script("malawi")
    anna.set_up("malawi", "table")
    anna.play(played, last=3)
    anna.page.get_by_role("button", name="English").click()
    anna.language = "en"
    expect(anna.page.locator("html")).to_have_attribute("lang", "en")
    expect(anna.page.get_by_role("button", name=anna.says("actions.resign"))).to_be_visible()
    anna.reload()
    expect(anna.page.locator("html")).to_have_attribute("lang", "en")
    anna.play(played, first=3)
    anna.sees_result(played)
    anna.page.get_by_role("button", name="Français").click()
    anna.language = "fr"
    anna.sees_result(played)
