"""Rounds in which peers and our games alternate, so that a busy machine is busy for all."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from statistics import median

Play = Callable[[], int]
"""Plays a little, and returns how many moves, turns or actions that were."""

ROUNDS = 5
SECONDS = 0.4
"""How long each plays in each round."""


def compare(title: str, unit: str, peers: Mapping[str, Play], ours: Mapping[str, Play]) -> None:
    """Print a line for each peer and each game, with the ratios to the peers round by round."""
    rates: dict[str, list[float]] = {name: [] for name in (*peers, *ours)}
    for _ in range(ROUNDS):
        for name, play in (*peers.items(), *ours.items()):
            rates[name].append(per_second(play))
    for name in peers:
        print(f"{title} peer={name} {unit}_per_s={median(rates[name]):.0f}")
    for name in ours:
        ratios = " ".join(f"ratio_{peer}={ratio(rates[name], rates[peer]):.2f}" for peer in peers)
        print(f"{title} game={name} {unit}_per_s={median(rates[name]):.0f} {ratios}")


def per_second(play: Play) -> float:
    played, begun = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - begun) < SECONDS:
        played += play()
    return played / elapsed


def ratio(ours: list[float], theirs: list[float]) -> float:
    return median(mine / other for mine, other in zip(ours, theirs, strict=True))
