"""What the page's workers call after they have started Pyodide. Only this file knows JavaScript's values.

Each worker imports only what it does: one keeps the tables, the other searches.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from js import Object
from pyodide.ffi import to_js

if TYPE_CHECKING:
    from ludotheque.browser.desk import Desk


async def start(kept: Any, search: Any, post: Any) -> Desk:
    """Return the desk: `kept` is the browser's database, `search` passes a job on, `post` sends to the page."""
    from ludotheque.browser.desk import open_desk

    async def run(job: bytes) -> bytes:
        result: bytes = (await search(to_js(job))).to_bytes()
        return result

    def send(message: dict[str, Any]) -> None:
        post(to_js(message, dict_converter=Object.fromEntries))

    return await open_desk(kept, run, send)


def search(job: Any) -> Any:
    """Return the result of a job as bytes of JavaScript."""
    from ludotheque.browser import engine

    return to_js(engine.run(job.to_bytes()))
