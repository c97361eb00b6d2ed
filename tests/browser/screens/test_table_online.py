"""Games between browsers: invitations, secrets, spectators, lost connections and servers that restart."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Welcome
from tests.browser.proxy import Proxy
from tests.browser.scripts import script, sides
from tests.browser.visitors import Visitor
from tests.server.serving import Process, Serving

BROKEN = "WebSocket|ERR_|Failed to load"


@pytest.fixture
def proxy(server: Serving) -> Iterator[Proxy]:
    made = Proxy(server.address)
    yield made
    made.close()


def invite(anna: Visitor, game: str) -> str:
    """Set up a table through the page and return the invitation link."""
    anna.go(f"/new/{game}?mode=invite")
    anna.page.get_by_label(anna.says("setup.name"), exact=True).fill("Anna")
    anna.submit("invite")
    return anna.page.get_by_label(anna.says("waiting.link")).input_value()


def sit_down(ben: Visitor, link: str, name: str = "Ben") -> None:
    ben.go(link)
    expect(ben.page.locator(".waiting h2")).to_contain_text("Anna")
    ben.page.get_by_label(ben.says("setup.name"), exact=True).fill(name)
    ben.press("waiting.join")


def playing(*visitors: Visitor) -> None:
    for visitor in visitors:
        expect(visitor.page.locator(".table")).to_have_attribute("data-phase", "playing")


@pytest.mark.parametrize("name", ["assaut_with_jumps", "malawi_with_strikes", "massai", "masterplan", "moaai"])
def test_a_whole_game(name: str, proxy: Proxy, welcome: Welcome) -> None:
    """With a reload, a lost connection and a spectator."""
    anna, ben, carl = (welcome(proxy.address) for _ in range(3))
    for visitor in (anna, ben, carl):
        visitor.forgiven = BROKEN
    played = script(name)
    sit_down(ben, invite(anna, played.game))
    playing(anna, ben)
    carl.go(f"/t/{anna.table}")
    expect(carl.page.locator(".watching")).to_have_text(carl.says("table.watching"))
    assert "join=" not in ben.page.url
    middle = len(played) // 2
    for number, step in enumerate(played):
        one, other = (anna, ben) if step.player == 0 else (ben, anna)
        if number == middle:
            other.reload()
            other.sees_moves(number)
            proxy.cut()
            for visitor in (one, other, carl):
                expect(visitor.page.locator(".connection")).to_have_text(visitor.says("table.lost"))
            one.play_move(step, played.game)
            expect(one.page.locator(".sentence")).to_have_text(one.says("table.sending"))
            proxy.mend()
        else:
            one.play_move(step, played.game)
        one.sees_moves(number + 1)
    for visitor in (anna, ben, carl):
        visitor.sees_moves(len(played))
        expect(visitor.page.locator(".connection")).to_be_empty()
        expect(visitor.page.locator(".headline")).not_to_be_empty()
        expect(visitor.page.locator(".move-buttons")).to_contain_text(played.outcome.sentence.en[1:])


# Secrets.


@pytest.mark.parametrize("ply", [0, 2], ids=["set-up", "attack"])
def test_what_is_secret_reaches_no_other_browser(ply: int, welcome: Welcome) -> None:
    """Two games that differ only in a secret look and sound the same to the opponent and to a spectator."""
    one, other = (watched(welcome, ply, number) for number in range(2))
    assert one == other
    assert any('"committed":[' in text for text in one)


SECRETS = {0: (("a5", "b1", "b5", "c2", "d3"), ("a3", "a4", "b3", "c2", "c3")), 2: (("e4",), ("e3",))}


def watched(welcome: Welcome, ply: int, number: int) -> list[str]:
    """Return everything that the others learn of a secret move."""
    visitors = anna, ben, carl = [welcome() for _ in range(3)]
    sit_down(ben, invite(anna, "massai"))
    carl.go(f"/t/{anna.table}")
    playing(*visitors)
    steps = script("massai").steps
    for count, step in enumerate(steps[:ply], 1):
        visitors[step.player].play_move(step, "massai")
        for visitor in visitors:
            visitor.sees_moves(count)
    chooser = visitors[steps[ply].player]
    others = [visitor for visitor in visitors if visitor is not chooser]
    for visitor in others:
        expect(visitor.page.get_by_text(visitor.says("players.away"))).to_have_count(0)
    since = [len(visitor.frames) for visitor in others]
    chooser.click_path(SECRETS[ply][number], "massai")
    for visitor in others:
        expect(visitor.page.locator(".moves .count")).not_to_have_text(f"({ply})" if ply else "")
    return [text for visitor, first in zip(others, since, strict=True) for text in visitor.known(first)]


# A larger table.


def test_three_at_a_table_here_online_and_a_computer(welcome: Welcome) -> None:
    anna, ben = welcome(), welcome()
    names = sides("moaai", "en", players=3)
    anna.go("/new/moaai?mode=invite")
    anna.choose("moaai", "players", 1)
    for side, who in zip(names, ("me", "open", "1"), strict=True):
        anna.page.get_by_label(side, exact=True).select_option(who)
    anna.page.get_by_label(anna.says("setup.name"), exact=True).fill("Anna")
    anna.submit("invite")
    sit_down(ben, anna.page.get_by_label(anna.says("waiting.link")).input_value())
    playing(anna, ben)
    dice = random.Random(3)
    while len(anna.state["moves"]) < 14:
        expect(
            anna.page.locator(".panel.yours").or_(anna.page.locator(".player.active").get_by_text("Ben"))
        ).to_be_visible()
        state = anna.state
        (anna if state["ticket"] is not None else ben).play_any("moaai", dice)
        anna.sees_more_than(len(state["moves"]))
    ben.press("actions.resign")
    ben.page.locator("dialog").get_by_role("button", name=ben.says("actions.resign"), exact=True).click()
    for visitor in (anna, ben):
        expect(visitor.page.locator(".headline")).not_to_be_empty()


# A server that stops.


def test_a_game_outlives_its_server(welcome: Welcome, tmp_path: Path) -> None:
    """It is killed in the middle of a game and restarts at the same address. No page has to be reloaded."""
    server = Process(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "errors")
    try:
        anna, ben = welcome(server.address), welcome(server.address)
        anna.forgiven = ben.forgiven = BROKEN
        played = script("malawi")
        sit_down(ben, invite(anna, "malawi"))
        playing(anna, ben)
        for number, step in enumerate(played):
            one, other = (anna, ben) if step.player == 0 else (ben, anna)
            if number == 3:
                server.kill()
                expect(one.page.locator(".connection")).to_have_text(one.says("table.lost"))
                one.play_move(step, "malawi")
                server.start()
            else:
                one.play_move(step, "malawi")
            one.sees_moves(number + 1)
            other.sees_moves(number + 1)
        anna.sees_moves(len(played))
        expect(ben.page.locator(".headline")).to_contain_text("Anna")
    finally:
        server.kill()


def test_two_tabs_agree(welcome: Welcome) -> None:
    anna = welcome()
    played = script("malawi")
    anna.set_up("malawi", "table")
    other = anna.another_page()
    for number, step in enumerate(played.steps[:4], 1):
        (anna if number % 2 else other).play_move(step, "malawi")
        anna.sees_moves(number)
        other.sees_moves(number)
    assert json.loads(anna.frames[-1])["moves"] == json.loads(other.frames[-1])["moves"]


def test_a_stale_page_shows_why(proxy: Proxy, server: Serving, welcome: Welcome) -> None:
    """It sends its move after the connection is back. Meanwhile another page has moved."""
    anna, elsewhere = welcome(proxy.address), welcome(server.address)
    anna.forgiven = BROKEN
    anna.set_up("malawi", "table")
    elsewhere.context.add_cookies([{"name": "ludotheque", "value": anna.cookie, "url": f"http://{server.address}"}])
    elsewhere.go(f"/t/{anna.table}")
    proxy.cut()
    expect(anna.page.locator(".connection")).to_have_text(anna.says("table.lost"))
    anna.click_path(["c1", "c3"], "malawi")
    elsewhere.play_move(script("malawi").steps[0], "malawi")
    elsewhere.sees_moves(1)
    proxy.mend()
    anna.sees_moves(1)
    expect(anna.page.locator(".table .alert")).not_to_be_empty()
    anna.play_move(script("malawi").steps[1], "malawi")
    elsewhere.sees_moves(2)


def test_the_board_appears_however_late_its_drawings_come(welcome: Welcome, server: Serving) -> None:
    """Even for the side whose board is turned."""
    anna, ben = server.person("Anna"), welcome()
    held: list[Route] = []
    ben.page.route("**/art.svg", lambda route: held.append(route))  # noqa: PLW0108 (Playwright marks its handlers)
    table = anna.set_up("malawi", "me", "open")
    ben.go(f"/t/{table}#join={anna.invitation(table)}")
    ben.press("waiting.join")
    playing(ben)
    expect(ben.page.locator(".hit")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(ben.page.locator(".hit")).to_have_count(36)
