"""Games in PettingZoo and OpenSpiel, beside games that come with these: random legal actions, one at a time."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pettingzoo
from open_spiel.python.games import tic_tac_toe  # noqa: F401, registers the game

import ludotheque as lt
from bench.peers import compare
from bench.positions import spiel_game
from ludotheque.adapters import open_spiel
from ludotheque.adapters.pettingzoo import env

DICE = np.random.default_rng(1)


def run() -> None:
    connect_four = partial(zoo_game, pettingzoo.make("aec", "classic/connect_four_v3"))
    compare(
        "pettingzoo", "turns", {"connect_four_v3": connect_four}, {id: partial(zoo_game, env(id)) for id in lt.games()}
    )
    peers = {name: partial(spiel_game, name) for name in ("breakthrough", "python_tic_tac_toe")}
    compare("open_spiel", "actions", peers, {id: partial(spiel_game, open_spiel.PREFIX + id) for id in lt.games()})


def zoo_game(table: Any) -> int:
    table.reset()
    turns = 0
    for _ in table.agent_iter():
        observation, _, terminated, truncated, _ = table.last()
        if terminated or truncated:
            table.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        table.step(int(legal[DICE.integers(len(legal))]))
        turns += 1
    return turns


if __name__ == "__main__":
    run()
