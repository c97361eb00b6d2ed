"""Two nodes of Ray on this machine, which nobody else can reach; `python -m tests.arena.ray_nodes` runs them.

They say their address. For each line of input the second node is lost in the middle of a job. They end with the input.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}
"""What keeps nodes and drivers on 127.0.0.1, as Ray does on systems with a firewall that asks; and keeps Ray quiet."""
PATIENCE = 20
JOB = "ray::run_job"
"""What Ray calls a process while it does a job of ours."""


def main() -> None:
    # Ray's sockets lie in this folder, and their names may not be long.
    with tempfile.TemporaryDirectory(prefix="ray-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        os.environ.update(LOOPBACK, RAY_TMPDIR=folder)
        run()


def run() -> None:
    from ray.cluster_utils import Cluster  # reads the environment when it is loaded

    node = {
        "num_cpus": 1,
        "node_ip_address": "127.0.0.1",
        "include_dashboard": False,
        "object_store_memory": 80 * 2**20,
    }
    cluster = Cluster(initialize_head=True, head_node_args=node)
    try:
        second = cluster.add_node(**node)
        print(cluster.address, flush=True)
        for _ in sys.stdin:
            lose(cluster, second)
            print("lost", flush=True)
    finally:
        cluster.shutdown()


def lose(cluster: Any, node: Any) -> None:
    """Kill a node and the worker that is at a job there."""
    raylet = node.all_processes["raylet"][0].process.pid
    late = time.monotonic() + PATIENCE
    while not (busy := [pid for pid in children(raylet) if frozen_at_work(pid)]):
        assert time.monotonic() < late, "the node has nothing to do"
        time.sleep(0.02)
    for pid in busy:
        os.kill(pid, signal.SIGKILL)
    cluster.remove_node(node, allow_graceful=False)


def frozen_at_work(pid: int) -> bool:
    """Whether a process has been stopped in the middle of a job; it goes on if it is not at one."""
    if title(pid) != JOB:
        return False
    os.kill(pid, signal.SIGSTOP)
    if title(pid) == JOB:
        return True
    os.kill(pid, signal.SIGCONT)
    return False


def title(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8").strip("\0 ")
    except OSError:
        return ""  # it has ended meanwhile


def children(pid: int) -> Iterator[int]:
    for thread in Path(f"/proc/{pid}/task").iterdir():
        yield from map(int, (thread / "children").read_text("utf-8").split())


if __name__ == "__main__":
    main()
