"""The desk: what a page says to the program in its browser, and what it hears.

The page's worker calls `ask`, `open`, `send`, `close` and `abort`, each with a number that the page has chosen. The
answers go to `post` as messages with the same number:

`head`      the status and the type of an answer; then `chunk` with its bytes, as often as there are some; then `end`
`message`   a message of a table
`closed`    the connection to a table is closed, with a code
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any

from ludotheque.browser.addresses import Addresses
from ludotheque.browser.routes import Answer
from ludotheque.browser.searches import Searches
from ludotheque.browser.socket import PageSocket
from ludotheque.browser.store import BrowserStore, Kept
from ludotheque.browser.tables import GUEST, BrowserTables, milliseconds
from ludotheque.errors import LudothequeError
from ludotheque.server import logs
from ludotheque.server.api.connection import Connection
from ludotheque.server.errors import RequestError, status_of
from ludotheque.server.serialize.message import VERSION, dumps, error_json, message
from ludotheque.server.settings import Settings
from ludotheque.server.validation import ValidationError

Post = Callable[[dict[str, Any]], object]
REFUSED, ENDED = 4000, 1000
"""How a connection is closed: after a message that says why, or because there is nothing more to say."""
LIVE = re.compile(rf"/api/tables/([^/?]+)/live\?v={VERSION}")
"""The address of a connection, with the version of the messages."""
NO_LIMIT = 1e9
"""Messages in a second: a page cannot harm anybody else."""


class Desk:
    """Carries out what a page asks, and keeps its connections."""

    def __init__(self, tables: BrowserTables, searches: Searches, post: Post) -> None:
        self.tables, self.post = tables, post
        self.addresses = Addresses(tables, searches)
        self._sockets: dict[int, PageSocket] = {}
        self._tasks: dict[int, asyncio.Task[Any]] = {}

    # Requests.

    def ask(self, id: int, method: str, path: str, body: str) -> None:
        """Answer a request."""
        self._spawn(id, self._answer(id, method, path, body))

    def abort(self, id: int) -> None:
        """Stop answering a request that nobody waits for any more."""
        if task := self._tasks.get(id):
            task.cancel()

    def _spawn(self, id: int, work: Coroutine[Any, Any, None]) -> None:
        task = self._tasks[id] = asyncio.ensure_future(work)
        task.add_done_callback(lambda _: self._tasks.pop(id, None))

    async def _answer(self, id: int, method: str, path: str, body: str) -> None:
        try:
            answer = await self.addresses.answer(method, path, body)
        except (ValidationError, ValueError, RecursionError) as error:
            answer = _refusal(error if isinstance(error, LudothequeError) else RequestError("message", 422))
        except LudothequeError as error:
            answer = _refusal(error)
        except Exception as error:  # the page must hear something
            logs.report(path, error)
            answer = _refusal(RequestError("unexpected", 500))
        self.post({"type": "head", "id": id, "status": answer.status, "contentType": answer.type})
        try:
            async for part in _parts(answer.body):
                self.post({"type": "chunk", "id": id, "data": part})
        except Exception as error:  # what was sent stays
            logs.report(path, error)
        self.post({"type": "end", "id": id})

    # Connections to tables.

    def open(self, id: int, path: str) -> None:
        """Connect the page to the table that the path names."""
        socket = PageSocket(
            lambda text: self.post({"type": "message", "id": id, "text": text}),
            lambda code: self.post({"type": "closed", "id": id, "code": code}),
        )
        self._sockets[id] = socket
        self._spawn(id, self._hold(id, path, socket))

    async def _hold(self, id: int, path: str, socket: PageSocket) -> None:
        try:
            if not (address := LIVE.fullmatch(path)):
                raise RequestError("version")
            live = await self.tables.live_table(address[1])
            await Connection(self.tables, live, socket, GUEST).hold()
        except LudothequeError as error:
            socket.send_text(message("gone", error_json(error)))
            socket.close(REFUSED)
        except Exception as error:  # the page must hear something
            logs.report(path, error)
            socket.close(ENDED)
        finally:
            self._sockets.pop(id, None)

    def send(self, id: int, text: str) -> None:
        """Take a message of the page to its table."""
        if socket := self._sockets.get(id):
            socket.hear(text)

    def close(self, id: int) -> None:
        """Note that the page has left its table."""
        if socket := self._sockets.get(id):
            socket.leave()

    def news(self, table: str) -> None:
        """Show what another page of this browser has written to a table."""
        self.tables.spawn(self.tables.hear(table))


def _refusal(error: LudothequeError) -> Answer:
    return Answer(dumps(error_json(error)).encode(), status=status_of(error))


async def _parts(body: bytes | AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    if isinstance(body, bytes):
        yield body
    else:
        async for part in body:
            yield part


async def open_desk(
    kept: Kept,
    run: Callable[[bytes], Awaitable[bytes]],
    post: Post,
    now: Callable[[], int] = milliseconds,
    **settings: Any,
) -> Desk:
    """Return the desk of a page: with the database of the browser, and what passes jobs to the worker that searches."""
    chosen = Settings(**{"database": "", "messages_per_second": NO_LIMIT, **settings})
    searches = Searches(run)
    tables = BrowserTables(chosen, BrowserStore(kept), searches, now)
    await tables.open()
    return Desk(tables, searches, post)
