"""How fast random games are on a GPU: whole games, and batches step by step, beside pgx's games with JAX.

In pgx an action is a whole move; here a move takes one or several actions, so that both are counted. Nobody reads the
observations: pgx's are left out of the program that JAX compiles, ours are not asked for.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import ludotheque as lt
from ludotheque.adapters.gpu import Cuda, GpuBatch

GAMES = 1 << 20
ROUNDS, SECONDS = 5, 0.6
AT_ONCE = 20
"""So many steps are begun before anybody waits for them. JAX compiles one or as many into a program."""
THREADS, EACH, WARM = 132 * 32 * 128, 20, 1
"""How many threads play whole games: a whole number of blocks for each processor of an H200."""
PEERS = ("connect_four", "hex", "othello", "animal_shogi")
MOST = 3000
"""After so many steps the games of a batch are in all phases at once."""

Steps = Callable[[], int]
"""Steps for a while and returns how many steps that were."""


def run(folder: Path) -> None:
    """Measure whole games, then batches and peers in turns."""
    import cupy

    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # the memory is for both
    told = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(f"gpu machine={told.replace(' ', '_')} cupy={cupy.__version__} games={GAMES}", flush=True)
    for id in lt.games():
        whole_games(lt.load(id), folder)
    batches = {id: spread(GpuBatch(lt.load(id), GAMES, again=True, seed=1, kernels=folder)) for id in lt.games()}
    ours = {id: Ours(batch) for id, batch in batches.items()}
    theirs = {id: peer for id in PEERS if (peer := peer_of(id))}
    rates: dict[str, list[float]] = {id: [] for id in (*theirs, *ours)}
    for _ in range(ROUNDS):
        for id, rate in rates.items():
            rate.append(per_second(theirs.get(id) or ours[id]))
    for id in theirs:
        print(f"gpu peer=pgx_{id} steps_per_s={median(rates[id]):.0f}", flush=True)
    for id, steps in ours.items():
        ratios = " ".join(f"ratio_{peer}={ratio(rates[id], rates[peer]):.2f}" for peer in theirs)
        moves = median(rates[id]) * steps.whole_moves()
        print(f"gpu game={id} steps_per_s={median(rates[id]):.0f} moves_per_s={moves:.0f} {ratios}", flush=True)
    for id, batch in batches.items():
        print(f"gpu game={id} steps_observed_per_s={per_second(Ours(batch, True)):.0f}", flush=True)


def whole_games(game: lt.Game, folder: Path) -> None:
    """Print how many moves of random games are played in a second."""
    device = Cuda(game, folder)
    numpy, found = device.numpy, []
    start, moves = numpy.array(game.start().state, numpy.uint64), numpy.zeros(THREADS, numpy.uint64)
    seeds = numpy.arange(1, THREADS + 1, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
    device.start("play_games", THREADS, seeds, start, moves, WARM)
    for _ in range(ROUNDS):
        numpy.cuda.Device().synchronize()
        begun = time.perf_counter()
        device.start("play_games", THREADS, seeds, start, moves, EACH)
        numpy.cuda.Device().synchronize()
        found.append(int(moves.sum()) / (time.perf_counter() - begun))
    length = int(moves.sum()) / THREADS / EACH
    print(f"gpu playouts game={game.id} moves_per_s={median(found):.0f} mean_length={length:.2f}", flush=True)


def spread(batch: GpuBatch) -> GpuBatch:
    """Play until as many games have ended as there are, so that they are in all phases at once."""
    ended = steps = 0
    while ended < batch.size and steps < MOST:
        batch.step(batch.sample())
        ended, steps = ended + int(batch.over.sum()), steps + 1
    return batch


def per_second(steps: Steps) -> float:
    """How many steps are done in a second."""
    steps()
    done, begun = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < SECONDS:
        done += steps()
    return done / elapsed


def ratio(ours: list[float], theirs: list[float]) -> float:
    """Round by round."""
    return median(mine / other for mine, other in zip(ours, theirs, strict=True))


class Ours:
    """A batch that plays random legal actions."""

    def __init__(self, batch: GpuBatch, observed: bool = False) -> None:
        self.batch, self.observed = batch, observed

    def __call__(self) -> int:
        for _ in range(AT_ONCE):
            self.batch.step(self.batch.sample())
            if self.observed:
                self.batch.observe()
        self.batch.device.numpy.cuda.Device().synchronize()
        return AT_ONCE * self.batch.size

    def whole_moves(self) -> float:
        """The share of actions that complete a move."""
        found = 0
        for _ in range(AT_ONCE):
            self.batch.step(self.batch.sample())
            found += int((self.batch.begun == 0).sum())
        return found / AT_ONCE / self.batch.size


def peer_of(id: str) -> Steps | None:
    """A game of pgx in a batch of the same size, the faster of two ways; None where it is not installed."""
    try:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import auto_reset
    except ModuleNotFoundError as error:
        print(f"gpu peer=pgx_{id} missing={error.name}", flush=True)
        return None
    env = pgx.make(id)
    step = jax.vmap(auto_reset(env.step, env.init))

    def random_step(_: Any, before: Any) -> Any:
        state, key = before
        drawing, stepping, key = jax.random.split(key, 3)
        actions = jax.random.categorical(drawing, jnp.log(state.legal_action_mask.astype(jnp.float32)), axis=-1)
        after = step(state, actions, jax.random.split(stepping, GAMES))
        return after.replace(observation=state.observation), key  # so that XLA leaves out what makes the new one

    init, key = jax.jit(jax.vmap(env.init)), jax.random.PRNGKey(1)

    def many(number: int) -> Steps:
        """So many steps in one program; the batch is its own."""
        steps = jax.jit(lambda before: jax.lax.fori_loop(0, number, random_step, before), donate_argnums=0)
        held = [(init(jax.random.split(key, GAMES)), key.copy())]

        def some() -> int:
            for _ in range(AT_ONCE // number):
                held[0] = steps(held[0])
            jax.block_until_ready(held[0])
            return AT_ONCE * GAMES

        return some

    return max((many(1), many(AT_ONCE)), key=per_second)
