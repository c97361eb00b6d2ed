"""The service worker, with which the page works without a network: `web/worker/offline.js` and a list of files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from ludotheque import __version__
from ludotheque.server.http import static
from ludotheque.server.serialize.fixed import FIXED

SCRIPT = static.WEB / "worker" / "offline.js"
DIGITS = 16


def fingerprint(content: bytes) -> str:
    """Return a short text that changes with the content."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def service_worker(files: Mapping[str, str], *, server: bool) -> bytes:
    """Return the script; `files` are the paths to keep below the root, with fingerprints."""
    version = fingerprint(json.dumps(sorted(files.items())).encode())
    told = json.dumps({"version": version, "server": server, "files": files})
    return f"self.OFFLINE = {told};\n".encode() + SCRIPT.read_bytes()


@lru_cache(8)
def service_worker_of_server(root: str, program: str) -> bytes:
    """Return the script for a server: it keeps the page, the answers that stay the same, and the program, if any."""
    page = static.page(root, bool(program)).body
    # Answers are made when they are asked for. They change with the program only.
    answers = {f"api{path}": __version__ for fixed in FIXED for path, _ in fixed.paths()}
    files = {f"web/{path}": fingerprint(static.file(path).body) for path in static.paths()}
    folder = Path(program)
    parts = sorted(folder.iterdir()) if program else []
    programs = {f"program/{path.name}": fingerprint(path.read_bytes()) for path in parts}
    return service_worker({"": fingerprint(page), **files, **answers, **programs}, server=True)
