"""Workers end with the server, even when it is killed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.server.serving import await_that

SERVER = """
import sys
from pathlib import Path
from ludotheque.server.search.process import Worker
from tests.server.search.errands import UntilStopped
Worker(1, 1024).search(UntilStopped(Path(sys.argv[1])))
"""


def test_a_worker_ends_when_the_server_is_killed(tmp_path: Path) -> None:
    begun = tmp_path / "job"
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(begun)])
    try:
        await_that(lambda: begun.exists() and begun.read_text())
    finally:
        server.kill()
        server.wait()
    await_that(lambda: not is_running(int(begun.read_text())))


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"
