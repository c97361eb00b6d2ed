"""The page below a path, as behind a proxy with several programs. A request above the path is a fault."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ludotheque.server.http import static
from tests.browser.conftest import BRIEF, Welcome
from tests.browser.scripts import script
from tests.browser.visitors import Visitor
from tests.server.serving import Serving

ROOT = "/ludo"
ADDRESSES = "[...document.querySelectorAll('[href], [src]')].map((element) => element.href || element.src)"
SCREENS = [path for path in static.pages() if "{table}" not in path]


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    database = f"sqlite:///{tmp_path_factory.mktemp('below') / 'tables.sqlite'}"
    serving = Serving(database, root_path=ROOT, **BRIEF)
    yield serving
    serving.close()


def check_addresses(visitor: Visitor) -> None:
    """Check that every link, picture, script and style of the page is below the path."""
    ours = f"http://{visitor.address}/", f"{visitor.page.url}#"
    found = [address for address in visitor.page.evaluate(ADDRESSES) if isinstance(address, str)]
    assert found
    assert [address for address in found if not address.startswith(ours)] == []


def test_two_people_play(below: Serving, welcome: Welcome) -> None:
    anna, ben = welcome(below.address + ROOT), welcome(below.address + ROOT)
    anna.set_up("malawi", "invite")
    assert anna.page.url.startswith(f"http://{anna.address}/t/")
    check_addresses(anna)
    ben.go(anna.page.locator("input.link").first.input_value())
    ben.press("waiting.join")
    expect(anna.page.locator(".table")).to_have_attribute("data-phase", "playing")
    seats = [anna, ben] if anna.info()["mine"] == [0] else [ben, anna]
    for number, step in enumerate(script("malawi").steps[:4], 1):
        seats[step.player].play_move(step, "malawi")
        for visitor in seats:
            visitor.sees_moves(number)
    anna.reload()
    anna.sees_moves(4)
    check_addresses(anna)
    cookie = next(one for one in anna.context.cookies() if one.get("name") == "ludotheque")
    assert cookie.get("path") == ROOT


def test_the_computer_answers(below: Serving, welcome: Welcome) -> None:
    anna = welcome(below.address + ROOT)
    anna.set_up("malawi", "computer")
    table = anna.table
    expect(anna.page.locator(".panel.yours")).to_be_visible()
    anna.go(f"/replay/{table}")
    expect(anna.page.locator("ludo-board .hit").first).to_be_visible()
    check_addresses(anna)
    anna.page.locator("header .brand").click()
    expect(anna.page.locator(".games")).to_be_visible()
    assert anna.page.url == f"http://{anna.address}/"
    anna.page.go_back()
    expect(anna.page.locator("ludo-board .hit").first).to_be_visible()


def test_every_screen(below: Serving, welcome: Welcome) -> None:
    anna = welcome(below.address + ROOT)
    for path in SCREENS:
        anna.go(path.replace("{game}", "massai" if "themes" in path else "moaai"))
        expect(anna.page.locator(".failure")).to_have_count(0)
        check_addresses(anna)


def test_an_address_that_does_not_exist(below: Serving, welcome: Welcome) -> None:
    anna = welcome(below.address + ROOT)
    anna.forgiven = "404"
    anna.go("/nowhere")
    expect(anna.page.locator(".failure")).to_contain_text(anna.says("errors.address"))
    anna.press("errors.home")
    expect(anna.page.locator(".games")).to_be_visible()
    expect(anna.page).to_have_url(re.compile(f"{ROOT}/$"))


def test_without_a_slash_at_the_end(below: Serving, welcome: Welcome) -> None:
    anna = welcome(below.address + ROOT)
    anna.forgiven = f"asks http://{below.address}{ROOT}$"
    anna.go(f"http://{below.address}{ROOT}")
    expect(anna.page.locator(".games")).to_be_visible()
    check_addresses(anna)
