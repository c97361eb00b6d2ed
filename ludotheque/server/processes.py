"""Several server processes behind one port.

The parent opens the port and serves nothing. Its children accept connections from the same queue, so that one of them
may end, by an error or for an upgrade, while the others go on. A signal `HUP` replaces them one by one.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Event

from ludotheque.errors import LudothequeError
from ludotheque.server import logs
from ludotheque.server.settings import Settings

SPAWN = multiprocessing.get_context("spawn")
PATIENCE = 5.0
"""Seconds in which a child must end when it is asked to."""
START = 60.0
"""Seconds in which a new child must answer before the one that it replaces ends."""
PAUSE = 1.0
"""A child that ends is started again after this many seconds, so that a lasting fault does not fill the machine."""

Run = Callable[[Settings, socket.socket, Callable[[], None]], None]
"""Serves connections of a port until it is asked to end; calls the function when it is ready."""


@dataclass
class Child:
    """A process that serves."""

    process: BaseProcess
    ready: Event

    def end(self) -> None:
        """Ask it to end, and do not wait for ever."""
        if self.process.is_alive():
            self.process.terminate()
        self.process.join(PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


class Processes:
    """The children of a server, and the parent that keeps them running."""

    def __init__(
        self, run: Run, settings: Settings, listening: socket.socket, count: int, ready: Callable[[], None]
    ) -> None:
        self.run, self.settings, self.listening, self.count, self.ready = run, settings, listening, count, ready
        self.children: list[Child] = []
        self._new: Child | None = None
        """The child that shall take the place of another one, until it answers."""
        self._announced = False
        self._ending = False
        self._replacing = False

    def serve(self) -> None:
        """Serve until a signal asks to end."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._end)
        if hasattr(signal, "SIGHUP"):
            signal.signal(signal.SIGHUP, self._replace)
        try:
            self.children = [self._start() for _ in range(self.count)]
            while not self._ending:
                self._watch()
        finally:
            ending = [threading.Thread(target=child.end) for child in self.children]
            for thread in ending:
                thread.start()
            for thread in ending:
                thread.join()

    def _watch(self) -> None:
        """Wait a moment, then start again what has ended, and replace what shall be replaced."""
        wait([child.process.sentinel for child in self.children], PAUSE / 4 if self._announced else PAUSE / 20)
        if self._ending:
            return
        if not self._announced and any(child.ready.is_set() for child in self.children):
            self._announced = True
            self.ready()
        self._revive()
        if self._replacing:
            self._replacing = False
            self._replace_all()

    def _revive(self) -> None:
        """Start again what has ended."""
        for place, child in enumerate(self.children):
            if not child.process.is_alive() and not self._ending:
                child.end()
                self._pause()
                self.children[place] = self._start()

    def _replace_all(self) -> None:
        """Put a new child in the place of each, one after the other. The old one ends when the new one answers."""
        for place in range(self.count):
            new = self._replacement()
            if new is None:
                if not self._ending:
                    logs.log.error("the new processes do not answer; the old ones go on")
                return
            old, self.children[place] = self.children[place], new
            old.end()

    def _replacement(self) -> Child | None:
        """Return a new child that answers; None when none does in time.

        One that ends before is tried again, because the database may be away for a moment. The others are watched.
        """
        latest = time.monotonic() + START
        while time.monotonic() < latest and not self._ending:
            self._new = new = self._start()
            while new.process.is_alive() and time.monotonic() < latest and not self._ending:
                if new.ready.wait(PAUSE / 4):
                    return new
                self._revive()
            new.end()
            self._pause()
        return None

    def _pause(self) -> None:
        """Wait a moment, unless it is time to end."""
        latest = time.monotonic() + PAUSE
        while time.monotonic() < latest and not self._ending:
            time.sleep(PAUSE / 20)

    def _start(self) -> Child:
        ready = SPAWN.Event()
        process = SPAWN.Process(target=_serve, args=(self.run, self.settings, self.listening, ready))
        process.start()
        return Child(process, ready)

    def _end(self, *_: object) -> None:
        self._ending = True
        # At once, because the parent may be waiting for one of them.
        for child in [*self.children, *([self._new] if self._new else [])]:
            with suppress(ValueError):  # it has ended before
                child.process.terminate()

    def _replace(self, *_: object) -> None:
        self._replacing = True


def _serve(run: Run, settings: Settings, listening: socket.socket, ready: Event) -> None:
    """Serve in a child, which ends with its parent."""
    # The keyboard's signal goes to the whole group; the parent ends the children in order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, name="ludotheque-parent", daemon=True).start()
    try:
        run(settings, listening, ready.set)
    except KeyboardInterrupt:
        pass
    except LudothequeError as error:  # the database may be away; the parent tries again
        logs.log.error("%s", error)
        sys.exit(1)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)
