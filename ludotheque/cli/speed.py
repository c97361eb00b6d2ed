"""`ludotheque bench`, `compile` and `build`: how fast it is here, compiling in advance, and for other machines."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

from ludotheque.cli.parser import Options, add_command, add_output
from ludotheque.engine.engine import engine_for
from ludotheque.errors import FolderError
from ludotheque.kernel_loading import counting, load_kernels
from ludotheque.kernel_target import OTHERS
from ludotheque.library import games, load
from ludotheque.rulebook.modules import letter_kernels
from ludotheque.texts import say

GAMES_AT_ONCE = 200


def add_commands(commands: Any) -> None:
    bench = add_command(commands, "bench", measure)
    bench.add_argument("games", nargs="*", metavar="GAME", help=str(say("cli.bench_games")))
    bench.add_argument("--seconds", type=float, default=1.0, metavar="S", help=str(say("cli.bench_seconds")))
    add_command(commands, "compile", compile_all)
    building = add_command(commands, "build", build_all)
    building.add_argument("--target", choices=OTHERS, required=True, help=str(say("cli.build_target")))
    add_output(building, say("cli.build_output"), required=True)


def measure(options: Options) -> int:
    playouts = counting().playouts
    for id in options.games or games():
        book = load(id).rulebook
        start = book.rules.start()
        playouts(book, start, 10)  # compiles, which is not to be measured
        moves, played, begun = 0, 0, time.perf_counter()
        while (elapsed := time.perf_counter() - begun) < options.seconds:
            moves += playouts(book, start, GAMES_AT_ONCE, seed=played)
            played += GAMES_AT_ONCE
        print(say("cli.rate", game=id, rate=f"{moves / elapsed:,.0f}", moves=moves, games=played))
    return 0


def compile_all(_: Options) -> int:
    counting()
    load_kernels("ludotheque.adapters.batch", say("compile.batch"))
    broken = 0
    for id in games():
        try:
            book = load(id).rulebook
            assert book.rules.kernels
            assert letter_kernels(book)
            assert engine_for(book)
        except FolderError as error:
            print(say("cli.error", why=error), file=sys.stderr)
            broken = 1
    print(say("cli.compiled"))
    return broken


def build_all(options: Options) -> int:
    from ludotheque.targets.build import build  # it loads the compiler, which other commands need not wait for

    modules = build(options.target, Path(options.output)).modules.values()
    size = sum(module.size for module in modules)
    print(say("cli.built", modules=len(modules), size=f"{size / 1000:,.0f}", folder=options.output))
    return 0
