"""The pieces to print: what the original boxes held, and enough for every position of a game."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import ludotheque as lt
from ludotheque.texts import LANGUAGES
from tests.variants import VARIANTS, name, whole_game

MARKS = {"threatened"}
"""Drawn over a piece by the page; at a table nobody needs them."""

BOXES = {
    "assaut": {"soldiers": 24, "officers": 2},
    "malawi": {"white": 6, "black": 6, "rings": 24},
    "massai": {"dark": 15, "light": 15, "guards": 8, "targets": 2},
    "masterplan": {"white": 14, "yellow": 14, "parks": 21, "towers": 6, "figures": 2},
    "moaai": {"pieces": 12, "water": 18},
}
"""The contents as the sheets list them. Malawi's sheet counts too few rings (MAL-1); water is ours."""


@pytest.mark.parametrize("id", lt.games())
def test_the_box_holds_what_the_sheet_lists(id: str) -> None:
    supplies = lt.load(id).rulebook.look.supplies()
    assert {supply.name: supply.copies * len(supply.symbols) for supply in supplies} == BOXES[id]


def kind_of(symbol: str) -> tuple[str, int]:
    """Return which printed symbol stands for a drawn one, and how many of it."""
    if rings := re.fullmatch(r"rings-(\d+)", symbol):
        return "ring", int(rings[1])
    if house := re.fullmatch(r"(white|yellow)-[nesw]+", symbol):
        return f"{house[1]}-n", 1
    return re.sub(r"^secret-", "", symbol), 1


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_the_pieces_are_enough_for_any_position(game: lt.Game) -> None:
    look = game.rulebook.look
    box = Counter({symbol: supply.copies for supply in look.supplies() for symbol in supply.symbols})
    for position in whole_game(game, 5).positions:
        wanted: Counter[str] = Counter()
        for piece in look.pieces(position.state):
            if piece.cell is not None and piece.symbol not in MARKS:
                symbol, count = kind_of(piece.symbol)
                wanted[symbol] += count
        assert wanted <= box, (wanted - box, str(position))


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_all_that_is_printed_is_drawn_and_named(game: lt.Game) -> None:
    book = game.rulebook
    drawn = set(re.findall(r'<symbol[^>]*\bid="([^"]+)"', book.look.art))
    for piece in book.look.fixtures():
        assert f"{game.id}-{piece.symbol}" in drawn
    for supply in book.look.supplies():
        assert {f"{game.id}-{symbol}" for symbol in supply.symbols} <= drawn
        assert len(supply.outline) >= 4
        words = book.say(f"supplies.{supply.name}", count=supply.copies)
        assert all(re.match(rf"{supply.copies}\s\w", words.to(code)) for code in LANGUAGES)
