"""Analysis of positions and of whole games."""

from __future__ import annotations

import pytest

import ludotheque as lt
from tests.test_record import GOOD


def test_a_win_is_found_and_proven() -> None:
    position = lt.Record.parse(GOOD).positions[-2]
    analysis = lt.analyse(position, 0.5)
    assert str(analysis.best.move) == "e3-e6"
    assert analysis.proven
    assert (analysis.chance, analysis.best.distance) == (1.0, 1)
    assert analysis.best.line[0] == analysis.best.move
    assert len(analysis.candidates) > 1
    chances = [candidate.chance for candidate in analysis.candidates]
    assert chances == sorted(chances, reverse=True)


def test_the_losing_mistake_is_the_turning_point() -> None:
    """Black's 4. d6>b6,c4 leaves e6 to White; the annotation says so and knows better."""
    points = lt.annotate(lt.Record.parse(GOOD), 0.3)
    point = points[-1]
    assert point.number == 4
    assert point.player == 1
    assert point.after == 0.0
    assert point.before > 0.2
    assert str(point.better.move) != "d6>b6,c4"


def test_a_view_is_enough_and_a_finished_game_is_refused() -> None:
    record = lt.Record.parse(GOOD)
    position = record.positions[2]
    assert lt.analyse(position.view(0), 0.2).player == 0
    with pytest.raises(lt.IllegalMove, match="ALL-5"):
        lt.analyse(record.final)
    with pytest.raises(lt.LudothequeError):
        lt.analyse(position.view(1))
