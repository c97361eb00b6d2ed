"""The server under load: acknowledged, durable decisions per second, beside boardgame.io's server.

One server process, one process that plays, both on this machine. Malawi is the standard game; `mix` is all five in
equal parts. A decision is acknowledged when it is on disk (SQLite: write-ahead log with synchronous=FULL; PostgreSQL:
its default, every commit flushed). boardgame.io keeps its matches in memory and plays the smallest game there is,
counting up: its figure is one of acknowledged moves, nothing of which is written.

`python -m bench.server DATABASE [PORT]` serves with the bounds for a single client lifted.
"""

from __future__ import annotations

import json
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import ludotheque as lt

GAMES = (50, 200, 500)
STANDARD = "malawi"
MIXED = 200
WARM_UP, SECONDS = 2.0, 8.0
PEER = Path(__file__).parent / "boardgame"
PATIENCE = 180


def run() -> None:
    peers = peer_is_ready()
    with tempfile.TemporaryDirectory() as folder:
        for count in GAMES:
            ours = measure(f"sqlite:///{folder}/{count}.sqlite", "sqlite", count, [STANDARD])
            if peers:
                theirs = measure_peer(count)
                print(f"server games={count} ratio={ours / theirs:.2f}", flush=True)
        measure(f"sqlite:///{folder}/mix.sqlite", "sqlite", MIXED, lt.games())
    if program := postgresql():
        with cluster(program) as address:
            measure(address, "postgresql", MIXED, [STANDARD])
    else:
        print("server database=postgresql missing=postgresql")


# Ours.


def measure(database: str, kind: str, count: int, games: Sequence[str]) -> float:
    """One line of figures; the decisions per second."""
    with serving(database) as (port, process):
        chosen = [word for game in games for word in ("--game", game)]
        times = ["--warm-up", str(WARM_UP), "--seconds", str(SECONDS)]
        command = [sys.executable, "-m", "bench.load", str(port), "--games", str(count), *chosen, *times]
        found = last_line([*command, "--process", str(process)])
    if found["faults"]:
        raise SystemExit(f"server: {found['faults']} faults, the first: {found['fault']}")
    name = games[0] if len(games) == 1 else "mix"
    print(
        f"server game={name} database={kind} games={count} decisions_per_s={found['decisions_per_s']:.0f} "
        f"p50_ms={found['p50_ms']:.1f} p99_ms={found['p99_ms']:.1f} server_busy={found['server_busy']:.2f} "
        f"client_busy={found['client_busy']:.2f} load={found['load']:.1f}",
        flush=True,
    )
    return float(found["decisions_per_s"])


@contextmanager
def serving(database: str, port: int = 0) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and process."""
    server = start(database, port)
    try:
        port = await_port(server)
        await_answer(server, port)
        yield port, server.pid
    finally:
        stop(server)


def start(database: str, port: int = 0) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bench.server", database, str(port)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def await_port(server: subprocess.Popen[str]) -> int:
    """The port that a server prints."""
    assert server.stdout
    for line in server.stdout:
        if found := re.search(r"http://\S+:(\d+)/|^(\d+)$", line):
            return int(found[1] or found[2])
    raise SystemExit("server: it did not start")


def await_answer(server: subprocess.Popen[Any], port: int) -> None:
    """Come back when it accepts connections."""
    while server.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("server: it did not start")


def stop(server: subprocess.Popen[Any]) -> None:
    server.terminate()
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


def last_line(command: Sequence[str], folder: Path | None = None) -> dict[str, Any]:
    """What a load client found out."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if done.returncode:
        raise SystemExit(f"server: {done.stderr.strip()[-500:]}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


# boardgame.io's.


def peer_is_ready() -> bool:
    """Install it, unless it is there; say so when it cannot be."""
    if not shutil.which("npm") or not shutil.which("node"):
        print("server peer=boardgame.io missing=npm")
        return False
    if not (PEER / "node_modules").exists():
        done = subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=PEER, check=False)
        if done.returncode:
            print("server peer=boardgame.io missing=packages")
            return False
    return True


def measure_peer(count: int) -> float:
    environment = {**os.environ, "NODE_ENV": "production"}
    server = subprocess.Popen(["node", "server.js"], cwd=PEER, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        words = map(str, (await_port(server), count, WARM_UP, SECONDS))
        found = last_line(["node", "load.js", *words], PEER)
    finally:
        stop(server)
    print(
        f"server peer=boardgame.io game=counter storage=memory games={count} moves_per_s={found['moves_per_s']:.0f} "
        f"p50_ms={found['p50_ms']:.1f} p99_ms={found['p99_ms']:.1f} load={os.getloadavg()[0]:.1f}",
        flush=True,
    )
    return float(found["moves_per_s"])


# PostgreSQL.


def postgresql() -> Path | None:
    """Where the newest PostgreSQL of this machine is."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


@contextmanager
def cluster(program: Path) -> Iterator[str]:
    """A cluster of our own that flushes every commit, gone afterwards; the address of its database."""
    folder = Path(tempfile.mkdtemp(prefix="ludotheque-pg-"))
    # It refuses to run as root.
    user = pwd.getpwnam("postgres") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
    who: dict[str, Any] = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
    os.chown(folder, user.pw_uid, user.pw_gid)
    make = [f"{program}/initdb", "-D", f"{folder}/data", "-U", "ludotheque", "-A", "trust"]
    serve = [f"{program}/postgres", "-D", f"{folder}/data", "-c", "listen_addresses=", "-k", f"{folder}"]
    try:
        subprocess.run(make, cwd="/", stdout=subprocess.DEVNULL, check=True, **who)
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(serve, cwd="/", stdout=log, stderr=log, **who)
        try:
            while not (folder / ".s.PGSQL.5432").exists() and server.poll() is None:
                time.sleep(0.1)
            time.sleep(1)
            yield f"postgresql://ludotheque@/postgres?host={folder}"
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(30)
    finally:
        shutil.rmtree(folder)


def main() -> None:
    """Serve without bounds for a single client: all load comes from one address."""
    from ludotheque.server.run import serve
    from ludotheque.server.settings import Settings

    most = 10**9
    settings = Settings(
        sys.argv[1],
        tables_per_guest=most,
        tables_per_address=most,
        sockets_per_address=most,
        messages_per_second=most,
        message_burst=most,
        requests_per_second=most,
        request_burst=most,
    )
    serve(settings, "127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0, show=False)


if __name__ == "__main__":
    main()
