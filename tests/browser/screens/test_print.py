"""Games on paper: true to size on both papers, on as few sheets as they need, and small files."""

from __future__ import annotations

from collections import Counter
from math import dist

import pytest
from playwright.sync_api import expect

import ludotheque as lt
from ludotheque.draw.paper import PAPERS, cell_size
from ludotheque.teaching.sheets import sheets
from ludotheque.texts import LANGUAGES
from tests.browser.conftest import Welcome
from tests.browser.pdf import Pdf
from tests.browser.visitors import Visitor

LIMIT = 2_000_000
"""Bytes of a printed document."""
CLOSE = 0.1
"""Millimetres."""


def printed(anna: Visitor) -> Pdf:
    """The page as the browser prints it, on the paper that the page asks for."""
    anna.page.wait_for_load_state("networkidle")
    data = anna.page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(data) < LIMIT, len(data)
    return Pdf(data)


def edges(game: lt.Game) -> Counter[float]:
    """How often each length of a line should come, in millimetres: outlines of cells, or lines between points."""
    board, cell = game.board, cell_size(game.board)
    if board.drawn_lines:
        ends = [(board.cells[one].place, board.cells[other].place) for one, other in board.links]
    else:
        ends = [
            (point, other)
            for place in board.cells
            for point, other in zip(place.outline, place.outline[1:], strict=False)
        ]
    return Counter(round(cell * dist(*pair), 1) for pair in ends)


def check_size(pdf: Pdf, game: lt.Game, paper: str) -> None:
    assert len(set(pdf.pages)) == 1
    assert all(abs(side - wanted) < 0.5 for side, wanted in zip(pdf.pages[0], PAPERS[paper], strict=True)), pdf.pages
    lengths = pdf.lines()
    assert any(abs(length - 100) < CLOSE for length in lengths), "the ruler: 10 cm"
    assert any(abs(length - 4 * 25.4) < CLOSE for length in lengths), "the ruler: 4 inches"
    for wanted, count in edges(game).items():
        assert sum(abs(length - wanted) < CLOSE for length in lengths) >= count, wanted


@pytest.mark.parametrize("id", lt.games())
def test_a_game_on_paper_is_true_to_size(id: str, welcome: Welcome) -> None:
    anna = welcome(language="fr")
    anna.go(f"/print/{id}")
    pdf = printed(anna)
    check_size(pdf, lt.load(id), "a4")
    assert len(pdf.pages) == 2 + len(sheets(id)), "board, pieces, sheets"
    # The same sizes on the other paper.
    anna.page.locator(".chip", has_text=anna.says("print.letter")).click()
    letter = printed(anna)
    check_size(letter, lt.load(id), "letter")
    assert len(letter.pages) == len(pdf.pages)


def test_another_paper_has_the_same_sizes(welcome: Welcome) -> None:
    """On Letter, too, the highest board keeps to one sheet. The reader's country decides at first."""
    anna = welcome(language="en", locale="en-US")
    anna.go("/print/massai")
    letter = printed(anna)
    check_size(letter, lt.load("massai"), "letter")
    anna.page.locator(".chip", has_text=anna.says("print.a4")).click()
    a4 = printed(anna)
    check_size(a4, lt.load("massai"), "a4")
    assert len(a4.pages) == len(letter.pages) == 2 + len(sheets("massai"))


def test_a_reader_chooses_what_to_print(welcome: Welcome) -> None:
    anna = welcome(language="en")
    anna.go("/print/moaai")
    pieces = anna.page.locator(".cut-out")
    expect(pieces).to_have_count(12 + 18)
    anna.page.locator("label", has_text="37").click()
    expect(pieces).to_have_count(12 + 36)
    anna.page.get_by_label(anna.says("print.pieces"), exact=True).uncheck()
    expect(pieces).to_have_count(0)
    anna.page.get_by_label(anna.says("print.plain")).check()
    pdf = printed(anna)
    assert (len(pdf.pages), pdf.bitmaps) == (1, 0)
    check_size(pdf, lt.load("moaai", terrain="hex37"), "a4")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", lt.games())
def test_the_rules_booklet_is_a_small_file(id: str, language: str, welcome: Welcome) -> None:
    """A pattern or a filter would be a bitmap in each of some dozens of boards."""
    anna = welcome(language=language, color_scheme="dark")
    anna.go(f"/rules/{id}")
    expect(anna.page.locator("ludo-board svg").first).to_be_visible()
    pdf = printed(anna)
    assert pdf.bitmaps == 0
    assert 4 <= len(pdf.pages) <= 12


def test_a_dark_page_is_printed_with_dark_ink(welcome: Welcome) -> None:
    anna = welcome(language="fr", color_scheme="dark")
    anna.page.add_init_script("localStorage.setItem('ludotheque', JSON.stringify({ theme: 'dark' }))")
    anna.go("/rules/malawi")
    colour = "getComputedStyle(document.body).color"
    assert anna.page.evaluate(colour) == "rgb(241, 230, 212)"
    anna.page.emulate_media(media="print")
    assert anna.page.evaluate(colour) == "rgb(44, 33, 25)"


def test_links_lead_to_the_origins_and_the_print_page(welcome: Welcome) -> None:
    anna = welcome(language="fr")
    anna.go("/")
    anna.page.get_by_role("link", name=anna.says("origins.page")).first.click()
    expect(anna.page.locator("h1")).to_contain_text("Assaut")
    anna.page.locator(".questions a").first.click()
    expect(anna.page.locator(".rulings li:focus")).to_have_id("ASS-1")
    anna.page.get_by_role("link", name=anna.says("print.link")).first.click()
    expect(anna.page.locator(".paper-page").first).to_be_visible()
