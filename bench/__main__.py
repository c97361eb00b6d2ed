"""Run all measurements: of the games on one core, of the server on all."""

from __future__ import annotations

import os
import platform
import timeit

from bench import adapters, batch, kills, playouts, positions, readiness, search, searches, server, targets

cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
if cores:
    os.sched_setaffinity(0, {max(cores)})
# Builds of Python differ by half in speed, and shared machines by more: what follows is to be seen beside this.
turns = min(timeit.repeat("for _ in range(1_000_000): pass", number=1, repeat=5))
print(
    f"machine cores={os.cpu_count()} python={platform.python_version()} million_turns_ms={1000 * turns:.0f}", flush=True
)
playouts.run()
positions.run()
adapters.run()
batch.run()
readiness.run()
search.run()
targets.run()
if cores:
    os.sched_setaffinity(0, cores)
server.run()
searches.run()
kills.run()
