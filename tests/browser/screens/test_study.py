"""The study board: evaluation, variations, positions and records as text, secret moves; hints at a table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

import ludotheque as lt
from tests.browser.conftest import PHONE, Welcome
from tests.browser.test_all_screens import axe, faults
from tests.browser.tour import Screen, check_width, check_words
from tests.browser.visitors import Visitor
from tests.server.people import SET_UPS
from tests.variants import whole_game

RECORD = str(lt.Record.of(lt.load("malawi"), ["c1-e3", "e6-c4", "a1>e3,f1", "d6>b6,c4", "e3-e6"]))
START = lt.load("malawi").start().text


def current(anna: Visitor) -> Locator:
    return anna.page.locator(".variations [aria-current]")


def analysed(anna: Visitor) -> None:
    """Wait for the evaluation."""
    expect(anna.page.locator('.evaluation[aria-busy="false"] .best li').first).to_be_visible()


def load(anna: Visitor, text: str) -> None:
    loader = anna.page.locator(".loader")
    if loader.get_attribute("open") is None:
        anna.act_on(loader.locator("summary"))
    loader.locator("textarea").fill(text)
    anna.press("study.show")


def test_variations_and_evaluation(welcome: Welcome) -> None:
    anna = welcome()
    anna.go("/study/malawi")
    analysed(anna)
    expect(anna.page.locator("ludo-board .badge")).not_to_have_count(0)
    assert "%" in (anna.page.locator(".meter").get_attribute("aria-label") or "")
    best = anna.page.locator(".best .ply").first
    first = best.inner_text()
    best.click()
    expect(current(anna)).to_contain_text(first)
    analysed(anna)
    anna.click_path(("a6", "a4"), "malawi")
    expect(current(anna)).to_contain_text("a6-a4")
    anna.page.locator("body").click(position={"x": 1, "y": 1})
    anna.page.keyboard.press("ArrowLeft")
    expect(current(anna)).to_contain_text(first)
    anna.click_path(("b6", "b4"), "malawi")
    expect(current(anna)).to_contain_text("b6-b4")
    expect(anna.page.locator(".variations .ply")).to_have_count(3)
    expect(anna.page.locator(".variations .branch .ply")).to_have_count(1)
    anna.press("study.undo")
    anna.press("study.redo")
    expect(current(anna)).to_contain_text("b6-b4")
    anna.press("study.cut")
    expect(anna.page.locator(".variations .ply")).to_have_count(2)
    anna.page.locator("button[lang=fr]").click()
    expect(anna.page.locator("html")).to_have_attribute("lang", "fr")
    expect(anna.page.locator(".variations .ply")).to_have_count(2)
    anna.language = "fr"
    anna.page.get_by_label(anna.says("study.engine")).uncheck()
    expect(anna.page.locator("ludo-board .badge")).to_have_count(0)


def test_records_and_positions_as_text(welcome: Welcome, tmp_path: Path) -> None:
    anna = welcome()
    anna.forgiven = "422"
    anna.go("/study/massai")
    load(anna, RECORD.replace("e3-e6", "e3-e5"))
    alert = anna.page.locator(".loader .alert")
    expect(alert).to_contain_text("ine 7: move 5: MAL-2")
    expect(anna.page.locator(".loader textarea")).to_have_value(RECORD.replace("e3-e6", "e3-e5"))
    expect(anna.page.locator(".massai")).to_be_visible()
    load(anna, RECORD)
    expect(alert).to_be_empty()
    expect(anna.page.locator(".malawi")).to_be_visible()
    expect(anna.page.locator(".variations .ply")).to_have_count(5)
    anna.page.locator(".variations .ply").last.click()
    expect(anna.page.locator(".panel .sentence")).to_contain_text("White: victory")
    load(anna, START.replace("quiet=0", "quiet=x"))
    expect(alert).to_contain_text("quiet")
    load(anna, START.replace("a1*2", "a2*2"))
    expect(anna.page.locator(".variations .ply")).to_have_count(0)
    file = tmp_path / "game.txt"
    file.write_text(str(whole_game(lt.load("moaai", players=3), 1)), "utf-8")
    anna.page.locator(".loader input[type=file]").set_input_files(file)
    expect(anna.page.locator(".moaai")).to_be_visible()
    analysed(anna)


def test_the_position_editor(welcome: Welcome) -> None:
    """A pawn is taken off, which makes the position invalid, and put on another cell."""
    anna = welcome()
    anna.forgiven = "422"
    anna.go("/study/malawi")
    anna.page.locator(".loader summary").click()
    anna.press("study.edit")
    text = anna.page.locator(".loader textarea")
    anna.target("a1", "malawi").click()
    expect(anna.page.locator(".loader .alert")).to_contain_text("6 pawns")
    expect(text).not_to_have_value(START)
    anna.target("a2", "malawi").click()
    expect(anna.page.locator(".loader .alert")).to_be_empty()
    expect(text).to_have_value(START.replace("a1*2", "a2*2"))
    expect(anna.target("a2", "malawi")).to_have_attribute("aria-label", re.compile("white pawn"))
    anna.page.wait_for_timeout(500)  # a person takes a while: the page has given up analysing by then
    anna.press("study.edit_done")
    analysed(anna)


def test_secret_moves_of_both_sides(welcome: Welcome) -> None:
    anna = welcome()
    anna.go("/study/massai")
    analysed(anna)
    expect(anna.page.locator(".best .mixed").first).to_contain_text("%")
    anna.press("study.play_for", side="Light")
    anna.click_path(SET_UPS[1].split(","), "massai")
    expect(current(anna)).to_contain_text(SET_UPS[1])
    anna.click_path(SET_UPS[0].split(","), "massai")
    expect(current(anna)).to_contain_text(SET_UPS[0])
    analysed(anna)


@pytest.mark.parametrize(("language", "options"), [("en", {}), ("fr", PHONE)], ids=["desktop", "phone"])
def test_every_screen(language: str, options: dict[str, object], welcome: Welcome, finished: str) -> None:
    anna = welcome(language=language, **options)
    found: list[str] = []
    for path in (f"/replay/{finished}", f"/study/malawi?table={finished}&ply=4", "/study/massai"):
        anna.go(path)
        if "replay" in path:
            anna.press("analysis.start")
            expect(anna.page.locator(".turning-points .turning-point").last).to_be_visible()
        else:
            analysed(anna)
            anna.act_on(anna.page.locator(".loader summary"))
        screen = Screen(path, path, "")
        check_words(anna, screen)
        check_width(anna, screen)
        anna.page.evaluate(axe())
        found += faults(anna, screen)
        anna.page.emulate_media(color_scheme="dark")
        found += faults(anna, screen, "color-contrast")
        anna.page.emulate_media(color_scheme="light")
    assert not found, "\n".join(found)


def test_a_hint_is_marked_and_described(welcome: Welcome) -> None:
    anna = welcome(language="fr")
    table = anna.make_table("malawi", "me", "me")
    anna.go(f"/t/{table}")
    expect(anna.page.locator(".panel.yours")).to_be_visible()
    expect(anna.page.get_by_role("button", name=anna.says("hint.ask"))).to_have_count(0)
    anna.set_up("malawi", "computer")
    expect(anna.page.locator(".panel.yours")).to_be_visible()
    anna.press("hint.ask")
    expect(anna.page.locator("ludo-board .badge")).to_have_count(1)
    expect(anna.page.locator(".engine-hint")).to_contain_text("Conseil")
    anna.click_path(("a1", "a3"), "malawi")
    anna.sees_more_than(1)
    expect(anna.page.locator("ludo-board .badge")).to_have_count(0)
