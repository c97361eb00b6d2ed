"""Batches of every game, beside pgx's connect_four and animal_shogi on the same core.

A step is the same for all: in each of the games a legal action drawn at random is carried out, games that end begin
again, and masks, rewards and observations of all games are made. In pgx an action is a whole move; here a move
takes one or several actions, so that both are counted.
"""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

import ludotheque as lt
from ludotheque.adapters.batch import Batch

GAMES = 4096
ROUNDS = 5
SECONDS = 0.6
PEERS = ("connect_four", "animal_shogi")


def run() -> None:
    """Rounds alternate between the peers and the games, so that a busy machine is busy for all."""
    peers = {id: Peer(id) for id in PEERS}
    batches = {id: spread(Batch(lt.load(id), GAMES, again=True, seed=1)) for id in lt.games()}
    theirs: dict[str, list[float]] = {id: [] for id in PEERS}
    ours: dict[str, list[tuple[float, float]]] = {id: [] for id in batches}
    for _ in range(ROUNDS):
        for id, peer in peers.items():
            theirs[id].append(peer.steps_per_second())
        for id, batch in batches.items():
            ours[id].append(rates(batch))
    for id, found in theirs.items():
        print(f"batch peer=pgx_{id} games={GAMES} steps_per_s={median(found):.0f}")
    for id, pairs in ours.items():
        steps, moves = (median(found) for found in zip(*pairs, strict=True))
        ratios = " ".join(f"ratio_{peer}={ratio([rate for rate, _ in pairs], theirs[peer]):.2f}" for peer in PEERS)
        print(f"batch game={id} games={GAMES} steps_per_s={steps:.0f} moves_per_s={moves:.0f} {ratios}")


def ratio(ours: list[float], theirs: list[float]) -> float:
    """Round by round."""
    return median(mine / other for mine, other in zip(ours, theirs, strict=True))


def spread(batch: Batch) -> Batch:
    """Play until as many games have ended as there are, so that they are in all phases at once."""
    ended = 0
    while ended < batch.size:
        batch.step(batch.sample())
        ended += int(batch.over.sum())
    return batch


def rates(batch: Batch) -> tuple[float, float]:
    """Steps and moves a second, all games together."""
    steps = moves = 0
    begun = time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < SECONDS:
        batch.step(batch.sample())
        batch.observe()
        steps += batch.size
        moves += int((batch.begun == 0).sum())
    return steps / elapsed, moves / elapsed


class Peer:
    """A game of pgx, in batches of the same size."""

    def __init__(self, id: str) -> None:
        env = pgx.make(id)
        step = jax.vmap(auto_reset(env.step, env.init))

        def random_step(state: Any, key: Any) -> tuple[Any, Any]:
            drawing, stepping, key = jax.random.split(key, 3)
            actions = jax.random.categorical(drawing, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
            return step(state, actions, jax.random.split(stepping, GAMES)), key

        self.step = jax.jit(random_step)
        self.key = jax.random.PRNGKey(1)
        self.state = jax.jit(jax.vmap(env.init))(jax.random.split(self.key, GAMES))
        # Compiles it. The phase of the games does not matter: all of a batch takes the same way through the program.
        self.state, self.key = self.step(self.state, self.key)

    def steps_per_second(self) -> float:
        steps = 0
        begun = time.perf_counter()
        while (elapsed := time.perf_counter() - begun) < SECONDS:
            self.state, self.key = self.step(self.state, self.key)
            jax.block_until_ready(self.state)
            steps += GAMES
        return steps / elapsed


if __name__ == "__main__":
    run()
