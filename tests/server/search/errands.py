"""Jobs that do no search, to see what workers do with them."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from ludotheque.engine.limit import Limit


@dataclass(frozen=True)
class Pid:
    """The id of the process."""

    def run(self, limit: Limit) -> int:
        return os.getpid()


@dataclass(frozen=True)
class UntilStopped:
    """Goes on until it is stopped; writes its process into a file when it begins."""

    begun: Path

    def run(self, limit: Limit) -> str:
        self.begun.write_text(str(os.getpid()))
        while not limit.stopped:
            time.sleep(0.001)
        self.begun.with_suffix(".ended").touch()
        return "ended"


@dataclass(frozen=True)
class Crash:
    """Kills its process so many times, counted by files in a folder, then returns its id."""

    folder: Path
    times: int

    def run(self, limit: Limit) -> int:
        number = len(list(self.folder.iterdir()))
        if number < self.times:
            (self.folder / str(number)).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return os.getpid()


@dataclass(frozen=True)
class Fail:
    """Raises an error."""

    def run(self, limit: Limit) -> int:
        raise KeyError("a secret")


@dataclass(frozen=True)
class Take:
    """Takes this much memory."""

    megabytes: int

    def run(self, limit: Limit) -> int:
        return len(bytearray(self.megabytes << 20)) >> 20
