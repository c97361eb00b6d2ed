"""Known endings while they are played: the claim holds, a move gives it away, a secret stays one."""

from __future__ import annotations

import pickle

import pytest

import ludotheque as lt
from ludotheque.engine.limit import Limit
from ludotheque.errors import RuledError
from ludotheque.server.errors import RequestError
from ludotheque.server.messages.training import EndingCheck
from ludotheque.server.search.endings import OPEN, EndingJob, find
from ludotheque.teaching.endings import Ending, endings
from ludotheque.teaching.reading import extras

FIRST = [pytest.param(endings(id)[0], id=id) for id in lt.games() if "endings" in extras(id)]


def check(ending: Ending, *moves: tuple[int, str]) -> EndingCheck:
    job: EndingJob = pickle.loads(pickle.dumps(EndingJob(ending.start.game.id, ending.id, moves)))
    return job.run(Limit())


@pytest.mark.parametrize("ending", FIRST)
def test_the_claim_holds_at_first_and_every_move_of_the_player_keeps_it_or_not(ending: Ending) -> None:
    assert check(ending)["holds"] is True
    moves: list[tuple[int, str]] = []
    position, player = ending.start, ending.player
    while position.to_act != (player,):
        moves.append((position.to_act[0], str(position.legal_moves()[0])))
        position = position.play(moves[-1][1])
    own = len(moves) + 1
    found = [(move, check(ending, *moves, (player, str(move)))) for move in position.legal_moves()]
    lost = [(str(move), one) for move, one in found if one["holds"] is False]
    kept = {str(move) for move, one in found if one["holds"] is not False}
    assert lost
    assert kept
    for _, one in lost:
        assert one["ply"] == own
        assert one["better"] in kept
    after = position.play(lost[0][0])
    replies = [(after.to_act[0], str(move)) for move in after.legal_moves()] if after.to_act else []
    told = [check(ending, *moves, (player, lost[0][0]), reply) for reply in replies]
    # A weak reply may give the win back; others leave it lost, and the same move is named.
    assert not replies or own in {one["ply"] for one in told}


def test_nothing_is_said_while_a_choice_is_secret() -> None:
    ending = next(one for one in endings("massai") if one.start.to_act == (one.player,))
    attack = next(str(move) for move in ending.start.legal_moves() if str(move).startswith("x"))
    assert check(ending, (ending.player, attack)) == OPEN


def test_what_takes_too_long_is_left_open() -> None:
    ending, limit = endings("assaut")[-1], Limit()
    limit.stop()
    assert EndingJob("assaut", ending.id, ()).run(limit) == OPEN


def test_a_win_stays_won_at_its_end() -> None:
    ending = next(one for one in endings("malawi") if one.start.to_act == (one.player,) and one.moves == 2)
    moves: list[tuple[int, str]] = []
    position = ending.start
    while position.to_act:
        actor = position.to_act[0]
        tries = [(actor, str(move)) for move in position.legal_moves()]
        best = next(one for one in tries if actor != ending.player or check(ending, *moves, one)["holds"])
        moves.append(best)
        position = position.play(best[1])
    assert check(ending, *moves)["holds"] is True
    assert position.returns
    assert position.returns[ending.player] == 1


@pytest.mark.parametrize(("game", "name"), [("malawi", "nothing"), ("nothing", "black-two")])
def test_unknown_endings_are_refused(game: str, name: str) -> None:
    with pytest.raises(RequestError):
        find(game, name)


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(RuledError):
        check(endings("malawi")[0], (endings("malawi")[0].start.to_act[0], "a1-a9"))
