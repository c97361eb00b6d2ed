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

    def __init__(self, folder: Path, prefix: str = "tables") -> None:
        self.folder, self.prefix = folder, prefix
        self.made = 0

    def new(self) -> str:
        """The address of a new database."""
        self.made += 1
        name = f"{self.prefix}_{self.made}"
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
    # Not pytest's folder: that is closed to the user postgres, and too long a name for a socket.
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-pg-"))
    try:
        make(folder, folder / "data")
        server = start(folder, folder / "data")
        try:
            await_answer(server, folder)
            yield Cluster(folder)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
    finally:
        shutil.rmtree(folder)


def make(folder: Path, data: Path, *words: str) -> None:
    """Make the files of a cluster; the folder also gets its socket and its log."""
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(folder, owner.pw_uid, owner.pw_gid)
        os.chown(data.parent, owner.pw_uid, owner.pw_gid)
    _run([*_as_user(), str(programs() / "initdb"), "-D", str(data), "-U", USER, "-A", "trust", "--no-sync", *words])


def start(folder: Path, data: Path, **more: str) -> subprocess.Popen[bytes]:
    """Start the server of a cluster, which answers a moment later."""
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(folder),
        "fsync": "off",
        "shared_buffers": "16MB",
        **more,
    }
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    command = [*_as_user(), str(programs() / "postgres"), "-D", str(data), *options]
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(command, cwd="/", stdout=log, stderr=log)


def answers(folder: Path) -> bool:
    """Whether a cluster takes connections."""
    try:
        psycopg.connect(host=str(folder), user=USER, dbname="postgres", connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def _as_user() -> list[str]:
    # It ends with the tests, even when those are killed.
    words = ["setpriv", "--pdeathsig=INT"]
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        words += [f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]
    return words


def await_answer(server: subprocess.Popen[bytes], folder: Path) -> None:
    """Wait until a cluster takes connections."""
    end = time.monotonic() + 60
    while not answers(folder):
        waiting = server.poll() is None and time.monotonic() < end
        assert waiting, (folder / "log").read_text()
        time.sleep(0.05)


def _run(command: Sequence[str]) -> None:
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
