"""The folder `program/` of a site: Pyodide, our modules and the compiled kernels, as the page's workers load them."""

from __future__ import annotations

import gzip
import io
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path

from ludotheque import __version__
from ludotheque.browser.archive import archive
from ludotheque.errors import LudothequeError
from ludotheque.kernel_cache import PACKAGE
from ludotheque.kernel_target import WASM
from ludotheque.targets.build import build
from ludotheque.texts import say

AS_THEY_ARE = ("pyodide.mjs", "pyodide.asm.mjs")
MACHINE, LIBRARY, MODULES = "pyodide.asm.wasm", "python_stdlib.zip", "modules"
PACKAGES = "pyodide-lock.json"
PACKED = ".packed"
"""The ending of compressed files. Some web servers treat `.gz` in a way of their own."""
COMPILER = PACKAGE / "browser" / "compile.mjs"


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
    (folder / LIBRARY).write_bytes(_compiled((pyodide / LIBRARY).read_bytes(), pyodide))
    contents = {MACHINE: (pyodide / MACHINE).read_bytes(), MODULES: _joined(_modules(pyodide))}
    sizes = {name: (folder / f"{name}{PACKED}").write_bytes(packed(content)) for name, content in contents.items()}
    packages = {**json.loads((pyodide / PACKAGES).read_text("utf-8")), "packages": {}}
    told = {"version": __version__, "sizes": sizes, "packages": packages}
    (folder / "files.json").write_text(json.dumps(told), "utf-8")


def packed(content: bytes) -> bytes:
    """Return compressed content, the same bytes for the same content."""
    return gzip.compress(content, 9, mtime=0)


def _compiled(sources: bytes, pyodide: Path) -> bytes:
    """Return an archive of modules as bytecode."""
    with tempfile.TemporaryDirectory() as place:
        given, made = Path(place, "sources.zip"), Path(place, "compiled.zip")
        given.write_bytes(sources)
        subprocess.run(["node", str(COMPILER), str(given), str(made), str(pyodide.resolve())], check=True)
        return made.read_bytes()


def _modules(pyodide: Path) -> dict[str, bytes]:
    """Return our modules as bytecode, their data and the kernels, by the path below the program's folder."""
    with zipfile.ZipFile(io.BytesIO(_compiled(archive(), pyodide))) as file:
        found = {name: file.read(name) for name in file.namelist()}
    with tempfile.TemporaryDirectory() as place:
        build(WASM, Path(place))
        kernels = {f"kernels/{file.name}": file.read_bytes() for file in sorted(Path(place).iterdir())}
    return {**found, **kernels}


def _joined(files: Mapping[str, bytes]) -> bytes:
    """Return all files as one: the length of a list as JSON, the list of paths and sizes, then the contents."""
    told = json.dumps([[path, len(content)] for path, content in files.items()]).encode()
    return len(told).to_bytes(4, "big") + told + b"".join(files.values())
