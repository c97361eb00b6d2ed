"""The page's files, and nothing else."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.server import static
from tests.server.serving import Serving


@pytest.mark.parametrize(
    "name",
    [
        "../cli.py",
        "..",
        ".",
        "",
        "/etc/passwd",
        "en.toml",
        "__init__.py",
        "%2e%2e/cli.py",
        "\x00.js",
        "a/../index.html",
    ],
)
def test_nothing_else_is_given_out(name: str) -> None:
    with pytest.raises(LudothequeError):
        static.file(name)


def test_raw_paths_lead_nowhere(serving: Serving) -> None:
    """Asked on a bare socket: clients tidy such paths before they send them."""
    host, port = serving.address.split(":")
    secret = (Path(static.WEB).parent / "cli.py").read_bytes()[:60]
    for path in (
        "/web/../cli.py",
        "/web/..%2fcli.py",
        "/web/%2e%2e%2fcli.py",
        "/web/..%5ccli.py",
        "//etc/passwd",
        "/web//etc/passwd",
        "/web/%00.js",
        "/web/index.html%00.js",
        "/web/en.toml",
        "/web/__init__.py",
    ):
        with socket.create_connection((host, int(port))) as asking:
            asking.sendall(f"GET {path} HTTP/1.1\r\nHost: {serving.address}\r\nConnection: close\r\n\r\n".encode())
            answer = b"".join(iter(lambda: asking.recv(65536), b""))
        assert answer.split(b" ", 2)[1] == b"404", path
        assert secret not in answer


def test_files_are_sent_again_only_when_they_have_changed(serving: Serving) -> None:
    person = serving.person()
    first = person.get("/web/index.html")
    assert first.status_code == 200
    assert first.headers["content-type"].startswith("text/html")
    again = person.get("/web/index.html", **{"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for path in ("/", "/new/malawi", "/t/AAAAAAAAAAAAAAAA", "/rules/malawi"):
        assert person.get(path).content == first.content
    assert person.get("/", **{"Accept-Encoding": "identity"}).headers.get("content-encoding") is None
