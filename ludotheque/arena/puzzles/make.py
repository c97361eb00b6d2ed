"""Making the puzzles of a game: many games on all processors, each searched for puzzles, then the best of all of them.

Every game that was searched is one line of JSON in a file. Work that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

from ludotheque.arena.puzzles.find import find_in
from ludotheque.arena.puzzles.games import Games, variant_of
from ludotheque.arena.puzzles.proof import Prover
from ludotheque.arena.puzzles.write import PuzzleData, Writer
from ludotheque.arena.work import Workers
from ludotheque.position import Game

LOOKS = (60_000, 60_000, 60_000, 600_000)
"""How many nodes to look at in a position, game after game. Short looks find most, long ones what is hard."""
PER_GAME = 2
"""At most this number of puzzles of one side, goal and depth come from the same game."""


@cache
def tools(game: Game) -> tuple[Games, Writer]:
    """What makes puzzles of a variant. Each process has its own, since the tables are large."""
    return Games(game), Writer(Prover(game))


def puzzles_of_game(id: str, seed: int, number: int) -> list[PuzzleData]:
    """The puzzles of one game."""
    games, writer = tools(variant_of(id, number))
    nodes = LOOKS[number % len(LOOKS)]
    found: dict[str, PuzzleData] = {}
    taken: Counter[tuple[int, str, int | None]] = Counter()
    for record, near_end in games(f"{seed} {number}"):
        if not (find := find_in(writer.prover, record, nodes if near_end else 0)):
            continue
        kind = (find.player, find.goal, find.within)
        if taken[kind] < PER_GAME and (puzzle := writer.puzzle(find)) and puzzle["id"] not in found:
            found[puzzle["id"]] = puzzle
            taken[kind] += 1
    return list(found.values())


def make_pool(
    id: str, games: int, seed: int, file: Path, workers: Workers, progress: Callable[[int, int], None]
) -> list[PuzzleData]:
    """The puzzles of this number of games. The file keeps those of games that were searched before."""
    pool = dict(_read(file))
    missing = [number for number in range(games) if number not in pool]
    workers.cost.skipped += games - len(missing)
    with file.open("a", encoding="utf-8") as out:
        for number, found in workers.map(partial(puzzles_of_game, id, seed), missing):
            pool[number] = found
            out.write(json.dumps([number, found], ensure_ascii=False) + "\n")
            out.flush()
            progress(len(pool), sum(map(len, pool.values())))
    return [puzzle for number in sorted(pool) for puzzle in pool[number]]


def _read(file: Path) -> Sequence[tuple[int, list[PuzzleData]]]:
    pool = []
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        try:
            number, found = json.loads(line)
        except ValueError:
            continue  # a line was cut off: that game is searched again
        pool.append((number, found))
    return pool
