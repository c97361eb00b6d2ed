"""The server's end of a worker: it starts the process, sends it jobs, and replaces it when it dies."""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from ludotheque.server.errors import RequestError
from ludotheque.server.search import worker
from ludotheque.server.search.jobs import Job

T = TypeVar("T")
ATTEMPTS = 2
"""How often a job is tried. The process may have died for a reason that has nothing to do with the job."""
log = logging.getLogger("ludotheque.server")


class Worker:
    """A process that searches, started with its first job. One job at a time."""

    def __init__(self, niceness: int, megabytes: int) -> None:
        self.stopped = False
        """Whether the job is not wanted any more. Reset it before the next job."""
        self._command = [sys.executable, "-P", "-m", worker.__name__, str(niceness), str(megabytes)]
        self._process: subprocess.Popen[bytes] | None = None
        self._searching = False
        self._sending = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The id of the process, if it was started."""
        return self._process.pid if self._process else None

    def search(self, job: Job[T]) -> T | None:
        """Return the result of a job; None when it was stopped. This takes a while, so it needs a thread."""
        for _ in range(ATTEMPTS):
            try:
                return self._ask(job)
            except (EOFError, OSError, pickle.UnpicklingError):
                code = self.end()
            if self.stopped:
                return None
            log.warning("a search worker died (%s)", code)
        raise RequestError("search", 503)

    def _ask(self, job: Job[T]) -> T | None:
        if self._process is None:
            self._process = self._start()
        assert self._process.stdout
        with self._sending:
            if self.stopped:
                return None
            self._send(job)
            self._searching = True
        try:
            result: T = pickle.load(self._process.stdout)
        finally:
            with self._sending:
                self._searching = False
        return None if self.stopped else result

    def _start(self) -> subprocess.Popen[bytes]:
        # The worker finds the same modules as the server.
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)}
        return subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)

    def _send(self, message: Any) -> None:
        assert self._process
        assert self._process.stdin
        pickle.dump(message, self._process.stdin)
        self._process.stdin.flush()

    def stop(self) -> None:
        """End the job soon, from any thread."""
        self.stopped = True
        with self._sending, suppress(OSError):
            if self._searching:
                self._send(worker.STOP)

    def kill(self) -> None:
        """End the process and its job, from any thread."""
        self.stopped = True
        if process := self._process:
            process.kill()

    def end(self) -> int | None:
        """End the process while it has no job, and return its exit code."""
        process, self._process = self._process, None
        if process is None:
            return None
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # what was not sent does not matter
                if pipe:
                    pipe.close()
        return process.wait()
