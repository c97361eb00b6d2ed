"""Perft deeper than the tests go: `make perft` compares with `tests/games/deep_perft.json`; `--write` counts again.

The shallow counts agree with the conformance vectors; the deep ones were counted by this program and guard it against
changes.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import ludotheque as lt
from tests.variants import VARIANTS, name

FILE = Path(__file__).with_suffix(".json")
MOST = 400_000_000
"""No table goes on beyond so many sequences."""


def table(game: lt.Game) -> list[int]:
    """Perft from the start, until the next depth would take too long."""
    counts: list[int] = []
    while not counts or counts[-1] * (counts[-1] // (counts[-2] if len(counts) > 1 else 1) or 1) < MOST:
        counts.append(lt.perft(game.start(), len(counts) + 1))
    return counts


def main() -> int:
    begun = time.perf_counter()
    found = {name(game): table(game) for game in VARIANTS}
    print(f"{sum(map(sum, found.values())):,} sequences in {time.perf_counter() - begun:.1f} s")
    if "--write" in sys.argv:
        FILE.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        return 0
    expected = json.loads(FILE.read_text("utf-8"))
    for variant, counts in found.items():
        print(f"{'ok ' if counts == expected.get(variant) else 'BAD'} {variant}: {counts}")
    return int(found != expected)


if __name__ == "__main__":
    sys.exit(main())
