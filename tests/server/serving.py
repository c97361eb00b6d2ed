"""Servers for tests: in a thread with a clock of the test's own, or in a process that can be killed."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import ludotheque as lt
from ludotheque.server.app import create_app
from ludotheque.server.run import listen, serve, web_server
from ludotheque.server.settings import Settings
from ludotheque.server.tables.manager import TableManager
from ludotheque.server.tables.store import milliseconds
from tests.server.people import PATIENCE, Person

QUICK: dict[str, Any] = {
    "computer_pause": 0,
    "search_seconds": 0.01,
    "sweep_every": 50,
    "messages_per_second": 1e6,
    "message_burst": 10**6,
    "requests_per_second": 1e6,
    "request_burst": 10**6,
    "studies_per_second": 1e6,
    "study_burst": 10**6,
    "messages_per_address": 1e6,
    "files_per_second": 1e6,
}
"""Settings that keep no test waiting."""

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["ludotheque.server.run", *(f"ludotheque.games.{id}.rules" for id in lt.games())])


class Moments:
    """A clock that runs, stands or is moved on as the test wants."""

    def __init__(self, fixed: int | None = None) -> None:
        self.fixed = fixed
        self.ahead = 0

    def __call__(self) -> int:
        return (milliseconds() if self.fixed is None else self.fixed) + self.ahead

    def pass_by(self, span: int) -> None:
        self.ahead += span


class Serving:
    """A server in a thread of the test."""

    def __init__(self, database: str, now: Callable[[], int] = milliseconds, **settings: Any) -> None:
        self.settings = Settings(database, **{**QUICK, **settings})
        self.app = create_app(self.settings, now)
        self.manager: TableManager = self.app.state.manager
        door = listen("127.0.0.1", 0)
        self.address = f"127.0.0.1:{door.getsockname()[1]}"
        self.server = web_server(self.app, self.settings)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [door]}, daemon=True)
        self.thread.start()
        self.people: list[Person] = []
        await_that(lambda: self.server.started)

    def person(self, name: str = "Anna") -> Person:
        """Somebody who has never been here."""
        self.people.append(Person(self.address, name))
        return self.people[-1]

    def close(self) -> None:
        for person in self.people:
            person.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "the server does not stop"


class Process:
    """A server in a process of its own, for killing. It comes back at the same address."""

    def __init__(self, database: str, errors: Path, **settings: Any) -> None:
        self.settings = Settings(database, **{**QUICK, **settings})
        self.errors = errors
        with closing(listen("127.0.0.1", 0)) as door:
            self.port = door.getsockname()[1]
        self.address = f"127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        work = FORKS.Process(target=_serve, args=(self.settings, self.port, str(self.errors)), daemon=True)
        work.start()
        self.work = work
        await_that(self.answers)

    def answers(self) -> bool:
        assert self.work.is_alive(), self.errors.read_text()
        asking = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            asking.request("GET", "/api/mine")
            return asking.getresponse().status == 200
        except OSError:
            return False
        finally:
            asking.close()

    def kill(self) -> None:
        """As a power cut would."""
        self.work.kill()
        self.work.join()
        self.work.close()


def _serve(settings: Settings, port: int, errors: str) -> None:
    out = os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    serve(settings, "127.0.0.1", port, show=False)


def children_of(process: int) -> set[int]:
    """The processes that a process has started and that still run."""
    try:
        listed = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:
        return set()
    return {int(pid) for pid in listed}


def serving_processes(parent: int) -> set[int]:
    """The processes that serve for a parent with several."""
    return {pid for pid in children_of(parent) if "resource_tracker" not in _command(pid)}


def _command(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_text()
    except OSError:  # it has just ended
        return "resource_tracker"


def await_that(wanted: Callable[[], object]) -> None:
    """Wait until something is true."""
    end = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)
