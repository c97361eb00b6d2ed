"""On a phone with a touch screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Welcome
from tests.browser.scripts import script
from tests.browser.tour import Screen, check_width

MIN_SIZE = 24
"""The size of a target for a finger, in CSS pixels (WCAG 2.2, 2.5.8)."""


@pytest.mark.parametrize("name", ["assaut_with_jumps", "malawi", "massai", "moaai"])
def test_a_whole_game(name: str, welcome: Welcome) -> None:
    anna, played = welcome(language="fr", **PHONE), script(name)
    anna.set_up(played.game, "table")
    anna.play(played)
    anna.sees_result(played)
    check_width(anna, Screen("result", "", ""))


def test_a_finger_finds_every_plot_and_place(welcome: Welcome) -> None:
    anna, played = welcome(**PHONE), script("masterplan")
    anna.set_up("masterplan", "table")
    anna.play(played, last=6)
    cell, spot = played.steps[6].tokens
    anna.act_on(anna.target(cell, "masterplan"))
    for target in (anna.target("h8", "masterplan"), anna.target(spot, "masterplan")):
        box = target.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= MIN_SIZE


def test_the_places_of_a_house_do_not_lie_over_its_parks(welcome: Welcome) -> None:
    """The server on d4 brings a park on e5, right beside it."""
    anna = welcome(**PHONE)
    anna.go(f"/t/{anna.make_table('masterplan', 'me', 'me', options={'vigilance': True})}")
    for number, tokens in enumerate([("c3", "n"), ("f6", "n"), ("d4", "ne", "e5")], 1):
        for token in tokens:
            target = anna.target(token, "masterplan")
            box = target.bounding_box()
            assert box
            anna.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        anna.confirm.tap()
        anna.sees_moves(number)
    assert anna.state["moves"][-1] == [0, "d4ne"], "nothing was forgotten"


def test_a_finger_confirms_first(welcome: Welcome) -> None:
    anna, step = welcome(**PHONE), script("malawi").steps[0]
    anna.set_up("malawi", "table")
    for token in step.tokens:
        anna.act_on(anna.target(token, "malawi"))
    expect(anna.confirm).to_be_in_viewport()
    anna.sees_moves(0)
