"""Run all measurements: of the games on one core, of the server on all."""

from __future__ import annotations

import os

from bench import batch, kills, playouts, readiness, search, server

cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
if cores:
    os.sched_setaffinity(0, {max(cores)})
playouts.run()
batch.run()
readiness.run()
search.run()
if cores:
    os.sched_setaffinity(0, cores)
server.run()
kills.run()
