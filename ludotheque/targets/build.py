"""Building: which modules of kernels there are, and their code for another target.

What was built once is kept beside the kernels of this machine, under the same fingerprint of its sources. So building
again takes what has not changed.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path

from ludotheque.errors import LudothequeError
from ludotheque.kernel_cache import PACKAGE, cache_folder, fingerprint
from ludotheque.kernel_target import PTX, WASM
from ludotheque.library import definition, games, places
from ludotheque.targets.compiler import BATCH_ENTRIES, LETTERS, SETTINGS
from ludotheque.targets.manifest import Manifest, Module
from ludotheque.targets.wasm import LINKER, linker
from ludotheque.texts import say

COMMON = ("bits", "count_kernels", "engine", "rulebook", "spelling", "status_kernels")
"""Where kernels lie that serve all games."""
LEFT_OUT = LETTERS
"""Modules of this name in a game's folder: only adapters use them, which are not built but for GPUs."""
MAKERS = {
    WASM: ("code.py", "compiler.py", "flat.py", "wasm.py"),
    PTX: ("code.py", "compiler.py", "flat.py", "gpu_kernels.py", "ptx.py"),  # and what batches need
}
"""The files here that shape what is built."""
MOST_PROGRAMS = 4
"""More compile nothing faster: each begins with what many modules share."""
DEFINES = re.compile(r"^@(?:kernel\(|inline$)|^\w+.* = _instruction\(", re.MULTILINE)
"""What only a module of kernels holds."""


def kernel_modules() -> dict[str, Path]:
    """Return all modules of kernels that a program without a compiler needs, with their sources."""
    found = {PACKAGE.name + "." + name: PACKAGE / name for name in COMMON}
    for id in games():
        package = definition(id).package
        spec = importlib.util.find_spec(package)
        assert spec
        assert spec.origin
        found[package] = Path(spec.origin).parent
    return {name: path for top, place in found.items() for name, path in _modules(top, place)}


def _modules(top: str, place: Path) -> Iterator[tuple[str, Path]]:
    """Yield the modules of kernels in a package, or a module itself."""
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]
    for file in files:
        if file.stem != LEFT_OUT and DEFINES.search(file.read_text("utf-8")):
            inner = file.relative_to(place).with_suffix("").parts if place.is_dir() else ()
            yield ".".join([top, *inner]), file


def rules_modules() -> dict[str, Path]:
    """Return the rules of all games, with their sources."""
    return {name: path for name, path in kernel_modules().items() if name.rpartition(".")[2] == "rules"}


def built_for_gpu(package: str) -> tuple[Module, Path]:
    """Return the code for a GPU of the game in a package and where it lies, built now unless it was before."""
    name = f"{package}.rules"
    source = rules_modules()[name]
    if not _told(PTX, name, source).exists():
        _compile(PTX, {name: source})
    told, code = _told(PTX, name, source), _kept(PTX, name, source).with_suffix(f".{PTX}")
    return _module(name, source, code.name, code.stat().st_size, told), code


def build(target: str, folder: Path) -> Manifest:
    """Write the code of all kernels for a target, and a manifest."""
    sources = {WASM: kernel_modules, PTX: rules_modules}[target]()
    missing = {name: path for name, path in sources.items() if not _told(target, name, path).exists()}
    if missing:
        _compile(target, missing)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"*.{target}"):
        old.unlink()
    modules = {name: _take(target, name, path, folder) for name, path in sources.items()}
    manifest = Manifest(target, versions(target), modules)
    manifest.write(folder)
    return manifest


@cache
def versions(target: str) -> Mapping[str, str]:
    """Return the versions of what takes part in a build."""
    found = {name: version(name) for name in (PACKAGE.name, "numba", "llvmlite")}
    if target == WASM:
        done = subprocess.run([linker(), "--version"], capture_output=True, text=True, check=True)
        found[LINKER] = done.stdout.strip()
    return found


@cache
def _makers(target: str) -> str:
    """A fingerprint of the files that make code for other targets."""
    digest = hashlib.sha256(repr(sorted(versions(target).items())).encode())
    for name in MAKERS[target]:
        digest.update((Path(__file__).parent / name).read_bytes())
    if target == PTX:
        digest.update(
            fingerprint(BATCH_ENTRIES, PACKAGE.parent.joinpath(*BATCH_ENTRIES.split(".")).with_suffix(".py")).encode()
        )
    return digest.hexdigest()[:16]


def _kept(target: str, name: str, source: Path) -> Path:
    """Where the code of a module is kept; its ending is still open."""
    letters = source.with_name(f"{LETTERS}.py")
    if target == PTX and letters.exists():  # code for GPUs holds both modules, and this one imports the other
        place = cache_folder(f"{name.rpartition('.')[0]}.{LETTERS}", letters)
    else:
        place = cache_folder(name, source)
    return place / f"{_makers(target)}.{name.replace('.', '-')}.{target}"


def _told(target: str, name: str, source: Path) -> Path:
    """The file that says what is kept; it is written last."""
    return _kept(target, name, source).with_suffix(".json")


def _compile(target: str, sources: Mapping[str, Path]) -> None:
    """Let other programs compile these modules, one for each processor, and keep what they make."""
    paths = {"LUDOTHEQUE_GAMES": os.pathsep.join(places()), "PYTHONPATH": os.pathsep.join(sys.path)}
    environment = {**os.environ, **SETTINGS, **paths}
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "ludotheque.targets.compiler", target, place]
        running = [subprocess.Popen([*command, *part], env=environment) for part in _shared(list(sources))]
        statuses = [program.wait() for program in running]
        if any(statuses):
            raise LudothequeError(say("cli.not_built"))
        for name, source in sources.items():
            for ending in (f".{target}", ".json"):  # the second says that the first is whole
                made = Path(place) / f"{name}{ending}"
                if made.exists():
                    kept = _kept(target, name, source).with_suffix(ending)
                    part = kept.with_suffix(f"{ending}.{os.getpid()}")
                    part.write_bytes(made.read_bytes())
                    part.replace(kept)


def _shared(names: Sequence[str]) -> Iterator[Sequence[str]]:
    """Share modules out among programs. Neighbours stay together, because they are parts of each other."""
    programs = min(len(names), os.cpu_count() or 1, MOST_PROGRAMS)
    ends = [len(names) * number // programs for number in range(programs + 1)]
    yield from (names[first:last] for first, last in pairwise(ends))


def _take(target: str, name: str, source: Path, folder: Path) -> Module:
    """Copy the code of a module to the folder, and return what the manifest says of it."""
    told, code = _told(target, name, source), _kept(target, name, source).with_suffix(f".{target}")
    if not code.exists():
        return _module(name, source, "", 0, told)
    file = f"{name}.{target}"
    return _module(name, source, file, (folder / file).write_bytes(code.read_bytes()), told)


def _module(name: str, source: Path, file: str, size: int, told: Path) -> Module:
    """What a manifest says of a module."""
    data = {"fingerprint": fingerprint(name, source), "file": file, "size": size}
    return Module.of({**data, **json.loads(told.read_text("utf-8"))})
