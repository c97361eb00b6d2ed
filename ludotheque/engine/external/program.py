"""A running program that reads and writes lines. It never outlives this process, and never makes it wait for ever."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

WAITING = 1000
"""Lines that wait to be read. When there are more, the program has to wait."""
LONGEST = 1 << 20
"""A longer line is cut."""
CLOSING = 1.0
"""Seconds in which pipes close after the end, unless others hold them too."""
ENDED, WOKEN = None, ""
"""What stands among the lines for the end of the program, and for a call of `wake`. Real lines are never empty."""


class Gone(Exception):
    """The program has ended."""


class Slow(Exception):
    """The program has not written a line in time."""


class Program:
    """A program that was started by its command. Errors of the system when it starts are passed on."""

    def __init__(self, command: Sequence[str]) -> None:
        # Imported here, so that importing the package stays quick.
        from multiprocessing.util import Finalize

        # A group of its own lets it be ended with all programs that it has started. Ctrl+C reaches only this process.
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=sys.platform != "win32"
        )
        assert self._process.stdin
        assert self._process.stdout
        # Only queues of this kind may be used by what runs when objects are dropped, which `wake` may be.
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._room = threading.Semaphore(WAITING)
        self._unsent: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        # Also when this object is dropped, and when this process ends or is a worker of `multiprocessing` that ends.
        self._kill = Finalize(self, kill, args=(self._process,), exitpriority=0)
        self._threads = [
            threading.Thread(target=listen, args=(self._process.stdout, self._lines, self._room), daemon=True),
            threading.Thread(target=write, args=(self._process.stdin, self._unsent), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: str) -> None:
        """Write a line as soon as the program reads it."""
        self._unsent.put(line)

    def receive(self, deadline: float | None) -> str | None:
        """Return the next line; None when another thread has called `wake`. `time.monotonic` tells the deadline."""
        try:
            line = self._lines.get(timeout=None if deadline is None else max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Slow from None
        if line is ENDED:
            self._lines.put(ENDED)
            raise Gone
        if line == WOKEN:
            return None
        self._room.release()
        return line.strip()

    def wake(self) -> None:
        """Let `receive` return."""
        self._lines.put(WOKEN)

    def end(self, patience: float = 0.0) -> None:
        """End the program, with force when it has not ended by itself after this many seconds."""
        self._unsent.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        self._kill()
        self._room.release(LONGEST)
        for thread in self._threads:
            thread.join(CLOSING)


def listen(output: IO[bytes], lines: queue.SimpleQueue[str | None], room: threading.Semaphore) -> None:
    """Pass on what the program writes."""
    with output:
        while line := output.readline(LONGEST):
            room.acquire()
            lines.put(line.decode(errors="replace"))
    lines.put(ENDED)


def write(pipe: IO[bytes], lines: queue.SimpleQueue[str | None]) -> None:
    """Pass on what the program is to read. When it has gone, that is noticed where it is listened to."""
    with suppress(OSError), pipe:
        while (line := lines.get()) is not None:
            pipe.write(f"{line}\n".encode())
            pipe.flush()


def kill(process: subprocess.Popen[bytes]) -> None:
    """End a program and all that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
