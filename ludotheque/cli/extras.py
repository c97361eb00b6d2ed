"""Commands that need an extra of the package."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from ludotheque.cli.parser import Options
from ludotheque.errors import LudothequeError
from ludotheque.texts import say


def needs_server(run: Callable[[Options], int]) -> Callable[[Options], int]:
    """Return a command that says what to install when a package of the extra `server` is missing."""

    @wraps(run)
    def checked(options: Options) -> int:
        try:
            return run(options)
        except ModuleNotFoundError as error:
            raise LudothequeError(say("cli.no_server", package=error.name)) from error

    return checked
