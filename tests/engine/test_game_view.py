"""What a player may know of a game so far."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.engine.game_view import GameView
from tests.variants import VARIANTS, name, whole_game

SET_UPS = ("a3,a4,b3,c2,c3", "a1,a2,b1,b2,c1")


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_a_game_follows_itself(game: lt.Game) -> None:
    record = whole_game(game, 2)
    seen: list[GameView] = []
    for ply in range(0, len(record.moves), max(1, len(record.moves) // 5)):
        shorter = lt.Record(record.start, record.moves[:ply])
        player = record.moves[ply].player
        seen.append(GameView.of(shorter, player))
        assert seen[-1].now == shorter.final.view(player)
        assert all(seen[-1].follows(earlier) for earlier in seen)
    assert not any(earlier.follows(seen[-1]) for earlier in seen[:-1])


def test_secret_moves_are_not_there() -> None:
    start = lt.Record(lt.load("massai").start())
    one, other = (GameView.of(start.play(move, 0)) for move in SET_UPS)
    assert one == other
    assert one.moves == ((0, None),)
    assert one.follows(GameView.of(start, 1))


def test_another_game_does_not_follow() -> None:
    malawi, other = lt.load("malawi"), lt.load("malawi", diagonals=False)
    one, two, short = (lt.Record.of(malawi, moves) for moves in (["a1-a3", "a6-a4"], ["b1-b3"], ["a1-a3"]))
    assert GameView.of(one).follows(GameView.of(short))
    assert not GameView.of(short).follows(GameView.of(one)), "a move was taken back"
    assert not GameView.of(one).follows(GameView.of(two))
    assert not GameView.of(other.start()).follows(GameView.of(malawi.start()))
    # Who knows only positions cannot say.
    assert GameView.of(two.final).follows(GameView.of(one))
    assert GameView.of(two).follows(GameView.of(one.final))
