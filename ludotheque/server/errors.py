"""The errors of the server: a sentence for people and a code for programs."""

from __future__ import annotations

from typing import Any

from ludotheque.errors import IllegalMove, LudothequeError, NotationError
from ludotheque.texts import catalogue

texts = catalogue("ludotheque.server")


class RequestError(LudothequeError):
    """A request that is not carried out. `status` is the HTTP status of the answer."""

    def __init__(self, code: str, status: int = 409, /, **values: Any) -> None:
        super().__init__(texts.say(f"errors.{code}", **values))
        self.code = code
        self.status = status


class StorageError(LudothequeError):
    """The database cannot be used, or a newer program wrote it."""


class WriteConflict(LudothequeError):
    """Another process has written to the same table since it was read."""


def error_code(error: LudothequeError) -> str:
    """Return the code that tells programs what went wrong."""
    if isinstance(error, RequestError):
        return error.code
    if isinstance(error, StorageError):
        return "storage"
    if isinstance(error, IllegalMove):
        return "illegal"
    return "notation" if isinstance(error, NotationError) else "invalid"


def status_of(error: LudothequeError) -> int:
    """Return the HTTP status of the answer that says what went wrong."""
    if isinstance(error, StorageError):
        return 503
    return error.status if isinstance(error, RequestError) else 422
