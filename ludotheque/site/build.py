"""Writing a site: the page's files, an address for every screen, answers that stay the same, and the program."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from ludotheque.errors import LudothequeError
from ludotheque.kernel_cache import PACKAGE
from ludotheque.library import definition, games
from ludotheque.server.http.middleware import POLICY
from ludotheque.server.http.offline import fingerprint, service_worker
from ludotheque.server.http.static import ADDRESS, HEAD, WEB, file, pages, paths
from ludotheque.server.serialize.fixed import FIXED, JSON
from ludotheque.site.runtime import PACKED, check_pyodide, packed, write_runtime
from ludotheque.texts import say

SERVER = re.compile(r"https?://[\w.:/\[\]-]+")
PAGE_POLICY = POLICY.partition("; frame-ancestors")[0]
"""What the page may load: the same as on a server. A page cannot say who may show it in a frame."""
LARGE = 30_000
"""Answers with more bytes are packed."""


def build_site(folder: Path, pyodide: Path, server: str = "") -> int:
    """Write a site into a folder that is new, empty, or an older site, and return its size in bytes.

    `pyodide` is the folder of the npm package. `server` is the address of a server where friends play.
    """
    if server and not SERVER.fullmatch(server):
        raise LudothequeError(say("cli.site_address", server=server))
    check_pyodide(pyodide)
    for id in games():
        if definition(id).package.partition(".")[0] != PACKAGE.name:
            raise LudothequeError(say("cli.site_game", game=id))
    _clear(folder)
    for path in paths():
        _write(folder, f"web/{path}", file(path).body)
    for path, text in _pages(server):
        _write(folder, path, text.encode())
    _write_answers(folder)
    write_runtime(pyodide, folder / "program")
    _write(folder, "sw.js", service_worker(_fingerprints(folder), server=False))
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _write_answers(folder: Path) -> None:
    """Write the answers that stay the same, and a list of their files by address."""
    files = {}
    for kind in FIXED:
        for path, names in kind.paths():
            address, body = f"/api{path}", kind.body(*names)
            large = kind.type == JSON and len(body) > LARGE
            files[address] = address + (PACKED if large else "" if Path(path).suffix else ".json")
            _write(folder, files[address], packed(body) if large else body)
    _write(folder, "web/answers.json", json.dumps(files).encode())


def _fingerprints(folder: Path) -> dict[str, str]:
    """Return all files of a site with their fingerprints."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): fingerprint(path.read_bytes()) for path in files}


def _clear(folder: Path) -> None:
    """Remove an older site. Anything else is left alone."""
    if folder.exists() and any(folder.iterdir()):
        if not (folder / "web" / "answers.json").exists():
            raise LudothequeError(say("cli.not_a_site", folder=folder))
        shutil.rmtree(folder)


def _write(folder: Path, path: str, content: bytes) -> None:
    target = folder / path.lstrip("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)


def _pages(server: str) -> Iterator[tuple[str, str]]:
    """Yield a page for every address that is known, and for each folder of those that are not."""
    routes = pages()
    folders = [path.replace("{table}", "") for path in routes if "{table}" in path]
    addresses = [path.replace("{game}", id) for path in routes if "{table}" not in path for id in games()]
    page = (WEB / "index.html").read_text("utf-8").replace('"/api/languages"', '"/api/languages.json"')
    told = (
        f'{HEAD}\n<meta http-equiv="Content-Security-Policy" content="{PAGE_POLICY}">\n'
        f'<meta name="ludotheque-site" content="{" ".join(folders)}" data-server="{server.rstrip("/")}">'
    )
    for address in sorted({*folders, *addresses}):
        parts = [part for part in address.split("/") if part]
        yield (
            "/".join([*parts, "index.html"]),
            ADDRESS.sub(rf"\g<1>{'/'.join('..' for _ in parts) or '.'}", page.replace(HEAD, told)),
        )
