"""What a GPU gives, compared with what was expected: a line for each game, and one in all."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ludotheque as lt
from bench.gpu.told import EACH, EXPECTED, GAMES, SEED, THREADS, digest, played
from ludotheque.adapters.gpu import Cuda, GpuBatch

AT_ONCE = 1 << 14
"""So many positions have lists of their moves at the same time."""


def compare(folder: Path) -> int:
    """How many answers are wrong."""
    wrong = 0
    everything = json.loads((folder / EXPECTED).read_text("utf-8"))
    begun = time.perf_counter()
    for expected in everything:
        game = lt.load(expected["id"], **expected["options"])
        found = answers(game, folder, expected)
        unlike = [name for name in found if found[name] != expected[name]]
        wrong += len(unlike)
        options = " ".join(f"{name}={value}" for name, value in game.options.items())
        print(f"gpu same={not unlike} game={game.id} {options} leaves={sum(found['perft'])} {unlike or ''}", flush=True)
    print(f"gpu games={len(everything)} wrong={wrong} seconds={time.perf_counter() - begun:.1f}", flush=True)
    return wrong + exchange(folder)


def answers(game: lt.Game, folder: Path, expected: dict[str, Any]) -> dict[str, Any]:
    """The same questions as in `expected.py`."""
    device = Cuda(game, folder)
    return {
        "perft": [perft(device, game, depth) for depth in range(1, len(expected["perft"]) + 1)],
        "playouts": playouts(device, game),
        "batch": {
            str(again): list(played(GpuBatch(game, GAMES, again=again, seed=SEED, device=device)))
            for again in (False, True)
        },
    }


def perft(device: Cuda, game: lt.Game, depth: int) -> int:
    """The number of sequences of so many moves."""
    return below(device, game, device.numpy.array([game.start().state], device.numpy.uint64), depth)


def below(device: Cuda, game: lt.Game, states: Any, depth: int) -> int:
    """The number of sequences of so many moves from any of these positions."""
    numpy, room, total = device.numpy, game.rulebook.rules.usual_moves, 0
    for first in range(0, len(states), AT_ONCE):
        some = states[first : first + AT_ONCE]
        lists, counts = numpy.empty((len(some), room), numpy.uint64), numpy.empty(len(some), numpy.int64)
        device.start("list_moves", len(some), some, lists, counts)
        if depth == 1:
            total += int(counts.sum())
            continue
        legal = numpy.arange(room) < counts[:, None]
        after, moves = some[legal.nonzero()[0]], lists[legal]
        if len(after):
            device.start("play_moves", len(after), after, moves)
            total += below(device, game, after, depth - 1)
    return total


def playouts(device: Cuda, game: lt.Game) -> str:
    """The fingerprint of how many moves many random games take, seed by seed."""
    numpy = device.numpy
    start = numpy.array(game.start().state, numpy.uint64)
    seeds, moves = numpy.arange(1, THREADS + 1, dtype=numpy.uint64), numpy.zeros(THREADS, numpy.uint64)
    device.start("play_games", THREADS, seeds, start, moves, EACH)
    return digest([seeds, moves])


def exchange(folder: Path) -> int:
    """How many programs do not take the arrays as they are, or give actions that `step` does not take."""
    wrong = 0
    for name, take in (("torch", torch_takes), ("jax", jax_takes)):
        batch = GpuBatch(lt.load(lt.games()[0]), 1000, seed=SEED, kernels=folder)
        batch.step(batch.sample())
        try:
            taken = take(batch)
        except ModuleNotFoundError:
            print(f"gpu takes={name} missing", flush=True)
            continue
        wrong += not taken
        print(f"gpu takes={name} without_copy={taken}", flush=True)
    return wrong


Take = Callable[[GpuBatch], bool]


def torch_takes(batch: GpuBatch) -> bool:
    """PyTorch has the same memory, and chooses the actions."""
    import torch

    arrays = [batch.masks, batch.rewards, batch.over, batch.players, batch.observe()]
    taken = [torch.from_dlpack(array) for array in arrays]
    batch.step(taken[0].float().argmax(1))
    return all(other.data_ptr() == array.data.ptr for other, array in zip(taken, arrays, strict=True))


def jax_takes(batch: GpuBatch) -> bool:
    """JAX has the same memory, and chooses the actions."""
    import jax

    arrays = [batch.masks, batch.rewards, batch.over, batch.observe()]
    taken = [jax.dlpack.from_dlpack(array) for array in arrays]
    batch.step(taken[0].argmax(1))
    return all(other.unsafe_buffer_pointer() == array.data.ptr for other, array in zip(taken, arrays, strict=True))
