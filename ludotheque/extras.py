"""Packages that come with an extra of this one. Without them a sentence says what to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ludotheque.errors import LudothequeError
from ludotheque.texts import say


class MissingExtra(LudothequeError, ImportError):
    """A package is not installed that comes with an extra. The sentence says how to install it."""


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Within it, a package that is not installed raises an error that names the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtra(say("extras.missing", package=error.name, extra=name)) from error
