"""The study board: evaluation, variations, positions and records as text, secret moves; hints at a table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, expect

import ludotheque as lt
from tests.browser.conftest import PHONE, Welcome
from tests.browser.test_all_screens import axe, faults
from tests.browser.tour import Screen, check_width, check_words
from tests.browser.visitors import Visitor
from tests.server.people import SET_UPS
from tests.variants import noted_line, whole_game

RECORD = str(lt.Record.of(lt.load("malawi"), ["c1-e3", "e6-c4", "a1>e3,f1", "d6>b6,c4", "e3-e6"]))
START = lt.load("malawi").start().text
PATIENT = 90_000
"""Milliseconds for which the page waits for an answer."""


def current(anna: Visitor) -> Locator:
    return anna.page.locator(".variations [aria-current]")


def analysed(anna: Visitor) -> None:
    """Wait for the evaluation as long as the page does. A busy machine lets a search wait behind everything else."""
    expect(anna.page.locator('.evaluation[aria-busy="false"] .best li').first).to_be_visible(timeout=PATIENT)


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


def without_engine(anna: Visitor, path: str) -> None:
    """Open a study board whose engine is off."""
    anna.go(path)
    anna.page.get_by_label(anna.says("study.engine")).uncheck()


def downloaded(anna: Visitor) -> str:
    """The game on the board as a file."""
    export = anna.page.locator("details", has=anna.page.get_by_text(anna.says("study.export"), exact=True))
    if export.get_attribute("open") is None:
        anna.act_on(export.locator("summary"))
    with anna.page.expect_download() as download:
        anna.press("replay.record")
    return download.value.path().read_text("utf-8")


@pytest.mark.parametrize("id", lt.games())
def test_a_record_with_variations_goes_there_and_back(id: str, welcome: Welcome) -> None:
    start = lt.load(id).start()
    for seed in (3, 4):
        record = noted_line(start, Random(seed), ["a {comment}", "two\nlines", "<b>"], 2)
        record = replace(record, headers={"Player0": 'Anna "A"', "Date": "2026-11-15"})
        anna = welcome()
        without_engine(anna, f"/study/{id}")
        load(anna, str(record))
        expect(anna.page.locator(".variations .ply")).to_have_count(count_moves(record))
        assert downloaded(anna) == str(record)


@pytest.mark.parametrize(("language", "options"), [("en", {}), ("fr", PHONE)], ids=["desktop", "phone"])
def test_notes_are_shown_and_changed(language: str, options: dict[str, object], welcome: Welcome) -> None:
    record = lt.Record.parse(RECORD).annotate_move(3, comment=["Three rings now.", "More."], glyphs=["!", "$14"])
    side = lt.Record.of(record.positions[3], ["c6-e4", "e3xb6"]).annotate_move(1, glyphs="?!")
    record = record.add_variation(4, side)
    anna = welcome(language=language, **options)
    without_engine(anna, "/study/assaut")
    load(anna, f"{lt.Record(lt.load('massai').start(), headers={'Event': 'First'})}\n{record}")
    games = anna.page.locator(".games button")
    expect(games).to_have_count(2)
    expect(games.first).to_contain_text("First")
    anna.act_on(games.last)
    moves = anna.page.locator(".variations .ply")
    expect(moves).to_have_count(7)
    if anna.page.locator("details.moves").get_attribute("open") is None:
        anna.act_on(anna.page.locator("details.moves summary"))
    expect(moves.nth(2)).to_contain_text(f"a1>e3,f1! ({anna.says('study.good')}) $14")
    expect(anna.page.locator(".variations .comment")).to_have_text(["Three rings now.", "More."])
    expect(anna.page.locator(".variations .branch .ply")).to_have_count(2)
    # Notes of a move, with the keyboard.
    anna.act_on(moves.nth(2))
    text = anna.page.locator(".notes textarea")
    expect(text).to_have_value("Three rings now.\n\nMore.")
    glyph = anna.page.locator(".notes .glyphs").get_by_role("button", name=anna.says("study.excellent"))
    glyph.focus()
    anna.page.keyboard.press("Enter")
    expect(glyph).to_have_attribute("aria-pressed", "true")
    expect(glyph).to_be_focused()
    text.fill("Another.\n\n And more. \n")
    expect(anna.page.locator(".variations .comment")).to_have_text(["Another.", "And more."])
    record = record.annotate_move(3, comment=["Another.", "And more."], glyphs=["!!", "$14"])
    assert downloaded(anna) == str(record)
    # The variation becomes the game, and what was the game is deleted.
    anna.act_on(moves.nth(5))
    anna.press("study.promote")
    record = record.promote(4)
    expect(anna.page.get_by_role("button", name=anna.says("study.promote"))).to_have_count(0)
    assert downloaded(anna) == str(record)
    anna.act_on(anna.page.locator(".variations .branch .ply").last)
    anna.press("study.remove_variation")
    expect(anna.page.locator(".variations .branch")).to_have_count(0)
    assert downloaded(anna) == str(record.remove_variation(4))
    screen = Screen("notes", "", "")
    check_words(anna, screen)
    check_width(anna, screen)
    anna.page.evaluate(axe())
    found = [*faults(anna, screen)]
    anna.page.emulate_media(color_scheme="dark")
    found += faults(anna, screen, "color-contrast")
    assert not found, "\n".join(found)


def count_moves(record: lt.Record) -> int:
    return len(record) + sum(count_moves(variation) for played in record for variation in played.variations)


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
