"""Sizes on paper: every board fits on one sheet, as large as it can be."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.board import Board
from ludotheque.draw.paper import HEADING, MARGIN, PAPERS, WIDEST, cell_size
from ludotheque.server.serialize.paper import different_boards

BOARDS = [pytest.param(game.board, id=f"{id}-{label.en}") for id in lt.games() for game, label in different_boards(id)]


def fits(board: Board, cell: float) -> bool:
    left, bottom, right, top = board.extent
    return all(
        (right - left) * cell <= width - 2 * MARGIN + 1e-6
        and (top - bottom) * cell <= height - 2 * MARGIN - HEADING + 1e-6
        for width, height in PAPERS.values()
    )


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_fits_on_every_paper(board: Board) -> None:
    cell = cell_size(board)
    assert fits(board, cell)
    assert cell == WIDEST or not fits(board, cell + 1), "it could be larger"


def test_only_boards_that_look_different_are_printed() -> None:
    """Options that change the rules alone bring no other board."""
    assert {id: len(list(different_boards(id))) for id in lt.games()} == {
        "assaut": 1,
        "malawi": 1,
        "massai": 1,
        "masterplan": 1,
        "moaai": 3,
    }
