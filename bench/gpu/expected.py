"""What this machine's own kernels give: perft, random games and batches, for all games and options."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import ludotheque as lt
from bench.gpu.told import EACH, EXPECTED, GAMES, SEED, THREADS, digest, played
from ludotheque.adapters.batch import Batch
from ludotheque.laws.variants import variants
from ludotheque.targets import gpu_kernels

LEAVES = 150_000_000
"""Perft goes as deep as it has about this many leaves."""


def write_expected(folder: Path) -> None:
    """Write what is expected, game by game."""
    found = [expected(game) for id in lt.games() for game in variants(id)]
    (folder / EXPECTED).write_text(json.dumps(found, indent=1) + "\n", "utf-8")


def expected(game: lt.Game) -> dict[str, Any]:
    """Return what is expected of a game with its options."""
    return {
        "id": game.id,
        "options": dict(game.options),
        "perft": list(perft(game)),
        "playouts": playouts(game),
        "batch": {str(again): list(played(Batch(game, GAMES, again=again, seed=SEED))) for again in (False, True)},
    }


def perft(game: lt.Game) -> Iterator[int]:
    """Yield the number of sequences of moves, deeper and deeper."""
    before = 1
    for depth in range(1, 9):
        count = lt.perft(game.start(), depth)
        yield count
        if count * count > LEAVES * before:
            return
        before = count


def playouts(game: lt.Game) -> str:
    """The fingerprint of how many moves many random games take, seed by seed."""
    rules, start = game.rulebook.rules, np.array(game.start().state, np.uint64)
    seeds, moves = np.arange(1, THREADS + 1, dtype=np.uint64), np.zeros(THREADS, np.uint64)
    state, scratch, kernels = start.copy(), np.zeros(rules.pick_room, np.uint64), rules.kernels
    for number in range(THREADS):
        gpu_kernels.play_games(number, seeds, start, moves, EACH, state, scratch, kernels.pick, kernels.play)
    return digest([seeds, moves])
