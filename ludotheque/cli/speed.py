"""`ludotheque bench` and `ludotheque compile`: how fast it is here, and compiling in advance."""

from __future__ import annotations

import sys
import time
from typing import Any

from ludotheque.cli.parser import Options, add_command
from ludotheque.engine.engine import engine_for
from ludotheque.errors import FolderError
from ludotheque.kernel_loading import counting, load_kernels
from ludotheque.library import games, load
from ludotheque.texts import say

GAMES_AT_ONCE = 200


def add_commands(commands: Any) -> None:
    bench = add_command(commands, "bench", measure)
    bench.add_argument("games", nargs="*", metavar="GAME", help=str(say("cli.bench_games")))
    bench.add_argument("--seconds", type=float, default=1.0, metavar="S", help=str(say("cli.bench_seconds")))
    add_command(commands, "compile", compile_all)


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
            rules = load(id).rulebook.rules
            assert rules.kernels
            assert rules.letter_kernels
            assert engine_for(load(id).rulebook)
        except FolderError as error:
            print(say("cli.error", why=error), file=sys.stderr)
            broken = 1
    print(say("cli.compiled"))
    return broken
