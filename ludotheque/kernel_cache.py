"""Where compiled kernels are kept: one folder for each state of the sources that shape a kernel.

numba notices an edit of the file that holds a kernel, but not of the files that it imports. So the folder's name is a
fingerprint of the module: of its name, its file, and everything that it imports from its own package or from this one.
Where the files lie does not matter. Environments with equal sources share what they compile.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from pathlib import Path

from ludotheque.user_folders import user_cache

PACKAGE = Path(__file__).parent
MAX_AGE = 30 * 24 * 3600
"""After this many seconds without use, compiled code is removed when other code is compiled."""

IMPORT = re.compile(r"^[ ]*(?:from (?P<module>[\w.]+) )?import (?P<names>\([^)]*\)|[^\n(]*)", re.MULTILINE)
"""An import statement. Parsing the files properly would take longer than loading the kernels."""


@cache
def cache_folder(module: str, source: Path) -> Path:
    """Return the folder for the compiled kernels of a module with this source file, and create it."""
    folder = _cache_root() / fingerprint(module, source)
    if folder.exists():
        with suppress(OSError):  # somebody else's folder
            os.utime(folder)  # used just now
    else:
        folder.mkdir(parents=True, exist_ok=True)
        _remove_old(folder.parent)
    return folder


@cache
def fingerprint(module: str, source: Path) -> str:
    """Return a hash of a module's name and source file, of all files that it imports, and of numba's version.

    A game from another package shares nothing with ours but what it imports: its edits make only itself compile again.
    The name counts because compiled code imports its module by name: a copy of a game has another one.
    """
    digest = hashlib.sha256(f"{version('numba')} {module}".encode())
    for name, text in sorted((path.name, path.read_bytes()) for path in _closure(source)):
        digest.update(name.encode() + b"\0" + text)
    return digest.hexdigest()[:16]


def _closure(source: Path) -> set[Path]:
    """The file and all files that it imports, directly or not."""
    found, waiting = set(), [source]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported(path)
    return found


@cache
def _imported(path: Path) -> tuple[Path, ...]:
    """The files of this package, or of the file's own, that a file imports."""
    files: list[Path] = []
    roots = {package.name: package.parent for package in (PACKAGE, _package(path))}
    for match in IMPORT.finditer(path.read_text("utf-8")):
        module, names = match["module"], re.findall(r"[\w.]+", match["names"])
        if not module:
            files += [file for name in names for file in _named(roots.get(_top(name)), name)]
        elif module.startswith("."):  # a game from another package may import its own parts relatively
            files += _named(path.parent, module.lstrip("."), names)
        else:
            files += _named(roots.get(_top(module)), module, names)
    return tuple(files)


def _top(module: str) -> str:
    """The package in which a module is, by name."""
    return module.partition(".")[0]


def _package(path: Path) -> Path:
    """The outermost package that holds a file, or the file without its ending."""
    found = path.with_suffix("")
    while (found.parent / "__init__.py").exists():
        found = found.parent
    return found


def _named(root: Path | None, module: str, names: Iterable[str] = ()) -> list[Path]:
    """The files under a root that hold a module, or the names that are imported from it."""
    file = root and _module_file(root, module)
    if not root or not file:
        return []
    # A name of a package may be a module of its own.
    return [_module_file(root, f"{module}.{name}") or file for name in names] or [file]


def _module_file(root: Path, module: str) -> Path | None:
    place = root.joinpath(*module.split("."))
    candidates = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in candidates if file.is_file()), None)


def _remove_old(root: Path) -> None:
    for folder in root.iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > MAX_AGE:
            shutil.rmtree(folder, ignore_errors=True)


def _cache_root() -> Path:
    """The user's cache folder, `LUDOTHEQUE_CACHE` if set, or a temporary folder where neither can be written."""
    chosen = os.environ.get("LUDOTHEQUE_CACHE")
    if chosen:
        return Path(chosen)
    try:
        root = user_cache()
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK):
            return root
    except (OSError, RuntimeError):  # RuntimeError: this user has no home
        pass
    return Path(tempfile.gettempdir()) / f"ludotheque-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
