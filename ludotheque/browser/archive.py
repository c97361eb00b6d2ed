"""The archive that a page brings along: what the program in a browser needs of this package, and nothing else.

A module is in it when the program can import it from where it begins. Modules of kernels are not: they come as
WebAssembly (`targets/`). Data come with the games that a page shows and with the packages whose modules are there.
"""

from __future__ import annotations

import ast
import io
import pkgutil
import zipfile
from collections.abc import Iterator
from importlib import import_module
from importlib.util import resolve_name
from pathlib import Path, PurePosixPath

from ludotheque.kernel_cache import PACKAGE as ROOT
from ludotheque.library import definition, games
from ludotheque.targets.build import kernel_modules

BEGINNING = "ludotheque.targets.finder"
"""What workers of the page import before anything else."""
BY_NAME = ("browser", "engine")
"""Packages whose modules are imported by their names: the answers, the engine of a game."""
ENDINGS = (".toml", ".svg", ".json")
LEFT_OUT = ("archive", "bytecode", "kernel", "kernel_cache")
"""Modules of these names: they make what a browser gets."""
STAMP = (1980, 1, 1, 0, 0, 0)
"""The time of all files, so that the same sources give the same archive."""


def archive() -> bytes:
    """Return the archive: a zip with modules as source and data, as they lie in the package."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
        for path, source in sorted(files().items()):
            info = zipfile.ZipInfo(path, STAMP)
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, source.read_bytes())
    return packed.getvalue()


def files() -> dict[str, Path]:
    """Return the files that the program in a browser needs, by their path in the archive.

    A game from another folder (`LUDOTHEQUE_GAMES`) stands in the archive beside the others.
    """
    found = dict[str, Path]()
    for name, module in modules().items():
        place = PurePosixPath(*name.split("."))
        if module.name != "__init__.py":
            found[f"{place}.py"] = module
            continue
        folder = module.parent
        data = [path for path in (*folder.iterdir(), *folder.glob("teach/*")) if path.suffix in ENDINGS]
        found |= {(place / path.relative_to(folder)).as_posix(): path for path in (module, *data)}
    return found


def modules() -> dict[str, Path]:
    """Return the modules that the program can import, with their files."""
    kernels, found = kernel_modules(), dict[str, Path]()
    waiting = [BEGINNING, *(definition(id).package for id in games())]
    for package in BY_NAME:
        waiting += [module.name for module in pkgutil.iter_modules([str(ROOT / package)], f"{ROOT.name}.{package}.")]
    while waiting:
        name = waiting.pop()
        path = None if name in found or name in kernels or name.rpartition(".")[2] in LEFT_OUT else _file(name)
        if path:
            found[name] = path
            package = name if path.name == "__init__.py" else name.rpartition(".")[0]
            waiting += [name.rpartition(".")[0], *_imported(ast.parse(path.read_text("utf-8")), package)]
    return found


def _file(name: str) -> Path | None:
    """Return the file of a module of this package, or of a game; None for all other names."""
    top, *parts = name.split(".")
    if top != ROOT.name:
        return None
    folders = [ROOT.joinpath(*parts)]
    if parts[:1] == ["games"] and len(parts) > 1:
        folders = [Path(place).joinpath(*parts[1:]) for place in import_module(f"{ROOT.name}.games").__path__]
    ways = (file for path in folders for file in (path / "__init__.py", path.with_suffix(".py")))
    return next((file for file in ways if file.is_file()), None)


def _imported(tree: ast.AST, package: str) -> Iterator[str]:
    """Yield the names that a module may import, wherever it does so. What only types need does not count."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), package)
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)
        else:
            yield from _imported(node, package)
