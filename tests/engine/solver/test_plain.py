"""The plain solver against a search that has nothing but the rules, and no table."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

import ludotheque as lt
from ludotheque.engine.limit import Limit
from ludotheque.engine.solver.plain import PlainSolver
from ludotheque.position import Position, View
from ludotheque.record import Record

TARGETS = {"win": 1, "draw": 0}


def forced(position: Position, player: int, left: int, least: int) -> bool:
    """Whether a player gets at least this return with this number of own moves, by trying everything."""
    if position.returns is not None:
        return position.returns[player] >= least
    actor = position.to_act[0]
    if actor == player:
        legal = position.legal_moves(actor) if left else ()
        return any(forced(position.play(move, actor), player, left - 1, least) for move in legal)
    worlds: dict[View, list[Position]] = defaultdict(list)
    for move in position.legal_moves(actor):
        after = position.play(move, actor)
        worlds[after.view(player)].append(after)
    return all(withstood(seen, possible, player, left, least) for seen, possible in worlds.items())


def withstood(seen: View, possible: list[Position], player: int, left: int, least: int) -> bool:
    """Whether one answer is good in all positions that look the same."""
    if all(one.state == seen.state for one in possible):
        return forced(possible[0], player, left, least)
    replies = possible[0].legal_moves(player) if left else ()
    return any(all(forced(one.play(reply, player), player, left - 1, least) for one in possible) for reply in replies)


def endings(id: str, games: int) -> list[Position]:
    """Positions shortly before the end of random games, without a secret; farther from it where there are few moves."""
    found = []
    for seed in range(games):
        dice, record = random.Random(seed), Record.of(lt.load(id))
        while record.final.to_act:
            player = record.final.to_act[0]
            record = record.play(dice.choice(record.final.legal_moves(player)), player)
        alone = [one for one in record.positions[-4:-1] if len(one.to_act) == 1 and not one.has_secret]
        found += [one for one in alone if one.mobility(one.to_act[0]) < 40] or alone[-1:]
    return found


@pytest.mark.parametrize("id", lt.games())
def test_answers_are_those_of_the_rules(id: str) -> None:
    solver = PlainSolver(lt.load(id).rulebook, entries=1 << 10)
    answers = set()
    for position in endings(id, 8):
        for player in (0, 1):
            for target, least in TARGETS.items():
                with Limit() as limit:
                    answer = solver.forces(position, player, 1, limit, target)
                assert answer == forced(position, player, 1, least), (position, player, target)
                answers.add(answer)
    assert False in answers


def test_a_guard_does_not_know_what_is_attacked() -> None:
    """If the guard saw the target, every attack would be repelled; so the attacker can win, but not for certain."""
    game = lt.load("massai")
    position = game.parse("turn=0 dark=a3,b3,c3,d3,e3,f3,g3 light=h1,h2,h4,h5 target=- turns=20")
    solver = PlainSolver(game.rulebook, entries=1 << 10)
    with Limit() as limit:
        for player in (0, 1):
            assert solver.forces(position, player, 2, limit) == forced(position, player, 2, 1)


def test_a_limit_ends_a_proof() -> None:
    solver = PlainSolver(lt.load("malawi").rulebook)
    with Limit() as limit:
        limit.allow(1000)
        assert solver.forces(lt.load("malawi").start(), 0, 8, limit) is None
        assert limit.nodes <= 1001


def test_where_moves_find_no_room_nothing_is_proven() -> None:
    game = lt.load("malawi")
    position = game.parse("turn=0 white=a5*1,b1*0,c1*0,d1*0,e1*0,f1*0 black=a1*0,b2*0,c2*0,d2*0,e2*0,c6*1 quiet=0")
    legal = len(position.legal_moves())
    with Limit() as limit:
        answers = [
            PlainSolver(game.rulebook, 1 << 10, room).forces(position, 0, 1, limit) for room in (None, legal, legal - 1)
        ]
    assert answers == [True, True, None]
