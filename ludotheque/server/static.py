"""Files and other answers that seldom change: compressed once, and sent again only when they have changed."""

from __future__ import annotations

import gzip
import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path

from fastapi import Request, Response

from ludotheque.server.refusal import Refusal

WEB = Path(str(resources.files("ludotheque.web")))
TYPES = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
NAME = re.compile(r"[a-z]+\.[a-z]+")
SMALLEST = 500
"""Less than this is not worth compressing."""


@dataclass(frozen=True)
class Answer:
    """A body with its compressed form and a mark to recognise it by."""

    body: bytes
    small: bytes
    type: str
    mark: str

    def to(self, request: Request) -> Response:
        headers = {"ETag": self.mark, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if self.mark in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if len(self.body) >= SMALLEST and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.small, media_type=self.type, headers={**headers, "Content-Encoding": "gzip"})
        return Response(self.body, media_type=self.type, headers=headers)


@lru_cache(256)
def answer(body: bytes, type: str) -> Answer:
    mark = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return Answer(body, gzip.compress(body, 9, mtime=0), type, mark)


def file(name: str) -> Answer:
    """A file of the page."""
    path = WEB / name
    if not NAME.fullmatch(name) or path.suffix not in TYPES or not path.is_file():
        raise Refusal("no_page", 404)
    return answer(path.read_bytes(), TYPES[path.suffix])
