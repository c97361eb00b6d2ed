"""On a phone with a touch screen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from ludotheque.teaching.lesson import lessons
from ludotheque.teaching.puzzle import puzzles
from tests.browser.conftest import PHONE, Welcome
from tests.browser.lessons import answer, open_lesson, try_move
from tests.browser.scripts import GAMES, script
from tests.browser.tour import Screen, check_width
from tests.browser.visitors import Visitor, box_of
from tests.server.serving import Serving

MIN_SIZE = 24
"""The size of a target for a finger, in CSS pixels (WCAG 2.2, 2.5.8)."""

UPRIGHT, LARGER, ON_ITS_SIDE = (360, 640), (390, 664), (844, 390)
sizes = pytest.mark.parametrize("size", [UPRIGHT, LARGER, ON_ITS_SIDE], ids=lambda size: f"{size[0]}x{size[1]}")

TO_END = "scrollTo(0, document.documentElement.scrollHeight)"
MAX_TABS = 60


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


# What must be in sight.


def phone(size: tuple[int, int]) -> dict[str, Any]:
    return {**PHONE, "viewport": {"width": size[0], "height": size[1]}}


def in_sight(anna: Visitor, what: Locator) -> bool:
    """Whether all of it is in the window, and not under the dock."""
    room = anna.page.viewport_size
    assert room
    left, top, right, bottom = box_of(what)
    inside = left >= -1 and top >= -1 and right <= room["width"] + 1 and bottom <= room["height"] + 1
    dock = anna.page.locator(".dock").filter(visible=True)
    return inside and (not dock.count() or not overlap(box_of(what), box_of(dock)))


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] < other[2] - 1 and other[0] < one[2] - 1 and one[1] < other[3] - 1 and other[1] < one[3] - 1


def fixed(anna: Visitor) -> bool:
    return bool(anna.page.locator(".dock").evaluate("(dock) => getComputedStyle(dock).position === 'fixed'"))


def lengthen(anna: Visitor) -> None:
    """Open the box at the end of the page, so that the page is longer than the window."""
    anna.act_on(anna.page.locator(".about summary"))


@sizes
def test_the_confirm_button_stays_in_sight(size: tuple[int, int], welcome: Welcome) -> None:
    anna, step = welcome(**phone(size)), script("malawi").steps[0]
    anna.set_up("malawi", "table")
    lengthen(anna)
    for token in step.tokens:
        anna.act_on(anna.target(token, "malawi"))
    for place in ("scrollTo(0, 0)", TO_END):
        anna.page.evaluate(place)
        expect(anna.confirm).to_be_in_viewport(ratio=1)
    last = anna.page.locator(".tools .about > :last-child")
    assert box_of(last)[3] <= box_of(anna.page.locator(".dock"))[1], "the page ends above the dock"
    anna.act_on(anna.confirm)
    anna.sees_moves(1)
    assert not fixed(anna), "without a question there is no dock"


@sizes
def test_a_click_can_be_taken_back_in_sight(size: tuple[int, int], welcome: Welcome) -> None:
    anna = welcome(language="fr", **phone(size))
    anna.set_up("malawi", "table")
    lengthen(anna)
    anna.act_on(anna.target("d1", "malawi"))
    anna.page.evaluate(TO_END)
    undo = anna.page.locator(".dock").get_by_role("button", name=anna.says("table.undo"))
    expect(undo).to_be_in_viewport(ratio=1)
    anna.act_on(undo)
    expect(anna.target("d1", "malawi")).not_to_have_attribute("aria-pressed", "true")


@sizes
def test_an_offer_comes_up_in_sight(size: tuple[int, int], welcome: Welcome, server: Serving) -> None:
    anna, ben = welcome(**phone(size)), server.person("Ben")
    table = anna.make_table("malawi", "me", "open")
    ben.join(table, anna.info(table)["links"]["invite"].split("#join=")[1])
    anna.go(f"/t/{table}")
    expect(anna.page.locator(".panel.yours")).to_be_visible()
    lengthen(anna)
    anna.page.evaluate(TO_END)
    line = ben.live(table)
    line.until(lambda state: state["phase"] == "playing")
    line.ask("offer", seat=1, what="draw")
    words = anna.says("offers.draw_received", name="Ben")
    question = anna.page.locator(".offer", has_text=words)
    expect(question).to_be_in_viewport(ratio=1)
    expect(anna.page.locator("[role=status].visually-hidden")).to_contain_text(words)
    accept = question.get_by_role("button", name=anna.says("offers.accept"))
    expect(accept).to_be_in_viewport(ratio=1)
    anna.act_on(accept)
    expect(anna.page.locator(".table")).to_have_attribute("data-phase", "over")


@pytest.mark.parametrize("game", GAMES)
def test_the_whole_board_beside_its_panel(game: str, welcome: Welcome) -> None:
    anna = welcome(language="fr", **phone(ON_ITS_SIDE))
    table = anna.make_table(game, seats=[{"who": "me"}, {"who": "computer", "level": 1}])
    for path in (f"/t/{table}", f"/learn/{game}", f"/puzzles/{game}", f"/study/{game}"):
        anna.go(path)
        board = anna.page.locator("ludo-board svg.ludotheque")
        expect(board).to_be_visible()
        assert in_sight(anna, board), path
        assert anna.page.evaluate("scrollY") == 0
        sentence = anna.page.locator(".sentence")
        assert box_of(sentence)[0] >= box_of(board)[2], path
        assert in_sight(anna, sentence), path


@pytest.mark.parametrize("game", GAMES)
def test_every_lesson_fits_the_window(game: str, welcome: Welcome) -> None:
    """The task, the whole board and the buttons, without scrolling. A larger phone has more room."""
    anna = welcome(language="fr", **phone(UPRIGHT))
    anna.go(f"/learn/{game}")
    steps = anna.page.locator(".lesson-step")
    for number in range(len(lessons(game))):
        open_lesson(anna, number)
        expect(steps.nth(number)).to_have_attribute("aria-current", "step")
        anna.page.evaluate("scrollTo(0, 0)")
        for part in (".lesson .sentence", "ludo-board svg.ludotheque"):
            assert in_sight(anna, anna.page.locator(part)), (number + 1, part)
        expect(anna.page.locator(".dock .button").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_is_in_sight_with_the_board(game: str, welcome: Welcome) -> None:
    puzzle = puzzles(game)[0]
    anna = welcome(language="fr", **phone(UPRIGHT))
    anna.go(f"/puzzles/{game}?p={puzzle.id}")
    board = anna.page.locator("ludo-board svg.ludotheque")
    expect(board).to_be_visible()
    assert in_sight(anna, board)
    try_move(anna, puzzle.record, puzzle.player, puzzle.stages[0].wrong[0].play[0])
    expect(answer(anna)).not_to_be_empty()
    expect(anna.page.get_by_role("button", name=anna.says("puzzles.retry"))).to_be_in_viewport(ratio=1)
    assert in_sight(anna, answer(anna))


@sizes
def test_the_focus_is_never_under_the_dock(size: tuple[int, int], welcome: Welcome) -> None:
    """A phone with a keyboard: Tab leads through the page, forwards and backwards."""
    anna = welcome(**phone(size))
    anna.set_up("malawi", "table")
    anna.act_on(anna.target("d1", "malawi"))
    expect(anna.page.locator(".dock .button").first).to_be_visible()
    assert fixed(anna)
    anna.page.locator(".about summary").tap()
    for key in ("Tab", "Shift+Tab"):
        seen = 0
        for _ in range(MAX_TABS):
            anna.page.keyboard.press(key)
            if anna.page.locator(".dock :focus").count() or not anna.page.locator(":focus").count():
                continue
            seen += 1
            focus, dock = box_of(anna.page.locator(":focus")), box_of(anna.page.locator(".dock"))
            label = anna.page.evaluate("document.activeElement.outerHTML.slice(0, 120)")
            assert not overlap(focus, dock) or taller(anna, focus, dock), (key, label, focus, dock)
        assert seen > 10, "Tab leads somewhere"


def taller(anna: Visitor, focus: tuple[float, ...], dock: tuple[float, ...]) -> bool:
    """Whether it cannot be in sight as a whole. Then its top is."""
    return focus[3] - focus[1] > dock[1] and focus[1] < dock[1]
