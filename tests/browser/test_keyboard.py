"""Whole games without a mouse: Tab, arrows, Enter, Escape."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Welcome
from tests.browser.scripts import GAMES, script
from tests.browser.visitors import Visitor

ARROWS = {(0, 1): "ArrowRight", (0, -1): "ArrowLeft", (1, 1): "ArrowDown", (1, -1): "ArrowUp"}
MAX_KEYS = 80
WAY = """(target) => {
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [x, y] = middle(document.activeElement.getBoundingClientRect());
  const [toX, toY] = middle(target.getBoundingClientRect());
  return [toX - x, toY - y];
}"""


class Typist(Visitor):
    """A visitor without a mouse."""

    def act_on(self, what: Locator) -> None:
        what.wait_for()
        if what.and_(self.page.locator(".hit")).count():
            expect(what).to_have_attribute("aria-disabled", "false")
            self.walk_to(what)
        else:
            self.tab_until(what)
        self.page.keyboard.press("Enter")

    def focused(self, what: Locator) -> bool:
        return bool(what.evaluate("(element) => element === document.activeElement"))

    def tab_until(self, what: Locator) -> None:
        for _ in range(MAX_KEYS):
            if self.focused(what):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {what}")

    def enter_board(self) -> None:
        for _ in range(MAX_KEYS):
            if self.page.locator(".hit:focus").count():
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("Tab does not lead to the board")

    def walk_to(self, what: Locator) -> None:
        """Press arrows, along the longer axis first. Where that leads nowhere new, along the other."""
        self.enter_board()
        seen: set[tuple[object, ...]] = set()
        for _ in range(MAX_KEYS):
            if self.focused(what):
                return
            way = what.evaluate(WAY)
            axis = int(abs(way[1]) > abs(way[0]))
            if (place := tuple(map(round, way))) in seen:
                axis = 1 - axis
            seen.add(place)
            self.page.keyboard.press(ARROWS[axis, 1 if way[axis] > 0 else -1])
        raise AssertionError(f"arrows do not lead to {what}")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game(game: str, welcome: Welcome) -> None:
    """A long game is resigned."""
    anna, played = welcome(kind=Typist), script(game)
    assert isinstance(anna, Typist)
    anna.set_up(game, "table")
    if len(played) > 10:
        anna.play(played, last=6)
        anna.press("actions.resign")
        anna.tab_until(anna.page.locator("dialog .danger"))
        anna.page.keyboard.press("Enter")
        expect(anna.page.locator(".headline")).not_to_be_empty()
    else:
        anna.play(played)
        anna.sees_result(played)


def test_escape_takes_clicks_back(welcome: Welcome) -> None:
    anna = welcome(kind=Typist)
    anna.set_up("malawi", "table")
    pawn = anna.target("d1", "malawi")
    anna.act_on(pawn)
    expect(pawn).to_have_attribute("aria-pressed", "true")
    anna.page.keyboard.press("Escape")
    expect(pawn).not_to_have_attribute("aria-pressed", "true")
    expect(pawn).to_be_focused()
    anna.act_on(pawn)
    anna.page.keyboard.press("Tab")
    expect(anna.target("distribute", "malawi")).to_be_focused()
    anna.page.keyboard.press("Escape")
    expect(pawn).to_be_focused()


def test_moves_are_announced(welcome: Welcome) -> None:
    anna = welcome(kind=Typist)
    anna.set_up("malawi", "computer")
    anna.play_move(script("malawi").steps[0], "malawi")
    expect(anna.page.locator("[role=status].visually-hidden")).to_contain_text("Black: ")


def test_the_way_past_the_header(welcome: Welcome) -> None:
    anna = welcome(kind=Typist)
    anna.go("/")
    anna.page.keyboard.press("Tab")
    expect(anna.page.get_by_role("link", name=anna.says("site.skip"))).to_be_focused()
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("main")).to_be_focused()
