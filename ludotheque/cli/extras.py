"""Commands that need an extra of the package."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from ludotheque.cli.parser import Options
from ludotheque.extras import extra


def needs_server(run: Callable[[Options], int]) -> Callable[[Options], int]:
    """Return a command that says what to install when a package of the extra `server` is missing."""

    @wraps(run)
    def checked(options: Options) -> int:
        with extra("server"):
            return run(options)

    return checked
