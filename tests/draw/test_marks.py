"""Arrows and circles: where they are, how they differ, and what is refused."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import ludotheque as lt
from ludotheque.draw.marks import COLOURS, LINES
from tests.variants import VARIANTS, name

SVG = "{http://www.w3.org/2000/svg}"
START = lt.load("malawi").start()


def marks(picture: str, kind: str) -> list[ElementTree.Element]:
    return [node for node in ElementTree.fromstring(picture).iter(f"{SVG}g") if node.get("class") == kind]


def stroke(mark: ElementTree.Element) -> ElementTree.Element:
    return next(node for node in mark if node.get("class") == "stroke")


def points(mark: ElementTree.Element) -> list[tuple[float, float]]:
    """All corners of an arrow."""
    text = " ".join(node.get("d", "") for node in mark)
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", text)]


@pytest.mark.parametrize("game", VARIANTS, ids=name)
@pytest.mark.parametrize("flip", [False, True])
def test_arrows_lie_between_their_cells_and_leave_the_middles_free(game: lt.Game, flip: bool) -> None:
    left, bottom, right, top = game.board.extent
    cells = game.board.cells
    for start, end in [(cells[0], cells[-1]), (cells[-1], cells[0]), (cells[0], cells[1])]:
        (arrow,) = marks(game.start().svg(arrows=[(start.name, end.name)], flip=flip), "arrow")
        middles = [
            (100 * (right - cell.x), 100 * (cell.y - bottom)) if flip else (100 * (cell.x - left), 100 * (top - cell.y))
            for cell in (start, end)
        ]
        for x, y in points(arrow):
            low, high = (tuple(f(middle[axis] for middle in middles) for axis in (0, 1)) for f in (min, max))
            assert low[0] - 15 <= x <= high[0] + 15
            assert low[1] - 15 <= y <= high[1] + 15
            assert all((x - mx) ** 2 + (y - my) ** 2 >= 21**2 for mx, my in middles)


def test_arrows_in_opposite_directions_do_not_cover_each_other() -> None:
    there, back = marks(START.svg(arrows=[("a1", "a3"), ("a3", "a1")]), "arrow")
    assert max(x for x, _ in points(back)) < min(x for x, _ in points(there))


def test_colours_differ_by_their_line_too() -> None:
    picture = START.svg(
        arrows=[("a1", "a3"), ("b1", "b3", "red"), ("c1", "c3", "#0c0")], circles=["e1", ("e2", "red"), ("e3", "#0c0")]
    )
    lines = {
        kind: [(stroke(mark).get("stroke"), stroke(mark).get("stroke-dasharray")) for mark in marks(picture, kind)]
        for kind in ("arrow", "circle")
    }
    assert lines["arrow"] == lines["circle"]
    assert [line for _, line in lines["arrow"]] == list(LINES.values())
    assert lines["arrow"][1][0] == COLOURS["red"]
    assert len({colour for colour, _ in lines["arrow"]}) == 3


def test_a_line_can_be_chosen() -> None:
    (circle,) = marks(START.svg(circles=[lt.Circle("a1", line="dotted")]), "circle")
    (arrow,) = marks(START.svg(arrows=[lt.Arrow("a1", "b2", "violet", "dashed")]), "arrow")
    assert stroke(circle).get("stroke-dasharray") == LINES["dotted"]
    assert stroke(arrow).get("stroke-dasharray") == LINES["dashed"]
