"""The start page: the games in their boxes, games open to everyone, and your games."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import ludotheque as lt
from tests.browser.conftest import Welcome
from tests.browser.pair import Pair
from tests.browser.scripts import script
from tests.browser.tour import Screen, check_width
from tests.browser.visitors import SIZES, Visitor, box_of, sized
from tests.server.serving import Serving

FIRST_ROW = """() => {
  const boxes = [...document.querySelectorAll('.games > li')];
  const top = boxes[0].getBoundingClientRect().top;
  const first = boxes.filter((box) => Math.abs(box.getBoundingClientRect().top - top) < 2);
  return first.map((box) => [...box.querySelectorAll('.play-links a')].map((a) => a.getBoundingClientRect().bottom));
}"""


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", ["laptop", "large screen"])
def test_the_first_row_can_be_played_without_scrolling(size: str, language: str, welcome: Welcome) -> None:
    anna = welcome(language=language, **sized(size))
    anna.go("/")
    row = anna.page.evaluate(FIRST_ROW)
    assert len(row) == 3
    assert all(len(buttons) == 3 for buttons in row)
    assert max(max(buttons) for buttons in row) <= SIZES[size][1]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", ["small phone", "phone"])
def test_a_phone_shows_the_first_button_without_scrolling(size: str, language: str, welcome: Welcome) -> None:
    anna = welcome(language=language, **sized(size))
    anna.go("/")
    expect(anna.page.locator(".games .primary").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", SIZES)
def test_every_box_has_its_title_its_art_and_its_credit(size: str, welcome: Welcome) -> None:
    """No title runs into the picture, and nothing lies beyond the page."""
    anna = welcome(language="fr", **sized(size))
    anna.go("/")
    check_width(anna, Screen("start", "/", ".games"))
    for box in anna.page.locator(".box").all():
        title, lid = box.locator("h3"), box.locator(".lid")
        assert title.evaluate("element => element.scrollWidth <= element.clientWidth"), title.inner_text()
        inner, outer = title.bounding_box(), lid.bounding_box()
        assert inner
        assert outer
        assert outer["y"] <= inner["y"]
        assert inner["y"] + inner["height"] <= outer["y"] + outer["height"]
        assert box.locator(".side").inner_text()
        box.scroll_into_view_if_needed()
        expect(box.locator("img")).to_have_js_property("complete", True)
        assert box.locator("img").evaluate("image => image.naturalWidth") > 0


# Your games.


def row_of(visitor: Visitor, table: str) -> Any:
    return visitor.page.locator(f'.table-row[href$="/{table}"]')


def test_unfinished_games_are_on_the_start_page(pair: Pair) -> None:
    anna = pair.anna
    anna.page.locator("header .brand").click()
    row = row_of(anna, pair.id)
    expect(row).to_contain_text(anna.says("home.your_turn"))
    expect(row).to_contain_text("You (White) against Ben (Black)")
    row.click()
    expect(anna.page.locator(".panel.yours")).to_be_visible()


def test_a_row_shows_the_real_position(pair: Pair) -> None:
    """The picture is another one after each move."""
    anna = pair.anna
    anna.go("/")
    picture = row_of(anna, pair.id).locator("img")
    before = picture.get_attribute("src")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    anna.go(f"/t/{pair.id}")
    pair.play(1)
    anna.go("/")
    expect(row_of(anna, pair.id)).to_contain_text(anna.says("home.their_turn", name="Ben"))
    after = picture.get_attribute("src")
    assert before
    assert after
    assert before != after
    start, move = lt.load("malawi").start(), script("malawi").steps[0].text
    shown = anna.context.request.get(f"http://{anna.address}{after}").text()
    assert shown == start.play(move).svg(last=start.game.read(move), coordinates=False)


def test_your_turn_comes_first(pair: Pair) -> None:
    """A game in which others move was changed last, and stands below all the same."""
    anna = pair.anna
    theirs = Pair(anna, pair.serving)
    theirs.play(1)
    waiting = anna.make_table("malawi", "me", "open")
    anna.go("/")
    places = {
        table: row_of(anna, table).evaluate("row => [...document.querySelectorAll('.table-row')].indexOf(row)")
        for table in (pair.id, theirs.id, waiting)
    }
    assert places[pair.id] < places[theirs.id] < places[waiting]


@pytest.mark.parametrize(("language", "words"), [("en", "for 2 hours"), ("fr", "depuis 2 heures")])
def test_a_row_tells_since_when(language: str, words: str, welcome: Welcome, server: Serving) -> None:
    anna = welcome(language=language)
    pair = Pair(anna, server)
    anna.page.clock.install()
    anna.page.clock.fast_forward("02:00:30")
    anna.go("/")
    expect(row_of(anna, pair.id)).to_contain_text(re.compile(words.replace(" ", r"\s")))


def test_a_side_without_a_name_is_named_by_its_side(welcome: Welcome) -> None:
    """The words fit a side whose name is in the plural."""
    anna = welcome()
    table = anna.make_table("assaut", "me", "me")
    anna.go("/")
    expect(row_of(anna, table)).to_contain_text("To move: Officers")
    expect(row_of(anna, table)).to_contain_text("Soldiers against Officers")


def test_a_finished_game_tells_who_won_and_how(welcome: Welcome, server: Serving) -> None:
    anna = welcome()
    pair = Pair(anna, server)
    pair.line.ask("resign", seat=1)
    anna.go("/")
    row = row_of(anna, pair.id)
    expect(row).to_contain_text("Anna wins (White)")
    expect(row).to_contain_text("Resignation")
    expect(row).to_have_attribute("href", f"/replay/{pair.id}")


def test_many_games_are_folded(welcome: Welcome) -> None:
    anna = welcome()
    for _ in range(8):
        anna.make_table("malawi", "me", "open")
    anna.go("/")
    expect(anna.page.locator(".lists").first.locator(".table-row:visible")).to_have_count(6)
    anna.page.get_by_text(re.compile(r"2\smore games")).click()
    expect(anna.page.locator(".lists").first.locator(".table-row:visible")).to_have_count(8)


# Games open to everyone.


def test_public_tables_are_listed_and_joined(welcome: Welcome) -> None:
    anna, ben = welcome(), welcome()
    anna.go("/new/malawi?mode=invite")
    anna.page.get_by_label(anna.says("setup.public")).check()
    anna.submit("invite")
    ben.go("/")
    row = ben.page.locator(f'a[href="/t/{anna.table}"]')
    expect(row).to_contain_text(ben.says("home.join"))
    expect(row).to_contain_text("Somebody invites you")
    row.click()
    ben.press("waiting.join")
    for visitor in (anna, ben):
        expect(visitor.page.locator(".table")).to_have_attribute("data-phase", "playing")


@pytest.mark.parametrize("size", SIZES)
def test_an_open_game_tells_its_conditions_before_the_shelf(size: str, welcome: Welcome, server: Serving) -> None:
    anna, host = welcome(language="fr", **sized(size)), server.person("Zoé")
    time = {"kind": "minutes", "minutes": 10, "increment": 5}
    table = host.set_up("malawi", "open", "me", public=True, options={"diagonals": False}, time=time)
    anna.go("/")
    row = row_of(anna, table)
    for words in (
        "Malawi",
        "Zoé vous invite",
        "1 place libre : Blanc",
        "10 min + 5 s",
        "Diagonales : non",
        "Rejoindre",
    ):
        expect(row).to_contain_text(re.compile(re.escape(words).replace(r"\ ", r"\s")))
    assert box_of(row)[1] < box_of(anna.page.locator(".games"))[1]
    check_width(anna, Screen("start", "/", ".games"))
    host.done(f"/api/tables/{table}/leave")


def test_a_usual_option_goes_without_saying(welcome: Welcome, server: Serving) -> None:
    anna, host = welcome(), server.person("Zoé")
    table = host.set_up("malawi", "open", "me", public=True)
    anna.go("/")
    expect(row_of(anna, table)).to_contain_text("No clock")
    expect(row_of(anna, table)).not_to_contain_text("Diagonals")
    host.done(f"/api/tables/{table}/leave")
