"""Random playouts of every game, beside OpenSpiel's C++ rollouts of breakthrough."""

from __future__ import annotations

import random
import time
from math import prod
from statistics import median

import pyspiel

import ludotheque as lt
from ludotheque.count import playouts

ROUNDS = 7
ROLLOUTS = 3000
SECONDS = 0.4
"""How long each game plays in each round."""


def run() -> None:
    """Rounds alternate between the peer and the games, so that a busy machine is busy for all."""
    plies = mean_plies(2000)
    peer: list[float] = []
    rates: dict[str, list[float]] = {id: [] for id in lt.games()}
    for number in range(ROUNDS):
        peer.append(rollouts_per_second(number) * plies)
        for id in lt.games():
            rates[id].append(moves_per_second(lt.load(id), number))
    print(f"playouts peer=open_spiel_breakthrough plies_per_s={median(peer):.0f} mean_plies={plies:.1f}")
    ratios = []
    for id, measured in rates.items():
        ratio = median(ours / theirs for ours, theirs in zip(measured, peer, strict=True))
        ratios.append(ratio)
        print(f"playouts game={id} moves_per_s={median(measured):.0f} ratio={ratio:.2f}")
    print(f"playouts geometric_mean_ratio={prod(ratios) ** (1 / len(ratios)):.2f} lowest_ratio={min(ratios):.2f}")


def moves_per_second(game: lt.Game, seed: int) -> float:
    start = game.rulebook.rules.start()
    playouts(game.rulebook, start, 10)
    moves, begun = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < SECONDS:
        seed += 1
        moves += playouts(game.rulebook, start, 200, seed)
    return moves / elapsed


def rollouts_per_second(seed: int) -> float:
    """One simulation of OpenSpiel's search evaluates the root with exactly this many rollouts."""
    game = pyspiel.load_game("breakthrough")
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 0, False, seed, False)
    begun = time.perf_counter()
    bot.mcts_search(game.new_initial_state())
    return ROLLOUTS / (time.perf_counter() - begun)


def mean_plies(games: int) -> float:
    """How long a random game of breakthrough is."""
    dice = random.Random(1)
    game = pyspiel.load_game("breakthrough")
    plies = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            plies += 1
    return plies / games
