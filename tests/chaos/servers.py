"""The server processes under test, behind one port."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from tests.server.serving import serving_processes

COUNT = 3
SETTINGS = {
    "claim_after": 15_000,
    "ping_every": 1_000,
    "requests_per_second": 1000,
    "tables_per_address": 100_000,
    "sockets_per_address": 1000,
    "connections_per_address": 10_000,
    "messages_per_address": 10_000,
    "search_seconds": 0.05,
    "computer_workers": 1,
}
"""An absence counts soon, and who thinks hears something every second. All players come from one address, so that its
limits must not be in their way."""


class Servers:
    """A parent and the processes that serve."""

    def __init__(self, database: str, log: Path) -> None:
        words = [word for name, value in SETTINGS.items() for word in ("--set", f"{name}={value}")]
        command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--processes", str(COUNT), *words]
        with log.open("wb") as errors:
            self.parent = subprocess.Popen(
                command,
                env={**os.environ, "LUDOTHEQUE_DATABASE": database},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.parent.stdout
        found = re.search(r":(\d+)/", self.parent.stdout.readline())
        assert found, log.read_text()
        self.port = int(found[1])

    def processes(self) -> list[int]:
        """The processes that serve now."""
        return sorted(serving_processes(self.parent.pid))

    def signal(self, process: int, number: signal.Signals) -> None:
        """Send a signal to one of them, which may have ended."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, number)

    def close(self) -> None:
        """End all of them."""
        self.parent.terminate()
        try:
            self.parent.wait(30)
        finally:
            self.parent.kill()
            if self.parent.stdout:
                self.parent.stdout.close()
