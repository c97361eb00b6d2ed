"""A site of files on a plain web server, and visitors who see what its program says."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.browser.visitors import Json, Toucher, Visitor

PYODIDE = Path(__file__).parents[2] / "node_modules" / "pyodide"
OFFLINE = {"service_workers": "allow"}
"""For visitors whose browser keeps the page."""
SERVER = """
import functools, http.server, sys
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), handler)
print(server.server_port, flush=True)
server.serve_forever()
"""
HEAR = """
const heard = (globalThis.heard = []);
globalThis.Worker = class extends Worker {
  constructor(...all) {
    super(...all);
    this.addEventListener('message', ({ data }) => data.type === 'message' && heard.push(data.text));
  }
};
"""
"""Keeps what the program says about tables."""


class FileServer:
    """A plain web server for a folder: no compression, no rules, one type by file ending."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        command = [sys.executable, "-c", SERVER, str(folder), str(port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout
        self.port = int(self.process.stdout.readline())
        self.address = f"127.0.0.1:{self.port}"

    def close(self) -> None:
        with self.process:
            self.process.kill()


class Reader(Visitor):
    """A visitor of a site without a server."""

    def __init__(self, context: BrowserContext, address: str, language: str = "en", url: str | None = None) -> None:
        context.add_init_script(HEAR)
        super().__init__(context, address, language, url)

    @property
    def table(self) -> str:
        found = re.search(r"/(?:t|replay)/\?(\w+)", self.page.url)
        assert found, self.page.url
        return found[1]

    @property
    def state(self) -> Json:
        """The last state from the program."""
        texts = self.page.evaluate("heard")
        found: Json = json.loads(next(text for text in reversed(texts) if '"type":"state"' in text))
        return found

    def is_kept(self) -> None:
        """Wait until the browser keeps the whole site."""
        self.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
        expect(self.page.locator(".loading")).to_have_count(0)


class TouchReader(Reader, Toucher):
    """A visitor of a site without a server, with a touch screen."""
