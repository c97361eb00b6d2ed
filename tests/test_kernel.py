"""The kernels give the same as plain Python, where a slip between signed and unsigned words would show."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import ludotheque as lt
from ludotheque.adapters.actions import Moment
from tests.variants import VARIANTS, whole_game

SCRIPT = """
import json, sys
import ludotheque as lt
from tests.test_kernel import findings
for line in sys.stdin:
    told, depth = json.loads(line)
    print(json.dumps(findings(lt.position_from_json(told), depth)), flush=True)
"""


def findings(position: lt.Position, depth: int) -> list[object]:
    """Perft, the legal actions, and what the player to act observes."""
    moment = Moment(position)
    return [lt.perft(position, depth), moment.legal, moment.observe(position.to_act[0]).nonzero()[0].tolist()]


def positions() -> list[tuple[lt.Position, int]]:
    """From every variant: the start and moments of two games, as deep as plain Python can count."""
    found = []
    for game in VARIANTS:
        for seed in (0, 1):
            played = whole_game(game, seed).positions
            for ply in {0, 1, len(played) // 3, len(played) // 2, len(played) - 3, len(played) - 2}:
                position = played[ply]
                width = lt.perft(position, 1)
                found.append((position, 1 if width > 30 else 2 if width > 8 else 3))
    return found


def test_everything_is_the_same_without_the_compiler() -> None:
    tasks = positions()
    lines = "\n".join(json.dumps([position.to_json(), depth]) for position, depth in tasks)
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT],
        input=lines,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr[-2000:]
    found = [json.loads(line) for line in plain.stdout.splitlines()]
    assert found == [findings(position, depth) for position, depth in tasks]
