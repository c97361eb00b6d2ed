"""How the functions that answer a page get their addresses."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from ludotheque.browser.searches import Searches
from ludotheque.browser.tables import BrowserTables
from ludotheque.server.serialize.message import dumps

JSON, SVG, TEXT, LINES = "application/json", "image/svg+xml", "text/plain", "application/x-ndjson"


@dataclass(frozen=True)
class Answer:
    """An answer: a body, or parts of one that come one after the other."""

    body: bytes | AsyncIterator[bytes]
    type: str = JSON
    status: int = 200


@dataclass(frozen=True)
class Asked:
    """What a page asks: the names in the address, the message, and what the program has to answer with."""

    names: dict[str, str]
    body: str
    tables: BrowserTables
    searches: Searches

    def read(self, schema: type[Any]) -> Any:
        """Return the message."""
        return schema.model_validate(json.loads(self.body))


Handler = Callable[[Asked], Awaitable[Any]]


class Routes:
    """Functions by the addresses that they answer."""

    def __init__(self) -> None:
        self._known: list[tuple[str, re.Pattern[str], Handler]] = []

    def on(self, method: str, path: str) -> Callable[[Handler], Handler]:
        """Return what lets a function answer an address below `/api`."""

        def add(handler: Handler) -> Handler:
            self._known.append((method, re.compile("/api" + re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", path)), handler))
            return handler

        return add

    def find(self, method: str, address: str) -> tuple[Handler, dict[str, str]] | None:
        """Return the function that answers an address, and the names in it; None when there is none."""
        for known, pattern, handler in self._known:
            if known == method and (found := pattern.fullmatch(address)):
                return handler, found.groupdict()
        return None


def answered(made: Any, status: int = 200) -> Answer:
    """Return plain data as an answer."""
    return made if isinstance(made, Answer) else Answer(dumps(made).encode(), status=status)
