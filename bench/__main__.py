"""Run all measurements, or those that are named: of the games on one core, of the server on all."""

from __future__ import annotations

import os
import platform
import sys
import timeit
from importlib import import_module

ONE_CORE = ("playouts", "positions", "adapters", "batch", "readiness", "search", "targets")
ALL_CORES = ("server", "searches", "kills", "site")
"""In their order. Each is a module of this folder with a function `run`."""


def main(asked: list[str]) -> None:
    parts = (*ONE_CORE, *ALL_CORES)
    if unknown := set(asked).difference(parts):
        sys.exit(f"there is no part “{min(unknown)}”; there are: {', '.join(parts)}")
    wanted = [part for part in parts if part in asked or not asked]
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {max(cores)})
    # Builds of Python differ by half in speed, and shared machines by more: what follows is to be seen beside this.
    turns = min(timeit.repeat("for _ in range(1_000_000): pass", number=1, repeat=5))
    print(
        f"machine cores={os.cpu_count()} python={platform.python_version()} million_turns_ms={1000 * turns:.0f}",
        flush=True,
    )
    for part in wanted:
        if cores and part in ALL_CORES:
            os.sched_setaffinity(0, cores)
        import_module(f"bench.{part}").run()


if __name__ == "__main__":
    main(sys.argv[1:])
