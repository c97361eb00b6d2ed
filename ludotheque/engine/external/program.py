"""A running program that reads and writes lines. It never outlives this process, and never makes it wait for ever."""

from __future__ import annotations

import io
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import IO, NamedTuple, cast

WAITING = 1000
"""How often a program may write before it has to wait until that is read."""
MOST, LONGEST = 1 << 13, 1 << 20
"""The bytes that are read at once. A line that is longer than `LONGEST` is cut."""
CLOSING = 1.0
"""Seconds in which pipes close after the end, unless others hold them too."""


class Said(NamedTuple):
    """Lines that a program wrote at once, and when."""

    time: float
    lines: Sequence[str]


ENDED, WOKEN = None, Said(0.0, ())
"""What stands among the lines for the end of the program, and for a call of `wake`."""


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
        self._said: queue.SimpleQueue[Said | None] = queue.SimpleQueue()
        self._unread = deque[str]()
        self._room = threading.Semaphore(WAITING)
        self._unsent: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        # Also when this object is dropped, and when this process ends or is a worker of `multiprocessing` that ends.
        self._kill = Finalize(self, kill, args=(self._process,), exitpriority=0)
        self._threads = [
            threading.Thread(target=listen, args=(self._process.stdout, self._said, self._room), daemon=True),
            threading.Thread(target=write, args=(self._process.stdin, self._unsent), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def send(self, line: str) -> None:
        """Write a line as soon as the program reads it."""
        self._unsent.put(line)

    def receive(self, deadline: float | None) -> str | None:
        """Return the next line; None when another thread has called `wake`. `time.monotonic` tells the deadline."""
        while not self._unread:
            try:
                said = self._said.get(timeout=None if deadline is None else max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise Slow from None
            if said is ENDED:
                self._said.put(ENDED)
                raise Gone
            if said is WOKEN:
                return None
            self._room.release()
            if deadline is not None and said.time > deadline:
                raise Slow
            self._unread.extend(said.lines)
        return self._unread.popleft()

    def forget(self) -> Sequence[str]:
        """Return the lines that have come already, and never again. They do not answer what will be asked."""
        with suppress(queue.Empty):
            while (said := self._said.get_nowait()) is not ENDED:
                self._unread.extend(said.lines)
                if said is not WOKEN:
                    self._room.release()
            self._said.put(ENDED)
        forgotten = list(self._unread)
        self._unread.clear()
        return forgotten

    def wake(self) -> None:
        """Let `receive` return."""
        self._said.put(WOKEN)

    def end(self, patience: float = 0.0) -> None:
        """End the program, with force when it has not ended by itself after this many seconds."""
        self._unsent.put(None)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        self._kill()
        self._room.release(LONGEST)
        for thread in self._threads:
            thread.join(CLOSING)


def listen(output: IO[bytes], said: queue.SimpleQueue[Said | None], room: threading.Semaphore) -> None:
    """Pass on what the program writes. What it writes at once stays together."""
    begun = b""
    with output:
        while written := cast(io.BufferedReader, output).read1(MOST):
            *lines, begun = (begun + written).split(b"\n")
            if len(begun) > LONGEST:
                lines, begun = [*lines, begun], b""
            if lines:
                room.acquire()
                said.put(Said(time.monotonic(), [line.decode(errors="replace").strip() for line in lines]))
    if begun:
        said.put(Said(time.monotonic(), [begun.decode(errors="replace").strip()]))
    said.put(ENDED)


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
