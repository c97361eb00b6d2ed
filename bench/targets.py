"""WebAssembly beside this machine's own code: perft, random playouts and searches, in Pyodide on Node.js.

`rates` runs on both sides, so it uses nothing that a browser has not.
"""

from __future__ import annotations

import json
import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

import ludotheque as lt
from ludotheque.engine.engine import Engine, engine_for
from ludotheque.engine.limit import Limit
from ludotheque.kernel_loading import counting

SCRIPT = Path(__file__).parents[1] / "tests" / "targets" / "pyodide.mjs"
ROUNDS = 5
SECONDS = 0.3
"""How long each figure is measured in each round."""
LEAVES, NODES, ROUNDS_OF_TREE, PLIES = 200_000, 50_000, 2000, 8


def run() -> None:
    """Rounds alternate between the targets, so that a busy machine is busy for both."""
    from ludotheque.kernel_target import WASM
    from ludotheque.targets.build import build

    with tempfile.TemporaryDirectory() as kernels:
        build(WASM, Path(kernels))
        rates()  # compiles, which is not to be measured
        pairs = [(rates(), in_pyodide(kernels)) for _ in range(ROUNDS)]
    lowest = 99.0
    for name in pairs[0][0]:
        ratio = median(wasm[name] / here[name] for here, wasm in pairs)
        lowest = min(lowest, ratio)
        here, wasm = (median(pair[side][name] for pair in pairs) for side in (0, 1))
        print(f"wasm {name} here_per_s={here:.0f} wasm_per_s={wasm:.0f} ratio={ratio:.2f}", flush=True)
    print(f"wasm lowest_ratio={lowest:.2f}", flush=True)


def in_pyodide(kernels: str) -> dict[str, float]:
    """The rates of WebAssembly."""
    command = [
        "node",
        str(SCRIPT),
        str(SCRIPT.parents[2]),
        kernels,
        "from bench.targets import rates\nanswer = rates()",
    ]
    found: dict[str, float] = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    return found


def rates() -> dict[str, float]:
    """What is counted, played or visited in a second, by game."""
    found = {}
    for id in lt.games():
        game = lt.load(id)
        depth = next(depth for depth in range(1, 9) if lt.perft(game.start(), depth) >= LEAVES)
        found[f"perft game={id}"] = rate(partial(lt.perft, game.start(), depth))
        found[f"playouts game={id}"] = rate(partial(played, game))
        engine, position = engine_for(game.rulebook), middle(game)
        found[f"search game={id}"] = rate(partial(searched, engine, position))
    return found


def rate(work: Callable[[], int]) -> float:
    """How much of a piece of work is done in a second."""
    work()
    done, begun = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < SECONDS:
        done += work()
    return done / elapsed


def played(game: lt.Game) -> int:
    moves: int = counting().playouts(game.rulebook, game.start().state, 200, 1)
    return moves


def middle(game: lt.Game) -> lt.Position:
    """A position after some random moves."""
    dice, position = random.Random(3), game.start()
    for _ in range(PLIES):
        player = position.to_act[0]
        moves = position.view(player).legal_moves()
        position = position.play(moves[dice.randrange(len(moves))], player)
    return position


def searched(engine: Engine, position: lt.Position) -> int:
    """How many nodes a search visited."""
    most = ROUNDS_OF_TREE if engine.rulebook.rules.engine == "mcts" else NODES
    with Limit(max_nodes=most) as limit:
        engine.search(position.view(position.to_act[0]), limit, seed=1)
    return limit.nodes
