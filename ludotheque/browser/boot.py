"""What the page's workers call after they have started Pyodide. Only this file knows JavaScript's values."""

from __future__ import annotations

from typing import Any

from js import Object
from pyodide.ffi import to_js

from ludotheque.browser import engine
from ludotheque.browser.desk import Desk, open_desk


async def start(kept: Any, search: Any, post: Any, root: str) -> Desk:
    """Return the desk: `kept` is the browser's database, `search` passes a job on, `post` sends to the page."""

    async def run(job: bytes) -> bytes:
        result: bytes = (await search(to_js(job))).to_bytes()
        return result

    def send(message: dict[str, Any]) -> None:
        post(to_js(message, dict_converter=Object.fromEntries))

    return await open_desk(kept, run, send, root)


def search(job: Any) -> Any:
    """Return the result of a job as bytes of JavaScript."""
    return to_js(engine.run(job.to_bytes()))
