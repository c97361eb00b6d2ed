"""The folder `program/` of a site: Pyodide, our modules and the compiled kernels, as the page's workers load them."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from ludotheque import __version__
from ludotheque.browser.archive import program_files
from ludotheque.errors import LudothequeError
from ludotheque.kernel_target import WASM
from ludotheque.targets.build import build
from ludotheque.texts import say

AS_THEY_ARE = ("pyodide.mjs", "pyodide.asm.mjs")
MACHINE, LIBRARY, MODULES = "pyodide.asm.wasm", "python_stdlib.zip", "modules"
PACKAGES = "pyodide-lock.json"
PACKED = ".packed"
"""The ending of compressed files. Some web servers treat `.gz` in a way of their own."""
COMPILER = Path(__file__).parent / "compile.mjs"
NOT_NEEDED = {
    *("_pyio", "_pyrepl", "bdb", "cmd", "cProfile", "difflib", "doctest", "ensurepip", "ftplib", "getopt", "getpass"),
    *("http", "imaplib", "mailbox", "modulefinder", "multiprocessing", "netrc", "nntplib", "optparse", "pdb"),
    *("pickletools", "plistlib", "poplib", "profile", "pstats", "pyclbr", "pydoc", "pydoc_data", "smtplib", "socketserver"),
    *("sqlite3", "tabnanny", "tarfile", "telnetlib", "timeit", "trace", "turtle", "unittest", "venv", "wsgiref", "xmlrpc"),
}
"""Parts of Python's library that nothing here imports."""
ENCODINGS = {"__init__.py", "aliases.py", "ascii.py", "idna.py", "latin_1.py", "punycode.py", "utf_8.py", "utf_8_sig.py"}
"""What is kept of the encodings."""
WITH_DOCSTRINGS = {"_pyodide", "pyodide"}
"""Packages that read their own docstrings."""


def check_pyodide(pyodide: Path) -> None:
    """Raise an error unless everything is there that a site takes from elsewhere."""
    for name in (*AS_THEY_ARE, MACHINE, LIBRARY, PACKAGES):
        if not (pyodide / name).is_file():
            raise LudothequeError(say("cli.no_pyodide", folder=pyodide, file=name))
    if not shutil.which("node"):
        raise LudothequeError(say("cli.no_node"))


def write_runtime(pyodide: Path, folder: Path) -> None:
    """Write the folder; `pyodide` is the folder of the npm package."""
    folder.mkdir(parents=True)
    for name in AS_THEY_ARE:
        shutil.copy(pyodide / name, folder / name)
    (folder / f"{MACHINE}{PACKED}").write_bytes(packed((pyodide / MACHINE).read_bytes()))
    with tempfile.TemporaryDirectory() as place:
        _write_library(pyodide, Path(place), folder / LIBRARY)
    with tempfile.TemporaryDirectory() as place:
        (folder / f"{MODULES}{PACKED}").write_bytes(packed(_joined(_modules(pyodide, Path(place)))))
    sizes = {name: (folder / f"{name}{PACKED}").stat().st_size for name in (MACHINE, MODULES)}
    packages = {**json.loads((pyodide / PACKAGES).read_text("utf-8")), "packages": {}}
    told = {"version": __version__, "sizes": sizes, "packages": packages}
    (folder / "files.json").write_text(json.dumps(told), "utf-8")


def packed(content: bytes) -> bytes:
    """Return compressed content, the same bytes for the same content."""
    return gzip.compress(content, 9, mtime=0)


def _compiled(pyodide: Path, sources: Path, compiled: Path, level: int = 0) -> tuple[dict[Path, bytes], str]:
    """Return the bytecode of all modules below a folder, by its path, and the tag in the names of such files."""
    compiled.mkdir()
    command = ["node", str(COMPILER), str(pyodide), str(sources), str(compiled), str(level)]
    tag = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    return {path.relative_to(compiled): path.read_bytes() for path in sorted(compiled.rglob("*.pyc"))}, tag


def _write_library(pyodide: Path, place: Path, target: Path) -> None:
    """Write Python's library as bytecode, without what nothing needs."""
    found: dict[Path, bytes] = {}
    with zipfile.ZipFile(pyodide / LIBRARY) as library:
        names = [name for name in library.namelist() if _is_needed(name)]
        for level, documented in ((0, True), (2, False)):
            sources = place / f"sources{level}"
            library.extractall(sources, [name for name in names if (_top(name) in WITH_DOCSTRINGS) is documented])
            found |= _compiled(pyodide, sources, place / f"compiled{level}", level)[0]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as library:
        for path, content in sorted(found.items()):
            library.writestr(zipfile.ZipInfo(path.as_posix()), content, zipfile.ZIP_DEFLATED)


def _top(name: str) -> str:
    return name.partition("/")[0].removesuffix(".py")


def _is_needed(name: str) -> bool:
    if _top(name) == "encodings":
        return name.rpartition("/")[2] in ENCODINGS
    return _top(name) not in NOT_NEEDED


def _modules(pyodide: Path, place: Path) -> dict[str, bytes]:
    """Return our modules with their bytecode, their data and the kernels, by the path below the program's folder."""
    found = {path: source.read_bytes() for path, source in program_files().items()}
    for path, content in found.items():
        if path.endswith(".py"):
            copy = place / "sources" / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
    compiled, tag = _compiled(pyodide, place / "sources", place / "compiled")
    kept = {(path.parent / "__pycache__" / f"{path.stem}.{tag}.pyc").as_posix(): code for path, code in compiled.items()}
    build(WASM, place / "kernels")
    kernels = {f"kernels/{file.name}": file.read_bytes() for file in sorted((place / "kernels").iterdir())}
    return {**found, **kept, **kernels}


def _joined(files: Mapping[str, bytes]) -> bytes:
    """Return all files as one: the length of a list as JSON, the list of paths and sizes, then the contents."""
    told = json.dumps([[path, len(content)] for path, content in files.items()]).encode()
    return len(told).to_bytes(4, "big") + told + b"".join(files.values())
