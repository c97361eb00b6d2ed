"""Drawings: well-formed, complete in themselves, and showing what stands where."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import ludotheque as lt
from tests.variants import VARIANTS, name, whole_game

SVG = "{http://www.w3.org/2000/svg}"


def moments(game: lt.Game) -> list[lt.Position]:
    played = whole_game(game, 0).positions
    return [played[0], played[1], played[len(played) // 2], played[-1]]


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_pictures_are_complete_in_themselves(game: lt.Game) -> None:
    for position in moments(game):
        for sight in (position, *(position.view(player) for player in range(game.players)), position.view(None)):
            picture = sight.svg()
            root = ElementTree.fromstring(picture)
            ids = [node.get("id") for node in root.iter() if node.get("id")]
            assert len(set(ids)) == len(ids)
            assert all(str(id).startswith(f"{game.id}-") for id in ids), "ids are the game's own"
            used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', picture))
            assert used <= set(ids), f"missing: {used - set(ids)}"
            assert not re.search(r'(?:href|src)="(?!#)|https?://(?!www\.w3\.org/)|<script|@import', picture)
            assert root.get("viewBox")
            assert sight._repr_svg_() == picture


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_marks_follow_the_last_move(game: lt.Game) -> None:
    record = whole_game(game, 1)
    move = record.moves[-1].move
    picture = record.final.svg(last=move, highlight=[game.board.cells[0].name])
    assert picture.count('class="last"') == len(set(move.cells))
    assert picture.count('class="highlight"') == 1
    assert 'class="last"' not in record.final.svg()
    assert 'class="label"' in picture
    assert 'class="label"' not in record.final.svg(coordinates=False)
    assert record.final.svg(flip=True) != record.final.svg()


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_letters_show_every_cell_and_every_piece(game: lt.Game) -> None:
    for position in moments(game):
        drawing = position.drawing()
        glyphs = {piece.cell: piece.glyph for piece in game.rulebook.look.pieces(position.state) if piece.glyph}
        for glyph in set(glyphs.values()):
            assert glyph in drawing
        assert all(len(line) <= 100 for line in drawing.splitlines()[:20])
        assert position.drawing(flip=True) != drawing


def test_different_positions_look_different() -> None:
    for game in VARIANTS:
        positions = whole_game(game, 2).positions[-8:]
        assert len({position.svg() for position in positions}) == len({position.text for position in positions})
