"""`ludotheque puzzles` makes puzzles, and `ludotheque check puzzles` proves them. The solvers are loaded only here."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from ludotheque.cli.parser import Options, add_command, add_game, add_keep, add_output, add_work
from ludotheque.cli.positions import write_output
from ludotheque.cli.work import chosen_folder, long_work
from ludotheque.library import games, load
from ludotheque.teaching.puzzle import puzzles
from ludotheque.teaching.reading import extras
from ludotheque.texts import say


def add_commands(commands: Any) -> None:
    make = add_command(commands, "puzzles", make_puzzles)
    add_game(make)
    make.add_argument("--wanted", type=int, default=120, metavar="N", help=str(say("cli.puzzles_wanted")))
    make.add_argument("--games", type=int, default=100, metavar="N", help=str(say("cli.puzzles_games")))
    add_work(make)
    add_keep(make, say("cli.puzzles_keep"))
    add_output(make, say("cli.puzzles_output"))


def make_puzzles(options: Options) -> int:
    """Play games and print the best puzzles found in them, one to a line of JSON."""
    from ludotheque.arena.puzzles.choice import chosen
    from ludotheque.arena.puzzles.make import make_pool

    assert load(options.game).rulebook.rules.kernels  # compiled here once, rather than by every worker
    with chosen_folder(options) as folder, long_work(options, options.games) as (workers, progress):
        pool = make_pool(
            options.game,
            options.games,
            options.seed,
            folder / f"{options.game}.jsonl",
            workers,
            lambda games, found: progress.show(say("cli.puzzles_found", games=games, found=found)),
        )
    best = chosen(pool, options.wanted, options.game)
    text = "[\n" + ",\n".join(json.dumps(puzzle, ensure_ascii=False) for puzzle in best) + "\n]\n"
    write_output(text, options.output)
    return 0


def check_puzzles(options: Options, ids: Sequence[str]) -> int:
    """Prove every puzzle of some games (or of all) again; say how many are confirmed, refuted and undecided."""
    failed = 0
    for id in ids or [id for id in games() if "puzzles" in extras(id)]:
        names = [puzzle.id for puzzle in puzzles(id)]
        verdicts = dict.fromkeys(names, "")  # in this order, whichever is checked first
        with long_work(options, len(names)) as (workers, progress):
            for name, verdict in workers.map(partial(_checked, id), names):
                verdicts[name] = verdict
                progress.show(load(id).title)
        counts = Counter(verdicts.values())
        print(say("cli.checked", game=load(id).title, **{name: counts[name] for name in VERDICTS}), flush=True)
        for name, verdict in verdicts.items():
            if verdict != "confirmed":
                failed = 1
                print(f"  {name}: {say(f'cli.{verdict}')}")
    return failed


VERDICTS = ("confirmed", "refuted", "undecided")


def _checked(id: str, name: str) -> str:
    from ludotheque.arena.puzzles.check import check

    return str(check(next(puzzle for puzzle in puzzles(id) if puzzle.id == name)))
