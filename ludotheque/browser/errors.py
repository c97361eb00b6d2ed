"""What cannot be done without a server, in sentences."""

from __future__ import annotations

from ludotheque.errors import LudothequeError
from ludotheque.server.errors import RequestError
from ludotheque.texts import catalogue

texts = catalogue("ludotheque.browser")


class BrowserError(RequestError):
    """A request that the program in a browser does not carry out."""

    def __init__(self, code: str, status: int = 409, /) -> None:
        LudothequeError.__init__(self, texts.say(f"errors.{code}"))
        self.code = code
        self.status = status
