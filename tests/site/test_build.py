"""A site: what is in its folder, and what it refuses. `tests/browser/test_site.py` visits one."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path
from urllib.parse import urljoin

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.library import games
from ludotheque.server.serialize.fixed import FIXED
from ludotheque.site.build import build_site

PYODIDE = Path(__file__).parents[2] / "node_modules" / "pyodide"
ADDRESS = re.compile(r'(?:href|src)="([^"]+)"')
HERE = "http://site/"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "deep" / "er"
    build_site(folder, PYODIDE, "https://games.example/")
    return folder


def test_all_pages_name_files_that_are_there(site: Path) -> None:
    pages = list(site.rglob("index.html"))
    assert len(pages) > 10 * len(games())
    for page in pages:
        address = f"{HERE}{page.parent.relative_to(site)}/".replace("/./", "/")
        named = ADDRESS.findall(page.read_text("utf-8"))
        assert named
        for name in named:
            found = urljoin(address, name)
            assert found.startswith(HERE)
            assert (site / found.removeprefix(HERE)).is_file(), (page, name)


def test_answers_are_those_of_a_server(site: Path) -> None:
    files = json.loads((site / "web" / "answers.json").read_text("utf-8"))
    paths = [(f"/api{path}", fixed, names) for fixed in FIXED for path, names in fixed.paths()]
    assert list(files) == [path for path, *_ in paths]
    for path, fixed, names in paths:
        content = (site / files[path].lstrip("/")).read_bytes()
        assert (gzip.decompress(content) if files[path].endswith(".packed") else content) == fixed.body(*names), path


def test_everything_is_kept_for_times_without_a_network(site: Path) -> None:
    line = (site / "sw.js").read_text("utf-8").partition("\n")[0]
    told = json.loads(line.removeprefix("self.OFFLINE = ").removesuffix(";"))
    there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert set(told["files"]) == there - {"sw.js"}
    assert not told["server"]


def test_friends_are_sent_to_the_server(site: Path) -> None:
    assert 'data-server="https://games.example"' in (site / "index.html").read_text("utf-8")


def test_an_older_site_is_replaced_and_nothing_else(tmp_path: Path, site: Path) -> None:
    older = shutil.copytree(site, tmp_path / "site")
    (older / "web" / "gone.js").write_text("old")
    build_site(older, PYODIDE)
    assert not (older / "web" / "gone.js").exists()
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear")
    with pytest.raises(LudothequeError, match="choose another"):
        build_site(mine, PYODIDE)
    assert (mine / "letter.txt").read_text() == "dear"


def test_the_same_sources_give_the_same_site(tmp_path: Path, site: Path) -> None:
    build_site(tmp_path / "again", PYODIDE, "https://games.example")
    for path in site.rglob("*"):
        if path.is_file():
            assert (tmp_path / "again" / path.relative_to(site)).read_bytes() == path.read_bytes(), path


@pytest.mark.parametrize("server", ["games.example", "javascript:alert(1)", 'https://x" onload="', "ftp://x"])
def test_a_wrong_server_is_refused(server: str, tmp_path: Path) -> None:
    with pytest.raises(LudothequeError, match="not the address"):
        build_site(tmp_path / "site", PYODIDE, server)
    assert not (tmp_path / "site").exists()


def test_what_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(LudothequeError, match="npm install pyodide"):
        build_site(tmp_path / "site", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LudothequeError, match=r"Node\.js"):
        build_site(tmp_path / "site", PYODIDE)
    assert not (tmp_path / "site").exists()
