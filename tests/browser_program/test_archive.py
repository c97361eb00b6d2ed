"""The archive for a browser: what it holds, what it leaves out, how large it is."""

from __future__ import annotations

import io
import zipfile

import ludotheque as lt
from ludotheque.browser.archive import archive, files, modules
from ludotheque.browser.bytecode import compiled
from ludotheque.kernel_cache import PACKAGE
from ludotheque.targets.build import kernel_modules
from ludotheque.texts import LANGUAGES
from tests.browser_program.in_pyodide import Site

MAX_BYTES, MAX_LIBRARY = 1_500_000, 3_200_000
ELSEWHERE = ("adapters/", "arena/", "cli/", "laws/", "starter/", "web/", "server/admin/", "server/app.py")


def names(data: bytes) -> set[str]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        return {name.removeprefix(f"{PACKAGE.name}/") for name in packed.namelist()}


def test_it_holds_what_a_browser_needs_and_no_more() -> None:
    found = names(archive())
    assert {"browser/boot.py", "browser/at_tables.py", "engine/computer.py", "targets/finder.py"} <= found
    for id in lt.games():
        wanted = {"__init__.py", "pieces.svg", "teach/guide.toml", *(f"{code}.toml" for code in LANGUAGES)}
        assert {f"games/{id}/{name}" for name in wanted} <= found
        assert not {f"games/{id}/rules.py", f"games/{id}/letters.py", f"games/{id}/cases/rulings.toml"} & found
    assert not [name for name in found if name.startswith(ELSEWHERE)]
    assert not modules().keys() & kernel_modules().keys()


def test_files_come_from_the_package() -> None:
    for name, path in files().items():
        assert path == PACKAGE.parent / name
        assert path.is_file()


def test_the_same_sources_give_the_same_bytes() -> None:
    assert archive() == archive()
    assert compiled(archive()) == compiled(archive())


def test_bytecode_stands_in_the_place_of_sources() -> None:
    found = names(compiled(archive()))
    assert {name.removesuffix("c") for name in found if name.endswith(".pyc")} == {
        name for name in names(archive()) if name.endswith(".py")
    }
    assert not [name for name in found if name.endswith(".py")]


def test_it_is_small(site: Site) -> None:
    assert site.archive.stat().st_size < MAX_BYTES
    assert site.library.stat().st_size < MAX_LIBRARY


def test_what_nobody_uses_of_the_library_is_left_out() -> None:
    sources = io.BytesIO()
    with zipfile.ZipFile(sources, "w") as packed:
        packed.writestr("thing/__init__.py", "answer = 42")
        packed.writestr("thing/data.toml", "a = 1")
        packed.writestr("unittest/__init__.py", "")
        packed.writestr("encodings/utf_8.py", "")
        packed.writestr("encodings/big5.py", "")
    assert names(compiled(sources.getvalue())) == {"thing/__init__.pyc", "thing/data.toml", "encodings/utf_8.pyc"}
