"""The service worker, which lets the page work without a network: `web/worker/offline.js` with the list of what it keeps."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from ludotheque.server.http.static import WEB

SCRIPT = WEB / "worker" / "offline.js"
DIGITS = 16


def fingerprint(content: bytes) -> str:
    """Return a short text that changes with the content."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def service_worker(files: Mapping[str, str], *, server: bool) -> bytes:
    """Return the script; `files` are the paths to keep below the root, with fingerprints."""
    version = fingerprint(json.dumps(sorted(files.items())).encode())
    told = json.dumps({"version": version, "server": server, "files": files})
    return f"self.OFFLINE = {told};\n".encode() + SCRIPT.read_bytes()
