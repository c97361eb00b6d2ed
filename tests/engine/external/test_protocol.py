"""The words of the protocol: what is written can be read, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludotheque as lt
from ludotheque.engine.analysis import Candidate
from ludotheque.engine.bounds import Bounds
from ludotheque.engine.external.protocol import (
    Garbage,
    analyse_line,
    bounds_text,
    candidate,
    candidate_line,
    go_line,
    moves_text,
    result,
)
from tests.variants import open_positions

shares = st.floats(0, 1)


@given(open_positions(), shares, st.none() | shares, st.booleans(), st.none() | st.integers(0, 99))
def test_candidates_come_back(
    position: lt.Position, chance: float, weight: float | None, proven: bool, distance: int | None
) -> None:
    view = position.view(position.to_act[0])
    moves = tuple(view.legal_moves()[:3])
    known = Candidate(moves[0], chance, moves, weight, proven, distance)
    word, _, rest = candidate_line(known).partition(" ")
    assert word == "candidate"
    assert candidate(view, rest) == known


@given(st.text())
def test_no_line_of_an_engine_breaks_the_client(text: str) -> None:
    view = lt.load("malawi").start().view(0)
    for read in (lambda line: candidate(view, line), result):
        try:
            read(text)
        except Garbage:
            continue


@pytest.mark.parametrize(
    "text",
    [
        "",
        "moves a1-a3",
        "chance=0.5",
        "chance=0.5 moves",
        "chance=0.5 moves hello",
        "chance=nan moves a1-a3",
        "chance=-0.1 moves a1-a3",
        "chance=0.5 weight=2 moves a1-a3",
        "chance=0.5 distance=soon moves a1-a3",
        "chance=0.5 distance=-1 moves a1-a3",
    ],
)
def test_a_wrong_candidate_is_noticed(text: str) -> None:
    with pytest.raises(Garbage):
        candidate(lt.load("malawi").start().view(0), text)


def test_bounds_are_written_as_they_are_given() -> None:
    assert bounds_text(Bounds(0.25, 3, 10_000_000)) == "seconds=0.25 depth=3 nodes=10000000"
    assert go_line(Bounds(2), 1) == "go 2"
    assert go_line(Bounds(2), 2) == "go seconds=2"
    assert analyse_line(Bounds(), 3) == "analyse lines=3"


def test_secret_moves_are_question_marks() -> None:
    move = lt.load("malawi").read("a1-a3")
    assert moves_text(((0, move), (1, None))) == "0:a1-a3 1:?"
