"""A PostgreSQL of the tests' own, from Debian's package: no network, a folder of its own, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg

WHAT_TO_DO = "PostgreSQL is missing. As root: apt-get install postgresql; then run the tests again."
USER = "ludotheque"


class Cluster:
    """A running cluster; every test gets a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made = 0

    def new(self) -> str:
        """The address of a new database."""
        self.made += 1
        name = f"tables_{self.made}"
        with psycopg.connect(host=str(self.folder), user=USER, dbname="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql://{USER}@/{name}?host={self.folder}"


def programs() -> Path:
    """Where the newest PostgreSQL of this machine is."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    assert found, WHAT_TO_DO
    return found[-1].parent


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Start one, and stop it."""
    bin = programs()
    # Not pytest's folder: that is closed to the user postgres, and too long a name for a socket.
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-pg-"))
    # It ends with the tests, even when those are killed.
    as_user = ["setpriv", "--pdeathsig=INT"]
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        as_user += [f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
    try:
        _run([*as_user, str(bin / "initdb"), "-D", str(folder / "data"), "-U", USER, "-A", "trust", "--no-sync"])
        with _server([*as_user, str(bin / "postgres"), "-D", str(folder / "data")], folder):
            yield Cluster(folder)
    finally:
        shutil.rmtree(folder)


@contextmanager
def _server(command: Sequence[str], folder: Path) -> Iterator[None]:
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(folder),
        "fsync": "off",
        "shared_buffers": "16MB",
    }
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen([*command, *options], cwd="/", stdout=log, stderr=log)
    try:
        _await_answer(server, folder)
        yield
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


def _await_answer(server: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            psycopg.connect(host=str(folder), user=USER, dbname="postgres").close()
            return
        except psycopg.OperationalError:
            waiting = server.poll() is None and time.monotonic() < end
            assert waiting, (folder / "log").read_text()
            time.sleep(0.05)


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
