"""Several processes behind one port: any of them may end while people play."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.server.processes import START, Processes
from ludotheque.server.run import listen, serve
from ludotheque.server.settings import Settings
from tests.server import postgres
from tests.server.people import PATIENCE, Connection, Person, play
from tests.server.serving import await_that, serving_processes

COUNT = 2


@contextmanager
def serving(database: str, folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server with several processes, and its address."""
    words = ["serve", "--port", "0", "--processes", str(COUNT), "--lang", "en"]
    with (folder / "errors").open("w") as errors:
        server = subprocess.Popen(
            [sys.executable, "-m", "ludotheque", *words],
            env={**os.environ, "LUDOTHEQUE_DATABASE": database, "LUDOTHEQUE_REQUESTS_PER_SECOND": "1000"},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    assert server.stdout
    try:
        found = re.search(r"http://(\S+)/", server.stdout.readline())
        assert found, (folder / "errors").read_text()
        yield server, found[1]
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


def children(server: subprocess.Popen[str]) -> set[int]:
    """The processes that serve."""
    return serving_processes(server.pid)


def reconnected(connections: list[Connection]) -> None:
    """Open the pages again that were at a process that has ended."""
    for connection in connections:
        connection.close()
        connection.open()


def test_a_game_goes_on_while_processes_are_killed_and_replaced(cluster: postgres.Cluster, tmp_path: Path) -> None:
    dice = random.Random(5)
    with serving(cluster.new(), tmp_path) as (server, address):
        await_that(lambda: len(children(server)) == COUNT)
        anna, ben = Person(address), Person(address, "Ben")
        table = anna.set_up("malawi", time={"kind": "minutes", "minutes": 30, "increment": 5})
        ben.join(table, anna.invitation(table))
        connections = [anna.live(table), ben.live(table)]
        play(connections, dice, 4)

        killed = min(children(server))
        os.kill(killed, signal.SIGKILL)
        reconnected(connections)
        play(connections, dice, 4)
        await_that(lambda: killed not in children(server) and len(children(server)) == COUNT)

        before = children(server)
        server.send_signal(signal.SIGHUP)
        await_that(lambda: not before & children(server))
        reconnected(connections)
        play(connections, dice, 4)
        for connection in connections:
            connection.until(lambda state: len(state["moves"]) == 12)

        last = children(server)
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) == 0
        assert not any(Path(f"/proc/{pid}").exists() for pid in last)
        for person in (anna, ben):
            person.close()


def test_children_end_with_their_parent(cluster: postgres.Cluster, tmp_path: Path) -> None:
    with serving(cluster.new(), tmp_path) as (server, _):
        await_that(lambda: len(children(server)) == COUNT)
        serving_now = children(server)
        server.kill()
        await_that(lambda: not any(Path(f"/proc/{pid}").exists() for pid in serving_now))


def test_a_server_that_waits_for_its_database_ends_when_it_is_told_to(tmp_path: Path) -> None:
    """Its first processes cannot start. It tries again, and the signal must not wait for that."""
    errors = tmp_path / "errors"
    with errors.open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--processes", str(COUNT), "--lang", "en"],
            env={**os.environ, "LUDOTHEQUE_DATABASE": "postgresql://nobody@127.0.0.1:1/none"},
            stdout=subprocess.DEVNULL,
            stderr=log,
        )
    try:
        await_that(lambda: errors.read_text().count("the database does not answer") > 2 * COUNT)
        server.terminate()
        assert server.wait(5) == 0
    finally:
        server.kill()
        server.wait()
    assert "Traceback" not in errors.read_text()


def fails_once(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
    """A child that cannot start the first time, as when the database is away."""
    tried = Path(settings.database)
    if not tried.exists():
        tried.touch()
        sys.exit(1)
    ready()
    time.sleep(PATIENCE)


def test_a_replacement_that_cannot_start_is_tried_again(tmp_path: Path) -> None:
    begun = time.monotonic()
    with listen("127.0.0.1", 0) as listening:
        settings = Settings(str(tmp_path / "tried"))
        new = Processes(fails_once, settings, listening, 1, lambda: None)._replacement()
    assert new
    assert new.process.is_alive()
    new.process.kill()
    new.end()
    assert time.monotonic() - begun < START, "nobody waits for a child that has ended"


def test_sqlite_has_one_process(sqlite: str) -> None:
    with pytest.raises(LudothequeError, match="PostgreSQL"):
        serve(Settings(sqlite), "127.0.0.1", 0, show=False, processes=2)
