"""Metrics of a server, for Prometheus. Each application has its own registry.

A label never names a table, a person or an address. So the metrics tell how busy the server is, and nothing about who
plays.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.process_collector import ProcessCollector

from ludotheque import __version__

TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
SIZES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
GAUGES = {
    "tables": "Tables in memory.",
    "sockets": "Open sockets between pages and tables.",
    "writes_waiting": "Requests that wait for the database.",
    "messages_waiting": "Messages that wait for pages.",
    "computer_searches_running": "Computer players that search for a move.",
    "computer_searches_waiting": "Computer players that wait for a process.",
    "analysis_searches_running": "Analyses that are searching.",
    "analysis_searches_waiting": "Analyses that wait for a process.",
}
"""What is read at the moment when somebody asks, with its description."""


class Metrics:
    """All metrics of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        place: dict[str, Any] = {"namespace": "ludotheque", "registry": self.registry}
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        Info("server", "The version of the program.", **place).info({"version": __version__})
        self.moves = Counter("moves", "Moves on disk.", ["player"], **place)
        self.move_seconds = Histogram(
            "move_seconds", "Time of a person's move from its receipt to its commit.", buckets=SECONDS, **place
        )
        self.write_seconds = Histogram("write_seconds", "Time of a transaction.", buckets=SECONDS, **place)
        self.write_batch = Histogram("write_batch", "Requests in one transaction.", buckets=SIZES, **place)
        self.write_errors = Counter("write_errors", "Requests that could not be written.", ["kind"], **place)
        self.answers = Counter("answers", "Answers to HTTP requests.", ["status"], **place)
        self.errors = Counter("errors", "Unexpected errors. The log has each of them.", **place)
        self._gauges = {name: Gauge(name, about, **place) for name, about in GAUGES.items()}
        self._moves_of = {player: self.moves.labels(player) for player in ("person", "computer")}
        for kind in ("conflict", "failure"):
            self.write_errors.labels(kind)

    def watch(self, **readings: Callable[[], float]) -> None:
        """Read these gauges when somebody asks. The event loop does it, so they may look at its objects."""
        for name, reading in readings.items():
            self._gauges[name].set_function(reading)

    def moved(self, count: int, received: float | None) -> None:
        """Count moves that are on disk; `received` is when a person's move arrived, and None for a computer's."""
        self._moves_of["computer" if received is None else "person"].inc(count)
        if received is not None:
            self.move_seconds.observe(time.perf_counter() - received)

    def written(self, requests: int, begun: float) -> None:
        """Note one transaction that succeeded."""
        self.write_seconds.observe(time.perf_counter() - begun)
        self.write_batch.observe(requests)

    def text(self) -> bytes:
        """Return all metrics in the form that Prometheus reads."""
        return generate_latest(self.registry)
