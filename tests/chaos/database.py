"""A PostgreSQL that can be killed, paused and filled."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from tests.server import postgres
from tests.server.serving import children_of

DISK = "256m"
"""The size of the small disk that holds the data. It fits some hours of games."""
PIECE = bytes(1 << 16)


class Database:
    """A cluster of its own. When the system permits it, its data lie on a small disk that can be filled."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ludotheque-chaos-"))
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        self.has_disk = _mounted(self.disk)
        """Whether the data lie on a disk of their own."""
        self.lock = asyncio.Lock()
        """One fault of the database at a time."""
        # Small pieces of the write-ahead log: a full disk is soon noticed.
        postgres.make(self.folder, self.data, "--wal-segsize=1")
        self.run()
        postgres.await_answer(self.server, self.folder)
        self.url = postgres.Cluster(self.folder).new()

    @property
    def data(self) -> Path:
        """The folder of the data."""
        return self.disk / "data"

    def run(self) -> None:
        """Start the server. It may be recovering for a while."""
        self.server: subprocess.Popen[bytes] = postgres.start(
            self.folder, self.data, min_wal_size="4MB", max_wal_size="32MB"
        )

    def processes(self) -> set[int]:
        """The server and all its processes."""
        return {self.server.pid, *children_of(self.server.pid)}

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the server and all its processes."""
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    async def ended(self) -> None:
        """Wait for the end of the server."""
        await asyncio.to_thread(self.server.wait, 60)

    async def back(self) -> None:
        """Start the server again when it has ended, as a host's system does, until it answers."""
        latest = time.monotonic() + 60
        while not await asyncio.to_thread(postgres.answers, self.folder):
            assert time.monotonic() < latest, (self.folder / "log").read_text()[-3000:]
            if self.server.poll() is not None:
                self.run()
            await asyncio.sleep(0.05)

    # The disk.

    @property
    def ballast(self) -> Path:
        """The file that fills the disk."""
        return self.disk / "ballast"

    def fill(self) -> None:
        """Leave no room on the disk."""
        with contextlib.suppress(OSError), self.ballast.open("ab", buffering=0) as file:
            while file.write(PIECE):
                pass

    def free(self) -> None:
        """Give the room back."""
        self.ballast.unlink(missing_ok=True)

    def close(self) -> None:
        """End the server and remove its files."""
        self.signal(signal.SIGCONT)
        self.server.send_signal(signal.SIGQUIT)
        self.server.wait(60)
        if self.has_disk:
            subprocess.run(["umount", str(self.disk)], check=True)
        shutil.rmtree(self.folder)


def _mounted(folder: Path) -> bool:
    """Mount a small disk, and return whether the system permits it."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(folder)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False
