"""What a batch tells while it plays, as one short word for many numbers: the same on every machine, or not.

It runs on both sides, so it takes numpy's arrays and CuPy's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

EXPECTED = "expected.json"
GAMES, STEPS, OFTEN = 512, 320, 40
SEED = 11
THREADS, EACH = 4096, 2
"""How many threads play whole games, and how many games each."""


def digest(arrays: Sequence[Any]) -> str:
    """Return a fingerprint of arrays: of their numbers, shapes and kinds."""
    found = hashlib.sha256()
    for array in arrays:
        here = array.get() if hasattr(array, "get") else array
        found.update(f"{here.dtype} {here.shape}".encode() + here.tobytes())
    return found.hexdigest()[:32]


def played(batch: Any) -> Iterator[str]:
    """Play at random and yield a fingerprint of all that a batch tells, now and then."""
    found = ""
    for number in range(1, STEPS + 1):
        actions = batch.sample()
        batch.step(actions)
        told = (actions, batch.players, batch.masks, batch.begun, batch.rewards, batch.over, batch.observe())
        found = hashlib.sha256(f"{found} {digest(told)}".encode()).hexdigest()[:32]
        if number % OFTEN == 0:
            yield found
