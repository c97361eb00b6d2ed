"""The languages of the page: chosen by the browser or the reader, complete, and known from the server only."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Welcome
from tests.browser.scripts import script
from tests.browser.tour import Screen, check_width
from tests.browser.visitors import WEB, Visitor, sentences

STRING = re.compile(r"""(['"`])([a-z_]+\.(?:[a-z_]|\$\{[^}]*\})+)\1""")


def keys_in_scripts() -> set[str]:
    """Return every string that looks like a key. The gaps of a template are `*`."""
    sections = {key.partition(".")[0] for key in sentences("en")}
    found = {text for path in WEB.rglob("*.js") for _, text in STRING.findall(path.read_text("utf-8"))}
    return {re.sub(r"\$\{[^}]*\}", "*", text) for text in found if text.partition(".")[0] in sections}


def named_by(pattern: str) -> set[str]:
    whole = re.compile(re.escape(pattern).replace(r"\*", "[a-z0-9_]+"))
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
def test_the_browser_decides_first(asked: str, spoken: str, welcome: Welcome) -> None:
    anna = welcome(language=spoken, locale=asked)
    anna.go("/")
    expect(anna.page.locator("html")).to_have_attribute("lang", spoken)
    expect(anna.page.locator(".games .primary").first).to_contain_text(anna.says("home.computer"))


def test_switching_in_the_middle_of_a_game(welcome: Welcome) -> None:
    """The game goes on in the other language, also after a reload."""
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


# The page knows its languages from the server.

OTHERS = ["pt-BR", "de", "ja", "es", "it", "pl"]


def add_languages(anna: Visitor, codes: list[str]) -> None:
    """Let the server seem to have these languages as well. Their texts are English."""
    languages = [{"code": code, "name": f"Name of {code}"} for code in codes]
    known = anna.context.request.get(f"http://{anna.address}/api/languages").json()
    told = {**known, "languages": [*known["languages"], *languages]}
    anna.context.route("**/api/languages", lambda route: route.fulfill(json=told))
    english = f"http://{anna.address}/api/texts/en.json"
    for code in codes:
        anna.context.route(f"**/api/texts/{code}.json", lambda route: route.fulfill(response=route.fetch(url=english)))


@pytest.mark.parametrize("count", [1, 6])
def test_three_and_eight_languages(count: int, welcome: Welcome) -> None:
    anna = welcome(**PHONE)
    add_languages(anna, OTHERS[:count])
    anna.go("/")
    chooser = anna.page.get_by_role("combobox", name=anna.says("site.language"))
    expect(chooser.locator("option")).to_have_count(2 + count)
    expect(chooser).to_have_value("en")
    check_width(anna, Screen("home", "/", ""))
    chooser.select_option("pt-BR")
    expect(anna.page.locator("html")).to_have_attribute("lang", "pt-BR")
    anna.reload()
    expect(chooser).to_have_value("pt-BR")


@pytest.mark.parametrize(
    ("asked", "spoken"), [("pt-BR", "pt-BR"), ("pt-PT", "pt-BR"), ("de-AT", "de"), ("DE", "de"), ("sv", "en")]
)
def test_the_best_of_more_languages(asked: str, spoken: str, welcome: Welcome) -> None:
    anna = welcome(locale=asked)
    add_languages(anna, OTHERS)
    anna.go("/")
    expect(anna.page.locator("html")).to_have_attribute("lang", spoken)


@pytest.mark.parametrize(("language", "sentence"), [("fr", "Le serveur ne répond pas"), ("en", "The server does not")])
def test_without_a_server_there_are_still_words(language: str, sentence: str, welcome: Welcome) -> None:
    anna = welcome(language=language)
    anna.forgiven = "ERR_|Failed to load"
    anna.context.route("**/api/**", lambda route: route.abort())
    anna.page.goto(f"http://{anna.address}/")
    expect(anna.page.locator(".failure")).to_contain_text(sentence)
    anna.context.unroute_all(behavior="wait")  # a request that is being aborted would hang
    anna.press("errors.again")
    expect(anna.page.locator(".games")).to_be_visible()
