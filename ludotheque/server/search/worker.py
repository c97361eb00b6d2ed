"""A worker: a process that searches. `python -m ludotheque.server.search.worker NICENESS MEGABYTES`.

It reads jobs from its input and writes each result to its output, as pickles. `STOP` ends the search that is going on.
The input ends with the server, however that ends, and then the worker ends at once.
"""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import sys
import threading
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, BinaryIO

from ludotheque.engine.limit import Limit
from ludotheque.server.search.jobs import Job

STOP = "stop"
Begun = tuple[Job[Any], Limit]


def main() -> None:
    """Search until the server has gone."""
    niceness, megabytes = map(int, sys.argv[1:])
    # The compiler is loaded with the priority of the server: on a busy machine the first answer would come very late.
    importlib.import_module("ludotheque.kernel")
    _restrain(niceness, megabytes)
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else is printed must not mix with results
    jobs: SimpleQueue[Begun] = SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, jobs), daemon=True).start()
    while True:
        job, limit = jobs.get()
        try:
            result = job.run(limit)
        except Exception as error:
            # Only the type, because the message of an error may repeat a secret.
            print(f"ludotheque: a search failed: {type(error).__name__}", file=sys.stderr, flush=True)
            os._exit(1)
        try:
            pickle.dump(result, results)
            results.flush()
        except OSError:  # the server went while the search ended
            os._exit(0)


def _restrain(niceness: int, megabytes: int) -> None:
    """Let the server go first, and bound the memory. Not every system can."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C reaches all processes; the server ends the workers
    if hasattr(os, "nice"):
        os.nice(niceness)
    if sys.platform == "linux":
        import resource

        # Linux shares processors among sessions first, and niceness counts within one. In the session of the server, a
        # worker would use up the server's share.
        with suppress(OSError):
            os.setsid()
            Path("/proc/self/autogroup").write_text(str(niceness))
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (megabytes << 20, most))


def _listen(messages: BinaryIO, jobs: SimpleQueue[Begun]) -> None:
    """Pass jobs on, and stop them. The server sends a job only after the result of the one before."""
    limit = Limit()
    try:
        while True:
            message = pickle.load(messages)
            if message == STOP:
                limit.stop()
            else:
                limit = Limit()
                jobs.put((message, limit))
    except (EOFError, OSError, pickle.UnpicklingError):
        os._exit(0)


if __name__ == "__main__":
    main()
