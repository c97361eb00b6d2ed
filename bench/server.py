"""The server under load: acknowledged, durable moves per second, beside boardgame.io's server.

One server process and one process that plays run on this machine. Malawi is the standard game; `mix` is all five in
equal parts. A move is acknowledged when it is on disk. SQLite has a write-ahead log with synchronous=FULL; PostgreSQL
flushes every commit, as is its default. boardgame.io keeps its matches in memory and plays the smallest game there is,
counting up. Its moves are acknowledged, but not written.

Moves for each second of the server's processors are what one may compare: the load clients differ, and so do the
machines. The database's own processors are not counted; SQLite's are, because it runs in the server.

`python -m bench.server DATABASE [PORT [PROCESSES]]` serves without the limits for a single client.
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
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import ludotheque as lt

GAMES = (50, 200, 500)
MANY = 2000
"""Games that one process holds at once."""
PROCESSES = (1, 2, 4)
STANDARD = "malawi"
MIXED = 200
WARM_UP, SECONDS = 2.0, 8.0
PEER = Path(__file__).parent / "boardgame"
PATIENCE = 600


def run() -> None:
    peers = peer_is_ready()
    with tempfile.TemporaryDirectory() as folder:
        for count in (*GAMES, MANY):
            ours = measure(f"sqlite:///{folder}/{count}.sqlite", "sqlite", count, [STANDARD])
            if peers and count in GAMES:
                theirs = measure_peer(count)
                by_clock, by_processor = (ours[name] / theirs[name] for name in ("moves_per_s", "moves_per_cpu_s"))
                print(f"server games={count} ratio={by_clock:.2f} cpu_ratio={by_processor:.2f}", flush=True)
        measure(f"sqlite:///{folder}/mix.sqlite", "sqlite", MIXED, lt.games())
    if program := postgresql():
        with cluster(program) as address:
            for routing in ("any", "table"):
                each = [measure(address, "postgresql", MIXED, [STANDARD], number, routing) for number in PROCESSES]
                ratios = " ".join(f"{figures['moves_per_cpu_s'] / each[0]['moves_per_cpu_s']:.2f}" for figures in each)
                names = ",".join(map(str, PROCESSES))
                print(f"server database=postgresql routing={routing} processes={names} cpu_ratios={ratios}", flush=True)
    else:
        print("server database=postgresql missing=postgresql")


# Ours.


def measure(
    database: str, kind: str, count: int, games: Sequence[str], processes: int = 1, routing: str = "any"
) -> dict[str, float]:
    """Print one line of figures, and return them.

    With routing `any` the processes share a port, and each player comes to any of them. With `table` each has its own
    port, and all players of a table come to the same one, as behind the proxy of `deploy/`.
    """
    with ExitStack() as held:
        if routing == "any":
            servers = [held.enter_context(serving(database, processes=processes))]
        else:
            servers = [held.enter_context(serving(database)) for _ in range(processes)]
        chosen = [word for game in games for word in ("--game", game)]
        times = ["--warm-up", str(WARM_UP), "--seconds", str(SECONDS)]
        ports = [str(port) for port, _ in servers]
        command = [sys.executable, "-m", "bench.load", *ports, "--games", str(count), *chosen, *times]
        figures = last_line([*command, *(word for _, process in servers for word in ("--process", str(process)))])
    if figures["faults"]:
        raise SystemExit(f"server: {figures['faults']} faults, the first: {figures['fault']}")
    figures["moves_per_cpu_s"] = figures["moves_per_s"] / figures["server_busy"]
    name = games[0] if len(games) == 1 else "mix"
    print(
        f"server game={name} database={kind} processes={processes} routing={routing} games={count} {speed(figures)} "
        f"client_busy={figures['client_busy']:.2f} load={figures['load']:.1f}",
        flush=True,
    )
    return figures


def speed(figures: dict[str, float]) -> str:
    """Return the figures that ours and the other server have in common."""
    return (
        f"moves_per_s={figures['moves_per_s']:.0f} moves_per_cpu_s={figures['moves_per_cpu_s']:.0f} "
        f"p50_ms={figures['p50_ms']:.1f} p99_ms={figures['p99_ms']:.1f} server_busy={figures['server_busy']:.2f}"
    )


@contextmanager
def serving(database: str, port: int = 0, processes: int = 1) -> Iterator[tuple[int, int]]:
    """Start a server in its own process, or in several; yield its port and process."""
    server = start(database, port, processes)
    try:
        port = await_port(server)
        await_answer(server, port)
        yield port, server.pid
    finally:
        stop(server)


def start(database: str, port: int = 0, processes: int = 1) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bench.server", database, str(port), str(processes)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def await_port(server: subprocess.Popen[str]) -> int:
    """Return the port that a server prints."""
    assert server.stdout
    for line in server.stdout:
        if match := re.search(r"http://\S+:(\d+)/|^(\d+)$", line):
            return int(match[1] or match[2])
    raise SystemExit("server: it did not start")


def await_answer(server: subprocess.Popen[Any], port: int) -> None:
    """Return when the server accepts connections."""
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
    """Return the figures of a load client."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if done.returncode:
        raise SystemExit(f"server: {done.stderr.strip()[-500:]}")
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


# boardgame.io's.


def peer_is_ready() -> bool:
    """Install boardgame.io if it is missing; return whether it is there."""
    if not shutil.which("npm") or not shutil.which("node"):
        print("server peer=boardgame.io missing=npm")
        return False
    if not (PEER / "node_modules").exists():
        done = subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund"], cwd=PEER, check=False)
        if done.returncode:
            print("server peer=boardgame.io missing=packages")
            return False
    return True


def measure_peer(count: int) -> dict[str, float]:
    environment = {**os.environ, "NODE_ENV": "production"}
    server = subprocess.Popen(["node", "server.js"], cwd=PEER, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        values = map(str, (await_port(server), count, WARM_UP, SECONDS, server.pid))
        figures = last_line(["node", "load.js", *values], PEER)
    finally:
        stop(server)
    figures["moves_per_cpu_s"] = figures["moves_per_s"] / figures["server_busy"]
    print(
        f"server peer=boardgame.io game=counter storage=memory games={count} {speed(figures)} "
        f"load={os.getloadavg()[0]:.1f}",
        flush=True,
    )
    return figures


# PostgreSQL.


def postgresql() -> Path | None:
    """Return the folder of the newest PostgreSQL of this machine."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return folders[-1].parent if folders else None


@contextmanager
def cluster(program: Path) -> Iterator[str]:
    """Start our own cluster that flushes every commit; yield the address of its database, and remove it."""
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
    """Serve without limits for a single client, because all load comes from one address."""
    from ludotheque.server.run import serve
    from ludotheque.server.settings import Settings

    unlimited = 10**9
    settings = Settings(
        sys.argv[1],
        tables_per_guest=unlimited,
        tables_per_address=unlimited,
        sockets_per_address=unlimited,
        connections_per_address=unlimited,
        messages_per_address=unlimited,
        messages_per_second=unlimited,
        message_burst=unlimited,
        requests_per_second=unlimited,
        request_burst=unlimited,
    )
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    processes = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    serve(settings, "127.0.0.1", port, show=False, processes=processes)


if __name__ == "__main__":
    main()
