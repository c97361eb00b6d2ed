"""Legal moves are a list whose moves are made late, and no move is legal because another position listed it."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given

import ludotheque as lt
from tests.variants import VARIANTS, name, open_positions, whole_game

Moves = Any  # a list, or what must behave like one

LOOKS: dict[str, Callable[[Moves], object]] = {
    "length": len,
    "all": list,
    "backwards": lambda moves: list(reversed(moves)),
    "first and last": lambda moves: (moves[0], moves[-1]),
    "slice": lambda moves: list(moves[1:-1:2]),
    "place": lambda moves: moves.index(moves[-1]),
    "count": lambda moves: moves.count(moves[0]),
    "member": lambda moves: moves[-1] in moves,
    "sum": lambda moves: [*(moves + moves[:1]), *moves],
    "joined to a list": lambda moves: list([moves[0]] + moves),  # noqa: RUF005, the sum itself is tested
    "chosen": lambda moves: random.Random(1).choice(moves),
    "sample": lambda moves: random.Random(1).sample(moves, min(3, len(moves))),
    "text": repr,
    "truth": bool,
}
CHANGES: dict[str, Callable[[Moves], object]] = {
    "sort": lambda moves: moves.sort(key=str, reverse=True),
    "shuffle": lambda moves: random.Random(1).shuffle(moves),
    "reverse": lambda moves: moves.reverse(),
    "pop": lambda moves: moves.pop(),
    "remove": lambda moves: moves.remove(moves[0]),
    "clear": lambda moves: moves.clear(),
    "append": lambda moves: moves.append(moves[0]),
    "extend": lambda moves: moves.extend(moves[:1]),
    "delete": lambda moves: moves.__delitem__(0),
    "set": lambda moves: moves.__setitem__(0, moves[-1]),
}


@given(open_positions())
def test_it_looks_like_a_list(position: lt.Position) -> None:
    player = position.to_act[-1]
    assume(position.mobility(player) < 1000)
    plain = list(position.legal_moves(player))
    for look in LOOKS.values():
        assert look(position.legal_moves(player)) == look(plain)


@given(open_positions())
def test_moves_are_found_by_their_texts(position: lt.Position) -> None:
    player = position.to_act[0]
    assume(position.mobility(player) < 1000)
    moves = position.legal_moves(player)
    place = len(moves) // 2
    text = f" {moves[place]} ".upper()
    assert moves.index(text) == moves.index(text, 0, place + 1) == place
    assert moves.count(text) == 1
    assert moves.count("hello") == moves[:0].count(text) == 0
    for missing, bounds in ((text, (place + 1,)), ("hello", ()), (3, ())):
        with pytest.raises(ValueError, match="is not in this list of moves"):
            moves.index(missing, *bounds)  # type: ignore[arg-type]


@given(open_positions())
def test_it_changes_like_a_list(position: lt.Position) -> None:
    player = position.to_act[-1]
    assume(position.mobility(player) < 1000)
    for change in CHANGES.values():
        moves, plain = position.legal_moves(player), list(position.legal_moves(player))
        change(moves)
        change(plain)
        assert moves == plain
        assert plain == moves
        assert len(moves) == len(plain)
        assert list(moves) == plain


def test_it_can_be_copied_and_sent() -> None:
    moves = lt.load("malawi").start().legal_moves()
    for twin in (copy.copy(moves), copy.deepcopy(moves), pickle.loads(pickle.dumps(moves)), moves.copy()):
        assert twin == moves
        twin.pop()
        assert len(twin) == len(moves) - 1
    with pytest.raises(IndexError):
        moves[len(moves)]
    assert lt.load("malawi").start().legal_moves(1) == []


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_only_the_position_vouches_for_its_moves(game: lt.Game) -> None:
    """A move that one position listed is judged by every other position on its own."""
    positions = whole_game(game, 2).positions
    for before, after in pairwise(positions):
        for player in before.to_act:
            for move in before.legal_moves(player)[:3]:
                assert lt.Position(game, before.state).play(move, player) == before.play(move, player)
                for other in after.to_act:
                    assert after.is_legal(move, other) == (move in after.legal_moves(other))
                    if not after.is_legal(move, other):
                        with pytest.raises(lt.IllegalMove):
                            after.play(move, other)


def test_a_move_is_legal_for_the_player_who_has_it_only() -> None:
    start = lt.load("massai").start()
    move = start.legal_moves(0)[0]
    with pytest.raises(lt.IllegalMove):
        start.play(move, 1)
    assert not start.is_legal(move, 1)


def test_a_position_that_was_played_from_stays_as_it_is() -> None:
    for game in VARIANTS:
        start = game.start()
        text, state = start.text, start.state
        for player in start.to_act:
            start.play(start.legal_moves(player)[0], player)
        assert (start.text, start.state) == (text, state)
