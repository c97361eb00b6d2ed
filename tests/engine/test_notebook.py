"""Analyses in notebooks: a board and a table, escaped, without scripts."""

from __future__ import annotations

from base64 import b64decode
from html.parser import HTMLParser

import pytest

import ludotheque as lt
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.notebook import marks
from tests.variants import VARIANTS, name, whole_game

TAGS = {"div", "img", "table", "thead", "tbody", "tr", "th", "td", "p"}
ATTRIBUTES = {"style", "src", "alt"}


class Page(HTMLParser):
    """What a notebook sees of an analysis: the cells of its table, its image, and what follows."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.images: list[dict[str, str | None]] = []
        self.about = ""
        self.feed(source)
        assert not self.open

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert tag in TAGS
        assert {name for name, _ in attributes} <= ATTRIBUTES
        if tag == "img":
            self.images.append(dict(attributes))
        else:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1] in ("td", "th"):
            self.rows[-1][-1] += data
        else:
            self.about += data


def page(analysis: Analysis) -> Page:
    return Page(analysis._repr_html_())


def test_a_table_and_a_board() -> None:
    view = lt.load("malawi").start().view(0)
    moves = [view.game.read(text) for text in ("a1>e1,f1", "a1-a3", "b1-b3")]
    candidates = (
        Candidate(moves[0], 1.0, (moves[0],) * 13, proven=True, distance=5),
        Candidate(moves[1], 0.534, (moves[1], view.game.read("a6-a4"))),
        Candidate(moves[2], 0.0, (moves[2],), proven=True, distance=2),
    )
    shown = page(Analysis(view, candidates, 7, 1234, 0.51))
    assert shown.rows == [
        ["Move", "Chance", "Expected line"],
        ["a1>e1,f1", "wins in 5 moves", "a1>e1,f1 " * 12 + "…"],
        ["a1-a3", "53\u00a0%", "a1-a3 a6-a4"],
        ["b1-b3", "loses in 2 moves", "b1-b3"],
    ]
    assert shown.about == "depth 7, 1234 nodes, 0.5 s"
    (image,) = shown.images
    assert image["alt"] == view.text
    kind, _, source = (image["src"] or "").partition(",")
    assert kind == "data:image/svg+xml;base64"
    assert b64decode(source).decode().startswith("<svg")


def test_it_speaks_the_language_and_shows_mixtures() -> None:
    view = lt.load("massai").start().view(0)
    before = lt.language()
    try:
        lt.set_language("fr")
        shown = page(lt.analyse(view))
    finally:
        lt.set_language(before)
    assert shown.rows[0] == ["Coup", "Chances", "Fréquence", "Suite attendue"]


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_every_analysis_can_be_shown(game: lt.Game) -> None:
    positions = [position for position in whole_game(game, 4).positions if position.to_act]
    for position in positions[:: max(1, len(positions) // 5)]:
        analysis = lt.analyse(position.view(position.to_act[0]), nodes=30, lines=2)
        assert len(page(analysis).rows) == 1 + len(analysis.candidates)


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_marks_are_the_cells_that_are_clicked(game: lt.Game) -> None:
    for played in whole_game(game, 4).moves[::5]:
        arrows, circles = marks(played.move)
        clicked = game.rulebook.look.clickable[played.move.code].path
        cells = {cell for step in clicked.split() for cell in step.lstrip("?").split("+")} & set(game.board.index)
        assert {cell for arrow in arrows for cell in arrow} | set(circles) == cells
        assert cells
