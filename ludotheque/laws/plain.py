"""The law that kernels give the same without the compiler, where a slip between signed and unsigned words shows."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

from ludotheque.count import perft
from ludotheque.laws.breach import Breach, sample, texts
from ludotheque.library import places, position_from_json
from ludotheque.position import Position
from ludotheque.record import Record

WIDE = 30
"""From this number of moves on, plain Python counts one move deep, else two."""


def kernels_agree_with_plain_python(record: Record) -> Iterator[Breach]:
    """The counts of some positions."""
    positions = sample([position for position in record.positions if position.to_act], 8)
    told = [json.dumps(position.to_json()) for position in positions]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "LUDOTHEQUE_GAMES": os.pathsep.join(places())}
    command = [sys.executable, "-W", "error", "-m", __name__]
    done = subprocess.run(
        command, input="\n".join(told), env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    if done.returncode:
        yield Breach(texts.say("breach.no_error"), (done.stderr.strip().splitlines() or ["–"])[-1])
        return
    for position, line in zip(positions, done.stdout.splitlines(), strict=True):
        if counts(position) != json.loads(line):
            yield Breach(line, counts(position), position)


def counts(position: Position) -> Sequence[int]:
    """Return how many moves a position has, and how many pairs of moves where they are few."""
    width = position.mobility(position.to_act[0])
    return [perft(position.game.rulebook, position.state, depth) for depth in (1, 2)[: 1 if width > WIDE else 2]]


GAME_LAWS = (kernels_agree_with_plain_python,)

if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(counts(position_from_json(line))))
