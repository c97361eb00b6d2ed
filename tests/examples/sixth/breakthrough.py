"""Breakthrough against what is known of it elsewhere: counts, OpenSpiel's rules, and a player who does not think."""

from __future__ import annotations

import random

import pyspiel
import pytest

import ludotheque as lt
from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import level

GAME = lt.load("breakthrough")
PERFT = (22, 484, 11132, 256036, 6182818)


def test_sequences_are_counted() -> None:
    assert tuple(lt.perft(GAME.start(), depth) for depth in range(1, len(PERFT) + 1)) == PERFT


def spelled(text: str) -> str:
    """A move as OpenSpiel writes it. There the first player begins at the top, and captures end with a star."""
    start, end = text[:2], text[3:]
    return "".join(f"{cell[0]}{9 - int(cell[1])}" for cell in (start, end)) + "*" * ("x" in text)


@pytest.mark.parametrize("seed", range(20))
def test_random_games_go_as_in_openspiel(seed: int) -> None:
    dice, position = random.Random(seed), GAME.start()
    other = pyspiel.load_game("breakthrough").new_initial_state()
    while position.to_act:
        assert (other.current_player(),) == position.to_act
        actions = {other.action_to_string(action): action for action in other.legal_actions()}
        moves = position.legal_moves()
        assert {spelled(str(move)) for move in moves} == set(actions)
        move = dice.choice(moves)
        position = position.play(move)
        other.apply_action(actions[spelled(str(move))])
    assert other.is_terminal()
    assert tuple(other.returns()) == position.returns


@pytest.mark.parametrize("side", [0, 1])
def test_a_middle_level_beats_chance(side: int) -> None:
    computer, dice, position = Computer(GAME, level(4), seed=3, seconds=60), random.Random(side), GAME.start()
    while position.to_act:
        mine = position.to_act == (side,)
        position = position.play(computer.choose(position.view(side)) if mine else dice.choice(position.legal_moves()))
    assert position.winner == side
