"""What players do at a table besides moving: resign, offer, take back, claim, share links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Locator, WebSocketRoute, expect

from ludotheque.server.errors import texts
from ludotheque.server.settings import MINUTE
from ludotheque.texts import say
from tests.browser.conftest import Welcome
from tests.browser.pair import Pair
from tests.browser.scripts import script
from tests.browser.visitors import Visitor
from tests.server.people import SET_UPS
from tests.server.serving import Moments, Serving


def headline(anna: Visitor) -> Locator:
    return anna.page.locator(".headline")


def sees_reason(anna: Visitor, reason: str) -> None:
    expect(anna.page.locator(".move-buttons")).to_contain_text(say(f"reasons.{reason}").to(anna.language)[1:])


def test_resigning_asks_first(pair: Pair) -> None:
    anna = pair.anna
    dialog = anna.page.locator("dialog.question")
    resign = anna.page.get_by_role("button", name=anna.says("actions.resign"))
    cancel = anna.page.get_by_role("button", name=anna.says("actions.abort"))
    expect(cancel).to_be_visible()
    expect(resign).to_have_count(0)
    pair.play(2)
    expect(resign).to_be_visible()
    expect(cancel).to_have_count(0)
    anna.press("actions.resign")
    anna.press("actions.no")
    expect(dialog).to_have_count(0)
    assert pair.line.state["phase"] == "playing"
    anna.press("actions.resign")
    anna.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    anna.press("actions.resign")
    dialog.get_by_role("button", name=anna.says("actions.resign")).click()
    expect(headline(anna)).to_contain_text("Ben")
    sees_reason(anna, "resigned")


def test_draws_are_offered_declined_and_accepted(pair: Pair) -> None:
    anna = pair.anna
    anna.press("actions.draw")
    expect(anna.page.locator(".offers").first).to_have_text(anna.says("offers.draw_sent"))
    pair.await_offer("draw")
    pair.line.ask("decline", seat=1, what="draw")
    expect(anna.page.get_by_role("button", name=anna.says("actions.draw"))).to_be_visible()
    pair.offer("draw")
    expect(anna.page.locator(".offer")).to_contain_text(anna.says("offers.draw_received", name="Ben"))
    anna.press("offers.decline")
    expect(anna.page.locator(".offer")).to_have_count(0)
    pair.line.until(lambda state: not state["offers"]["draw"])
    pair.offer("draw")
    anna.press("offers.accept")
    expect(headline(anna)).not_to_be_empty()
    sees_reason(anna, "agreed")


def test_moves_are_taken_back_by_consent(pair: Pair) -> None:
    anna = pair.anna
    take_back = anna.page.get_by_role("button", name=anna.says("actions.takeback"))
    expect(take_back).to_have_count(0)
    pair.play(1)
    anna.press("actions.takeback")
    pair.await_offer("takeback")
    pair.line.ask("decline", seat=1, what="takeback")
    expect(take_back).to_be_visible()
    anna.sees_moves(1)
    anna.press("actions.takeback")
    pair.await_offer("takeback")
    pair.offer("takeback")
    anna.sees_moves(0)
    expect(anna.page.locator(".panel.yours")).to_be_visible()


def test_nothing_is_taken_back_past_a_reveal(welcome: Welcome, server: Serving) -> None:
    pair = Pair(welcome(), server, "massai")
    pair.play(2)
    expect(pair.anna.page.get_by_role("button", name=pair.anna.says("actions.draw"))).to_be_visible()
    expect(pair.anna.page.get_by_role("button", name=pair.anna.says("actions.takeback"))).to_have_count(0)
    assert pair.line.code("offer", seat=1, what="takeback") == "takeback"


def test_a_rematch_swaps_sides_and_counts(pair: Pair) -> None:
    """A click right after the end was meant for another button and has no effect."""
    anna = pair.anna
    anna.page.clock.install()
    anna.reload()
    anna.page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=5))
    pair.line.ask("resign", seat=1)
    anna.press("actions.rematch")
    anna.page.clock.fast_forward(1000)
    anna.page.clock.resume()
    anna.press("actions.rematch")
    pair.await_offer("rematch")
    assert sum('"rematch"' in message for message in anna.sent) == 1
    pair.line.say("offer", seat=1, what="rematch")
    anna.page.wait_for_url(lambda url: pair.id not in url)
    expect(anna.page.locator(".table")).to_have_attribute("data-phase", "playing")
    expect(anna.page.locator(".near .name")).to_have_text("Anna")
    assert anna.info()["mine"] == [1]
    first, second = script("malawi").steps[:2]
    pair.ben.live(anna.info()["id"]).move(first.text)
    anna.play_move(second, "malawi")
    anna.press("actions.resign")
    anna.page.locator("dialog .danger").click()
    expect(anna.page.locator(".score")).to_contain_text("Ben 1 – Anna 1")


def test_the_board_is_turned(pair: Pair) -> None:
    anna = pair.anna
    corner = anna.target("a1", "malawi")

    def low() -> bool:
        box, board = corner.bounding_box(), anna.page.locator("ludo-board").bounding_box()
        assert box
        assert board
        return box["y"] > board["y"] + board["height"] / 2

    assert low()
    anna.press("table.flip")
    expect(anna.page.locator(".near .name")).to_have_text("Ben")
    corner.wait_for()
    assert not low()
    anna.reload()
    expect(anna.page.locator(".near .name")).to_have_text("Ben")
    corner.wait_for()
    assert not low()


def test_confirming_moves_survives_a_reload(pair: Pair) -> None:
    anna = pair.anna
    anna.page.get_by_text(anna.says("table.about")).click()
    anna.page.get_by_label(anna.says("table.confirm")).check()
    anna.reload()
    step = script("malawi").steps[0]
    for token in step.tokens:
        anna.target(token, "malawi").click()
    expect(anna.confirm).to_be_visible()
    anna.sees_moves(0)
    anna.press("table.undo")
    expect(anna.confirm).to_have_count(0)
    anna.play_move(step, "malawi")
    anna.sees_moves(1)


def test_a_refused_move_is_explained_with_its_ruling(welcome: Welcome, server: Serving) -> None:
    anna = Pair(welcome(), server, "massai").anna
    anna.click_path(["a3", "a4", "a5", "b3", "d1"], "massai")
    alert = anna.page.locator(".table .alert")
    expect(alert).not_to_be_empty()
    link = alert.get_by_role("link")
    ruling = (link.get_attribute("href") or "").partition("#")[2]
    expect(link).to_have_text(anna.says("table.ruling", id=ruling))
    expect(anna.page.locator('.hit[aria-pressed="true"]')).to_have_count(5)
    anna.press("table.undo")
    anna.click_path(SET_UPS[0].split(","), "massai")
    anna.sees_moves(1)
    expect(alert).to_be_empty()
    anna.go(f"/rules/massai#{ruling}")
    expect(anna.page.locator(f"#{ruling}")).to_be_in_viewport()


def test_a_wrong_click_is_explained(pair: Pair) -> None:
    anna = pair.anna
    anna.target("c4", "malawi").click(force=True)
    expect(anna.page.locator(".table .alert")).to_contain_text("c4")


# Time.


@pytest.fixture
def moments() -> Moments:
    return Moments()


@pytest.fixture
def timed(moments: Moments, tmp_path: Path) -> Iterator[Serving]:
    """A server with a clock that the test moves."""
    serving = Serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", moments, claim_after=4_000)
    yield serving
    serving.close()


def test_a_flag_falls(timed: Serving, moments: Moments, welcome: Welcome) -> None:
    minutes = {"kind": "minutes", "minutes": 5, "increment": 0}
    pair = Pair(welcome(timed.address), timed, time=minutes)
    anna, clock = pair.anna, pair.anna.page.locator(".near .clock")
    expect(clock).to_have_text("5:00")
    pair.play(2)
    expect(anna.page.locator(".near .clock.runs")).to_be_visible()
    moments.pass_by(4 * MINUTE)
    pair.offer("draw")
    expect(anna.page.locator(".near .clock")).to_contain_text("0:5")
    moments.pass_by(MINUTE)
    expect(headline(anna)).to_contain_text("Ben")
    sees_reason(anna, "time")


def test_an_absent_player_to_move_can_be_claimed_against(timed: Serving, welcome: Welcome) -> None:
    pair = Pair(welcome(timed.address), timed)
    anna = pair.anna
    pair.play(1)
    pair.line.close()
    expect(anna.page.locator(".far")).to_contain_text(anna.says("players.away"))
    expect(anna.page.locator(".offers .offer")).to_contain_text("Ben")
    anna.press("claim.win")
    expect(headline(anna)).to_contain_text("Anna")
    sees_reason(anna, "abandoned")


# Links.


def test_a_private_link_gives_the_seat_back(pair: Pair, welcome: Welcome) -> None:
    anna, elsewhere = pair.anna, welcome()
    pair.play(2)
    anna.page.get_by_text(anna.says("table.about")).click()
    sides = anna.info()["sides"]
    link = anna.page.get_by_label(anna.says("sharing.seat", side=sides[0]["en"])).input_value()
    elsewhere.go(link)
    assert "seat=" not in elsewhere.page.url
    elsewhere.sees_moves(2)
    elsewhere.play_move(script("malawi").steps[2], "malawi")
    elsewhere.sees_moves(3)
    anna.sees_moves(3)


def test_with_a_wrong_private_link_you_only_watch(pair: Pair, welcome: Welcome) -> None:
    carl = welcome()
    carl.forgiven = "403"
    carl.go(f"/t/{pair.id}#seat=0.nonsense")
    expect(carl.page.locator(".table .alert")).not_to_be_empty()
    expect(carl.page.locator(".watching")).to_have_text(carl.says("table.watching"))


def test_a_table_is_cancelled(welcome: Welcome) -> None:
    anna, ben = welcome(), welcome()
    id = anna.make_table("malawi", "me", "open", name="Anna")
    link = anna.info(id)["links"]["invite"]
    anna.go(f"/t/{id}")
    ben.go(link)
    expect(ben.page.locator(".waiting h2")).to_contain_text("Anna")
    anna.press("actions.cancel")
    anna.page.wait_for_url("**/")
    expect(anna.page.locator(".games")).to_be_visible()
    expect(ben.page.get_by_role("button", name=ben.says("waiting.join"))).to_have_count(0)
    expect(headline(ben)).to_have_text(texts.say("result.cancelled").en)


# Versions of the messages.


def outdated(anna: Visitor, sentence: str) -> None:
    """The table gives way to a sentence and a button, which brings the current page."""
    expect(anna.page.locator(".failure [role=alert]")).to_have_text(sentence)
    with anna.page.expect_navigation():
        anna.press("table.reload")
    expect(anna.page.locator(".failure [role=alert]")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_that_sees_another_version_offers_to_reload(language: str, welcome: Welcome) -> None:
    anna = welcome(language=language)
    id = anna.make_table("malawi", "me", "me")

    def newer(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda text: route.send(str(text).replace('"v":2', '"v":3')))

    anna.page.route_web_socket(re.compile("/live"), newer)
    anna.go(f"/t/{id}")
    outdated(anna, anna.says("table.outdated"))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_that_the_server_refuses_offers_to_reload(language: str, welcome: Welcome) -> None:
    anna = welcome(language=language)
    id = anna.make_table("malawi", "me", "me")
    anna.page.add_init_script(
        "window.WebSocket = class extends WebSocket { constructor(address) { super(address.replace('v=2', 'v=1')); } };"
    )
    anna.go(f"/t/{id}")
    sentence = texts.say("errors.version").to(language)
    outdated(anna, f"{sentence[0].upper()}{sentence[1:]}.")


# Names.

NASTY = "<img src=x>"


def test_names_are_text(welcome: Welcome) -> None:
    anna, ben = welcome(), welcome()
    id = anna.make_table("malawi", "me", "open", name=NASTY)
    anna.go(f"/t/{id}")
    ben.go(anna.info(id)["links"]["invite"])
    expect(ben.page.locator(".waiting h2")).to_contain_text(NASTY)
    ben.page.get_by_label(ben.says("setup.name"), exact=True).fill("<b>&amp;</b>")
    ben.press("waiting.join")
    for visitor in (anna, ben):
        expect(visitor.page.locator(".table")).to_have_attribute("data-phase", "playing")
        expect(visitor.page.locator(".name")).to_have_text([NASTY, "<b>&amp;</b>"][:: 1 if visitor is ben else -1])
        assert not visitor.page.locator("main img, main b").count()
    for visitor, step in zip((anna, ben), script("malawi").steps, strict=False):
        visitor.play_move(step, "malawi")
    ben.press("actions.resign")
    ben.page.locator("dialog .danger").click()
    expect(headline(anna)).to_contain_text(NASTY)
    anna.go("/")
    # Other tests may have left tables on the public list.
    expect(anna.page.locator(".tables .who", has_text="<b>&amp;</b>")).to_be_visible()


def test_a_name_is_changed_at_the_table(pair: Pair) -> None:
    anna = pair.anna
    anna.page.locator(".about summary").click()
    field = anna.page.get_by_label(anna.says("setup.name"), exact=True)
    expect(field).to_have_value("Anna")
    field.fill("Annabelle")
    field.press("Enter")
    expect(anna.page.locator(".near .name")).to_have_text("Annabelle")
    pair.line.until(lambda state: state["seats"][0]["name"] == "Annabelle")


def test_an_invited_player_chooses_an_open_seat(welcome: Welcome) -> None:
    anna, ben = welcome(), welcome()
    id = anna.make_table("moaai", "me", "open", "open", options={"players": 3})
    ben.go(anna.info(id)["links"]["invite"])
    ben.page.get_by_role("group", name=ben.says("setup.side")).locator("label").nth(1).click()
    ben.press("waiting.join")
    expect(ben.page.get_by_role("button", name=ben.says("actions.cancel"))).to_be_visible()
    assert ben.info(id)["mine"] == [2]


def test_players_read_whether_they_won(pair: Pair, welcome: Welcome) -> None:
    anna = pair.anna
    spectator = welcome()
    spectator.go(f"/t/{pair.id}")
    pair.line.ask("resign", seat=1)
    expect(headline(anna)).to_contain_text(anna.says("result.you_won"))
    expect(headline(spectator)).to_have_text(texts.say("result.won", name="Anna", side="White").en)


def test_the_last_move_of_a_long_list_is_in_sight(welcome: Welcome, server: Serving) -> None:
    pair = Pair(welcome(viewport={"width": 1366, "height": 640}), server, "masterplan")
    anna = pair.anna
    pair.play(14)
    last = anna.page.locator(".moves td[aria-current]")
    expect(last).to_be_in_viewport()
    # The sentence after a click is longer and leaves the list less room.
    anna.act_on(anna.target(script("masterplan").steps[14].tokens[0], "masterplan"))
    anna.page.evaluate("new Promise(requestAnimationFrame)")
    expect(last).to_be_in_viewport(ratio=1)
    anna.page.locator(".moves .scroller").hover()
    anna.page.mouse.wheel(0, -5000)
    expect(anna.page.locator(".moves tbody tr").first).to_be_in_viewport()
    expect(last).not_to_be_in_viewport()
