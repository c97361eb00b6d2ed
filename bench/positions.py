"""Random games with position objects, `legal_moves` and `play`, beside python-chess and a loop over OpenSpiel."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import chess
import pyspiel

import ludotheque as lt
from bench.peers import compare

DICE = random.Random(1)


def run() -> None:
    peers: dict[str, Callable[[], int]] = {
        "python_chess": chess_game,
        "open_spiel_breakthrough": partial(spiel_game, "breakthrough"),
    }
    ours: dict[str, Callable[[], int]] = {id: partial(game, lt.load(id)) for id in lt.games()}
    compare("positions", "moves", peers, ours)


def game(rules: lt.Game) -> int:
    position, moves = rules.start(), 0
    while to_act := position.to_act:
        position = position.play(DICE.choice(position.legal_moves(to_act[0])), to_act[0])
        moves += 1
    return moves


def chess_game() -> int:
    """A game of chess, to a board without legal moves or to 75 quiet moves."""
    board = chess.Board()
    while board.halfmove_clock < 150 and (moves := list(board.legal_moves)):
        board.push(DICE.choice(moves))
    return int(board.ply())


def spiel_game(name: str) -> int:
    """A game of OpenSpiel, as Python plays it; each move is an action."""
    state, actions = pyspiel.load_game(name).new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(DICE.choice(state.legal_actions()))
        actions += 1
    return actions


if __name__ == "__main__":
    run()
