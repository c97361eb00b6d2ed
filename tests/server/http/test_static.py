"""The server gives out the page's files and nothing else."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.server.errors import texts
from ludotheque.server.http import static
from tests.server.serving import Serving

READER = "text/html,application/xhtml+xml,*/*;q=0.8"
"""What a browser accepts when a reader follows a link."""
NOWHERE = (
    "/nowhere",
    "/rules",
    "/rules/malawi/more",
    "/screens/home",
    "/rules/nothing",
    "/new/nothing",
    "/t/AAAAAAAAAAAAAAAA",
    "/replay/AAAAAAAAAAAAAAAA",
)
SERVED = {".js", ".css", ".html", ".json", ".svg"}
REFUSED = {
    "nothing": "",
    "the folder": ".",
    "a folder": "board",
    "a folder with a slash": "board/",
    "the folder above": "..",
    "a file above": "../record.py",
    "a file above, from a folder": "board/../../record.py",
    "a way up and down": "board/../index.html",
    "the same folder twice": "board/./board.js",
    "two slashes": "board//board.js",
    "an absolute path": "/etc/passwd",
    "an absolute path of the page": str(static.WEB / "index.html"),
    "a backslash": "board\\board.js",
    "a backslash above": "..\\record.py",
    "encoded dots": "%2e%2e/record.py",
    "an encoded slash": "board%2fboard.js",
    "a zero byte": "\x00.js",
    "a zero byte before a type": "en.toml\x00.js",
    "a line feed": "index.html\n",
    "a dot file": ".hidden.js",
    "a dot folder": ".hidden/board.js",
    "texts": "en.toml",
    "Python": "__init__.py",
    "types": "lib/types.d.ts",
    "another case": "Index.html",
    "a file that is not there": "none.js",
    "another drive": "c:/index.html",
}
RAW = (
    "/web/../record.py",
    "/web/board/../../record.py",
    "/web/..%2frecord.py",
    "/web/%2e%2e%2frecord.py",
    "/web/%252e%252e%252frecord.py",
    "/web/..%5crecord.py",
    "/web/board%5cboard.js",
    "/web/%c0%ae%c0%ae/record.py",
    "//etc/passwd",
    "/web//etc/passwd",
    "/web/%00.js",
    "/web/index.html%00.js",
    "/web/index.html/",
    "/web/en.toml",
    "/web/lib/types.d.ts",
    "/web/__init__.py",
    "/web/board",
    "/web/",
)


@pytest.mark.parametrize("path", REFUSED.values(), ids=REFUSED)
def test_nothing_else_is_given_out(path: str) -> None:
    with pytest.raises(LudothequeError):
        static.file(path)


def test_links_do_not_lead_out_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page, secret = tmp_path / "page", tmp_path / "secret"
    for folder in (page, secret):
        folder.mkdir()
        (folder / "file.js").write_text(folder.name, "utf-8")
    (page / "link.js").symlink_to(secret / "file.js")
    (page / "folder").symlink_to(secret)
    (page / "same.js").symlink_to(page / "file.js")
    monkeypatch.setattr(static, "WEB", page)
    for path in ("link.js", "folder/file.js"):
        with pytest.raises(LudothequeError):
            static.file(path)
    assert static.file("file.js").body == static.file("same.js").body == b"page"


def test_every_file_of_the_page_is_given_out() -> None:
    for path in static.WEB.rglob("*"):
        if path.suffix in SERVED:
            answer = static.file(path.relative_to(static.WEB).as_posix())
            assert answer.body == path.read_bytes()


def test_raw_paths_lead_nowhere(serving: Serving) -> None:
    """A bare socket sends them as they are. Clients tidy such paths before they send them."""
    host, port = serving.address.split(":")
    secret = (Path(static.WEB).parent / "position.py").read_bytes()[:60]
    for path in RAW:
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
    assert person.get("/", **{"Accept-Encoding": "identity"}).headers.get("content-encoding") is None


def test_a_screen_is_a_folder_and_a_route() -> None:
    """Each screen has one route, a script and styles; each route has a screen."""
    routes = json.loads((static.WEB / "routes.json").read_text("utf-8"))
    folders = sorted(path.name for path in (static.WEB / "screens").iterdir())
    assert sorted(route["screen"] for route in routes) == folders
    assert all(route.keys() == {"path", "screen"} for route in routes)
    for screen in folders:
        assert static.file(f"screens/{screen}/{screen}.js")
        assert static.file(f"screens/{screen}/{screen}.css")


def test_the_page_is_served_at_its_routes_and_nowhere_else(serving: Serving) -> None:
    person = serving.person()
    page, table = person.get("/web/index.html").content, person.set_up()
    for path in static.pages():
        answer = person.get(path.replace("{game}", "malawi").replace("{table}", table), Accept=READER)
        assert (answer.status_code, answer.content) == (200, page), path
    for path in NOWHERE:
        answer = person.get(path)
        code = "no_table" if "AAAA" in path else "no_page"
        assert (answer.status_code, answer.json()["code"]) == (404, code), path


def test_readers_get_a_page_where_there_is_nothing(serving: Serving) -> None:
    """The page's own script runs there too. Without scripts there is a sentence in every language, and a link."""
    person = serving.person()
    scripts = re.findall(r"<script.*?</script>", person.get("/").text)
    for path in NOWHERE:
        answer = person.get(path, Accept=READER)
        assert answer.status_code == 404, path
        assert answer.headers["content-type"].startswith("text/html")
        assert re.findall(r"<script.*?</script>", answer.text) == scripts
        assert '<a href="/">' in answer.text
        for code in ("fr", "en"):
            key = "no_table" if "AAAA" in path else "no_page"
            assert f'<p lang="{code}">{texts.say(f"errors.{key}").to(code).capitalize()}.</p>' in answer.text
    assert "nowhere" not in person.get("/nowhere", Accept=READER).text, "nothing of the address is repeated"


@pytest.mark.parametrize("path", ["/api/nowhere", "/api/tables/AAAAAAAAAAAAAAAA", "/api/games/nothing/guide"])
def test_the_programming_interface_answers_readers_too_with_json(path: str, serving: Serving) -> None:
    answer = serving.person().get(path, Accept=READER)
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/json")


def test_the_page_learns_its_languages(serving: Serving) -> None:
    person = serving.person()
    told = person.get("/api/languages").json()
    assert told["languages"][:2] == [{"code": "fr", "name": "Français"}, {"code": "en", "name": "English"}]
    assert told["default"] == "en"
    for language in told["languages"]:
        assert person.get(f"/api/texts/{language['code']}.json").json()["site.name"] == "Ludothèque"
