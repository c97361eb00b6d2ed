"""A cluster of machines as workers. Ray runs the jobs; it comes with the extra `cluster`, and only this file knows it.

Ray runs the jobs of a lost machine again elsewhere. Every machine must hold the same program, since another one might
play other games from the same seed.
"""

from __future__ import annotations

import hashlib
import os
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from ludotheque.arena.work import Workers
from ludotheque.errors import LudothequeError
from ludotheque.extras import extra
from ludotheque.texts import say

PACKAGE = Path(__file__).parents[1]
RETRIES = 10
"""A job that loses its machine this often and once more ends the work: it may be what kills them."""
PATIENCE = 10
"""How many seconds a cluster may take to answer."""


class Cluster(Workers):
    """The processors of a Ray cluster, or some of them. This machine must be one of its nodes."""

    def __init__(self, address: str, most: int | None = None) -> None:
        super().__init__()
        self.address, self.most, self.ray = address, most, load_ray()

    @property
    def room(self) -> int:
        processors = int(self.ray.cluster_resources().get("CPU", 0))
        return max(1, min(processors, self.most or processors))

    def executor(self) -> Executor:
        return RayExecutor(self.ray, self.address)


class RayExecutor(Executor):
    """A connection to a cluster; Ray ends the jobs that still run when it is shut down."""

    def __init__(self, ray: ModuleType, address: str) -> None:
        self.ray = ray
        try:
            answers(address)
            ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (OSError, RuntimeError, ValueError) as error:
            raise LudothequeError(say("arena.cluster_away", address=address, why=error)) from error
        self.job = ray.remote(max_retries=RETRIES)(run_job)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        running = self.job.remote(program(), fn, *args, **kwargs)
        running.future().add_done_callback(lambda done: self._pass(done, future))
        return future

    def _pass(self, done: Future[Any], future: Future[Any]) -> None:
        """Hand on what became of a job: its own errors as they were raised, those of the cluster in a sentence."""
        error = done.exception()
        if not future.set_running_or_notify_cancel():
            return
        if error is None:
            future.set_result(done.result())
        elif isinstance(error, self.ray.exceptions.RayTaskError):
            future.set_exception(error.cause)
        else:
            future.set_exception(LudothequeError(say("arena.cluster_lost", why=str(error).strip())))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.ray.shutdown()


def answers(address: str) -> None:
    """Raise `OSError` where nobody listens at HOST:PORT. Ray would try for a quarter of an hour."""
    host, _, port = address.rpartition(":")
    if host and port.isdecimal() and "/" not in host:
        socket.create_connection((host, int(port)), PATIENCE).close()


def load_ray() -> ModuleType:
    # Ray reports how it is used to its makers unless this is set before it is loaded.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    with extra("cluster"):
        return import_module("ray")


def run_job(wanted: str, job: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What a job answers, on a machine that holds the wanted program."""
    if program() != wanted:
        raise LudothequeError(say("arena.cluster_other", node=os.uname().nodename))
    return job(*args, **kwargs)


@cache
def program() -> str:
    """A fingerprint of the whole package, as it is on this machine."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in {".py", ".toml"}:
            digest.update(f"{path.relative_to(PACKAGE).as_posix()}\0".encode() + path.read_bytes())
    return digest.hexdigest()
