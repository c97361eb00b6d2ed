"""The turning points of whole games."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.annotation import TURNING, chance_for, expected_line, turning_point
from tests.record.test_record import GOOD

VIEW = lt.load("malawi").start().view(0)


def test_the_losing_mistake_is_the_turning_point() -> None:
    """Black's 4. d6>b6,c4 leaves e6 to White; the annotation says so and gives a better move."""
    points = lt.annotate(lt.Record.parse(GOOD), 0.3)
    point = points[-1]
    assert point.number == 4
    assert point.player == 1
    assert point.after == 0.0
    assert point.before > 0.2
    assert str(point.better.move) != "d6>b6,c4"


def test_an_annotated_record_shows_the_better_lines() -> None:
    record = lt.Record.parse(GOOD)
    annotated = lt.annotated(record, 0.3)
    played = annotated.moves[3]
    assert played.glyphs in [("??",), ("?",), ("?!",)]
    (better,) = played.variations
    assert better.moves[0].player == 1
    assert better.moves[0].move != played.move
    assert [step.move for step in annotated] == [step.move for step in record]
    assert annotated.moves[2].comments == ("Three rings now.",)
    assert lt.Record.parse(str(annotated)) == annotated


def test_an_expected_line_is_legal() -> None:
    for game in (lt.load("malawi"), lt.load("massai")):
        start = game.start()
        player = start.to_act[-1]
        first = start.legal_moves(player)[3]
        after = start.play(first, player)
        second = after.legal_moves()[5]
        line = expected_line(start, player, Candidate(first, 0.5, (first, second, second)))
        assert [played.move for played in line] == [first, second], "what is not legal there is left out"
        assert line.moves[0].player == player


def test_a_move_that_costs_much_is_a_turning_point() -> None:
    best, good, bad, unknown, *_ = lt.load("malawi").start().legal_moves()
    candidates = (Candidate(best, 0.7), Candidate(good, 0.65), Candidate(bad, 0.3))
    before = Analysis(VIEW, candidates, 1, 1, 0.0)
    point = turning_point(3, bad, before, 0.3)
    assert point
    assert (point.number, point.player, point.before, point.after) == (3, 0, 0.7, 0.3)
    assert point.better == candidates[0]
    assert turning_point(3, good, before, 0.7 - TURNING / 2) is None
    assert turning_point(3, best, before, 0.0) is None, "the best move is not to blame"
    # Where the chance afterwards is unknown, the analysis before may know it.
    assert turning_point(3, bad, before, None) == point
    assert turning_point(3, unknown, before, None) is None


def test_moves_of_a_mixed_strategy_are_no_turning_points() -> None:
    first, second, never, *_ = lt.load("malawi").start().legal_moves()
    candidates = (
        Candidate(first, 0.6, weight=0.7),
        Candidate(second, 0.6, weight=0.3),
        Candidate(never, 0, weight=0.0),
    )
    before = Analysis(VIEW, candidates, 1, 1, 0.0)
    assert turning_point(1, second, before, 0.0) is None
    assert turning_point(1, never, before, 0.0)


def test_chances_are_those_of_the_player_asked_for() -> None:
    record = lt.Record.parse(GOOD)
    assert chance_for(record.final, 0, None) == 1.0
    assert chance_for(record.final, 1, None) == 0.0
    position = record.positions[2]
    analysis = Analysis(position.view(0), (Candidate(position.legal_moves()[0], 0.7),), 1, 1, 0.0)
    assert chance_for(position, 0, analysis) == 0.7
    assert chance_for(position, 1, analysis) == pytest.approx(0.3)
