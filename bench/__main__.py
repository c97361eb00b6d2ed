"""Run all measurements, on one core."""

from __future__ import annotations

import os

from bench import playouts, readiness, search

if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
playouts.run()
readiness.run()
search.run()
