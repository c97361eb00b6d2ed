"""Files of the page and other answers that seldom change: compressed once, sent again only after a change."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from importlib import resources
from pathlib import Path

from fastapi import Request, Response

from ludotheque.errors import LudothequeError
from ludotheque.server.errors import RequestError
from ludotheque.texts import LANGUAGES

WEB = Path(str(resources.files("ludotheque.web"))).resolve()
SVG = "image/svg+xml"
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".html": "text/html",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": SVG,
}
PATH = re.compile(r"(?:[a-z][a-z0-9-]*/)*[a-z][a-z0-9-]*\.[a-z]+")
"""A path of a served file. A name has one dot, before its type, so that `..`, dot files and `.d.ts` do not match."""
ADDRESS = re.compile(r'((?:href|src)=")(?=/)')
"""Where an address of ours begins in the page."""
NOSCRIPT = re.compile("<noscript>.*?</noscript>", re.DOTALL)
"""What a browser without scripts shows of the page."""
PRIVATE = "private, no-store"
"""How caches treat what only one browser may see: they keep nothing, not even on its own disk."""
SITE = "Ludothèque"
HEAD = '<meta charset="utf-8">'
WITH_PROGRAM = f'{HEAD}\n<meta name="ludotheque-program">'
"""What tells the page that the server has the program for browsers."""
SMALLEST = 500
"""Answers with fewer bytes are not compressed."""


@dataclass(frozen=True)
class Answer:
    """A body with its compressed form and its ETag."""

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


def fresh_answer(body: bytes, type: str) -> Answer:
    """Return an answer that will hardly be asked for again, so that nothing keeps it."""
    mark = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return Answer(body, gzip.compress(body, 9, mtime=0), type, mark)


answer = lru_cache(256)(fresh_answer)
"""Return an answer that many will ask for."""


def private(body: bytes, type: str, request: Request) -> Response:
    """Return a response for one browser, which a program may ask for again by its ETag."""
    response = fresh_answer(body, type).to(request)
    response.headers["Cache-Control"] = PRIVATE
    return response


def as_picture(response: Response) -> Response:
    """Return the response with the policy of a picture, which has its styles inside."""
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response


def _page(root: str, program: bool = False) -> str:
    """Return the page, with all its addresses below a path."""
    text = ADDRESS.sub(rf"\g<1>{root}", (WEB / "index.html").read_text("utf-8"))
    return text.replace(HEAD, WITH_PROGRAM) if program else text


def page(root: str, program: bool = False) -> Answer:
    """Return the page itself; `root` is the path below which the server lives."""
    return answer(_page(root, program).encode(), TYPES[".html"])


def not_found(error: LudothequeError, root: str, status: int = 404) -> Response:
    """Return the page for an address that does not exist, or not any more. It says so without scripts too."""
    sentences = ((code, error.sentence.to(code)) for code in LANGUAGES)
    lines = [f'<p lang="{code}">{escape(text[:1].upper() + text[1:])}.</p>' for code, text in sentences]
    lines.append(f'<p><a href="{root}/">{SITE}</a></p>')
    body = NOSCRIPT.sub("<noscript>\n{}\n</noscript>".format("\n".join(lines)), _page(root))
    return Response(body, status, media_type="text/html", headers={"Cache-Control": "no-store", "Vary": "Accept"})


def file(path: str) -> Answer:
    """Return a file of the page by its path below the page's folder."""
    found = (WEB / path).resolve() if PATH.fullmatch(path) else WEB
    # A link that leads out of the folder is not served.
    if found.suffix not in TYPES or not found.is_relative_to(WEB) or not found.is_file():
        raise RequestError("no_page", 404)
    return answer(found.read_bytes(), TYPES[found.suffix])


def paths() -> list[str]:
    """Return the paths of all files below the page's folder that are served."""
    found = (path.relative_to(WEB).as_posix() for path in sorted(WEB.rglob("*")))
    return [path for path in found if PATH.fullmatch(path) and Path(path).suffix in TYPES and path != "index.html"]


def pages() -> list[str]:
    """Return the paths at which the page itself decides what to show, from `web/routes.json`."""
    return [route["path"] for route in json.loads((WEB / "routes.json").read_text("utf-8"))]
