"""Finds, on positions whose answer is known."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.arena.puzzles.find import find, find_proof, find_score, lead, lead_after_reply
from ludotheque.arena.puzzles.proof import Prover, Situation
from ludotheque.record import Record

NODES = 2_000_000


def situation(id: str, text: str) -> Situation:
    return Situation.of(Record(lt.load(id).parse(text)))


def test_a_win_in_one_is_found_and_counted() -> None:
    """The only pawn that can enter the last row safely."""
    here = situation("malawi", "turn=0 white=a5*1,b1*0,c1*0,d1*0,e1*0,f1*0 black=a1*0,b2*0,c2*0,d2*0,e2*0,c6*1 quiet=0")
    found = find(Prover(here.record.game), here, NODES)
    assert found
    assert (found.goal, found.within) == ("win", 1)
    after = here.record.final.play(found.right, 0)
    assert not after.to_act or after.to_act == (1,)


def test_two_wins_are_no_puzzle() -> None:
    here = situation("malawi", "turn=0 white=a5*1,f5*1,c1*0,d1*0,e1*0,b1*0 black=a1*0,b2*0,c2*0,d2*0,e2*0,c4*1 quiet=0")
    prover = Prover(here.record.game)
    prover.allow(NODES)
    assert find_proof(prover, here) is None


@pytest.mark.parametrize("ply", [6, 14, 22])
def test_points_are_the_largest_lead(ply: int) -> None:
    game = lt.load("masterplan")
    record = Record.of(game)
    for number in range(ply):
        legal = record.final.legal_moves()
        record = record.play(legal[number * 37 % len(legal)])
    here = Situation.of(record)
    if found := find_score(here):
        count = lead if found.within == 1 else lead_after_reply
        leads = {str(move): count(record.final.play(move), here.player) for move in here.legal}
        best = max(leads.values())
        assert [move for move, value in leads.items() if value == best] == [str(found.right)]
