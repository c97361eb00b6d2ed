"""Whole games between random pairs of levels over all options: `python -m tests.many_games [GAMES]`.

Every move goes through the referee. An illegal one, or an engine that raises, ends the run and prints the record. The
tests play a few games in this way; this module plays thousands.
"""

from __future__ import annotations

import random
import sys
import time

import ludotheque as lt
from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import LEVELS
from tests.variants import VARIANTS, name

SECONDS = 0.005
"""For each move, whatever the level: this is about the rules, not about strength."""
USUAL = 2000


def play(game: lt.Game, dice: random.Random) -> lt.Record:
    """One game to its end, each seat at any level."""
    computers = [Computer(game, dice.choice(LEVELS), dice.getrandbits(32), SECONDS) for _ in range(game.players)]
    record = lt.Record.of(game)
    try:
        while record.final.to_act:
            player = dice.choice(record.final.to_act)
            record = record.play(computers[player].choose(record.final.view(player)), player)
    except Exception:
        print(record, file=sys.stderr)
        raise
    return record


def main(games: int) -> None:
    begun, moves = time.perf_counter(), 0
    for number in range(games):
        game = VARIANTS[number % len(VARIANTS)]
        moves += len(play(game, random.Random(f"{number} {name(game)}")).moves)
        if number % 50 == 49:
            print(f"{number + 1:,} games, {moves:,} moves, {time.perf_counter() - begun:.0f} s", flush=True)
    print(f"{games:,} games over {len(VARIANTS)} variants, {moves:,} moves: all legal")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else USUAL)
