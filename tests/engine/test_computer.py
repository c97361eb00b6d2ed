"""Computers at every level, in every game with every option: legal, repeatable, in time, and stoppable."""

from __future__ import annotations

import random
import threading
import time

import pytest

import ludotheque as lt
from ludotheque.engine.computer import Computer
from ludotheque.engine.engine import engine_for
from ludotheque.engine.levels import LEVELS, level
from ludotheque.engine.limit import Limit
from tests.variants import VARIANTS, name, whole_game

FEW = 8
"""Nodes that a stopped search may still visit."""
every_variant = pytest.mark.parametrize("game", VARIANTS, ids=name)


@every_variant
def test_random_pairs_of_levels_never_err_against_the_rules(game: lt.Game) -> None:
    """Every move goes through the referee, which refuses an illegal one."""
    dice = random.Random(name(game))
    for _ in range(3):
        computers = [Computer(game, dice.choice(LEVELS), dice.getrandbits(16), 0.01) for _ in range(game.players)]
        position = game.start()
        for _ in range(30):
            if not position.to_act:
                break
            player = dice.choice(position.to_act)
            position = position.play(computers[player].choose(position.view(player)), player)


@every_variant
def test_no_time_at_all_still_gives_a_legal_move(game: lt.Game) -> None:
    for seed in (1, 2):
        positions = [position for position in whole_game(game, seed).positions if position.to_act]
        for position in positions[:: max(1, len(positions) // 6)]:
            player = position.to_act[0]
            with Limit(0.0) as limit:
                analysis = engine_for(game.rulebook).search(position.view(player), limit)
            assert analysis.best.move in position.legal_moves(player)
            assert 0 <= analysis.chance <= 1


@every_variant
def test_a_stopped_search_looks_no_further(game: lt.Game) -> None:
    """A limit that has run out ends a search at its next node, however deep it was meant to go."""
    positions = [position for position in whole_game(game, 3).positions if position.to_act]
    engine = engine_for(game.rulebook)
    for position in positions[:: max(1, len(positions) // 8)]:
        player = position.to_act[0]
        with Limit() as limit:
            limit.stop()
            analysis = engine.search(position.view(player), limit, depth=None if len(positions) % 2 else 9)
        assert analysis.nodes <= FEW
        assert analysis.best.move in position.legal_moves(player)


@pytest.mark.parametrize("id", lt.games())
def test_a_search_can_be_stopped_from_another_thread(id: str) -> None:
    """Without a stop this search would take a minute. The bound is generous because machines are shared."""
    game = lt.load(id)
    position = whole_game(game, 5).positions[4]
    computer = Computer(game, level(6), seconds=60)
    assert computer.choose is not None
    timer = threading.Timer(0.3, computer.stop)
    timer.start()
    begun = time.perf_counter()
    move = computer.choose(position.view(position.to_act[0]))
    assert time.perf_counter() - begun < 30
    assert move in position.legal_moves(position.to_act[0])


def test_a_computer_sees_no_secret() -> None:
    """The same view leads to the same move, whatever the position hides."""
    for game in VARIANTS:
        if not game.rulebook.rules.simultaneous:
            continue
        start = game.start()
        one, other = (start.play(start.legal_moves(0)[number], 0) for number in (3, 900))
        computer = Computer(game, level(4), seed=5)
        assert computer.choose(one.view(1)) == computer.choose(other.view(1))


def test_levels_have_names() -> None:
    names = [(one.name.fr, one.name.en) for one in LEVELS]
    assert len(set(names)) == len(LEVELS) == 6
