"""The program that compiles kernels for another target: `python -m ludotheque.targets.compiler TARGET FOLDER MODULE…`.

It is a program of its own, because numba must be told before it is loaded what it compiles for. For each module it
writes the code and a JSON file with what the manifest says of it. For GPUs the modules are the games' rules.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

from ludotheque.kernel_target import PTX, WASM, aim_at
from ludotheque.targets.manifest import Constant, Function

SETTINGS = {
    "NUMBA_OPT": "0",  # LLVM optimises for the target later
    "NUMBA_CPU_NAME": "generic",
    "NUMBA_CPU_FEATURES": "",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
}
"""The environment of this program."""
ENTRIES, BATCH_ENTRIES = "ludotheque.targets.gpu_kernels", "ludotheque.adapters.gpu_kernels"
"""What the threads of a GPU do. A game has those entry points whose kernels it has."""
LETTERS = "letters"
NOWHERE = 16
"""An address that nobody calls."""


def main(target: str, folder: str, modules: list[str]) -> None:
    """Compile modules into a folder."""
    import llvmlite.binding as llvm

    from ludotheque.targets.wasm import CLOCK

    aim_at(target)
    llvm.add_symbol(CLOCK, NOWHERE)  # numba wants to know where it is here, although nothing is run
    compile_ = {WASM: compile_wasm, PTX: compile_ptx}[target]
    for name in modules:
        module = importlib.import_module(name)
        functions = compile_(module, Path(folder) / name)
        write_told(module, functions, Path(folder) / f"{name}.json")


def compile_wasm(module: ModuleType, file: Path) -> Mapping[str, Function]:
    """Write the code of a module for WebAssembly; the functions that it shows."""
    from ludotheque.targets.flat import flat_code
    from ludotheque.targets.wasm import side_module

    found = kernels_of(module)
    if not found:
        return {}
    code, functions, names = flat_code(module.__name__, found)
    shown = {**names, **{function.symbol: function.symbol for function in functions.values()}}
    file.with_name(f"{file.name}.wasm").write_bytes(side_module([code, *map(code_of, found.values())], shown))
    return functions


def compile_ptx(module: ModuleType, file: Path) -> Mapping[str, Function]:
    """Write the code for a GPU with the rules of a game; the entry points that it shows."""
    from ludotheque.targets.ptx import Bound, assembly, entry_code, taken

    kernels = {**kernels_of(module), **_letters(module)}
    entries = kernels_of(importlib.import_module(ENTRIES)) | kernels_of(importlib.import_module(BATCH_ENTRIES))
    entries = {name: entry for name, entry in entries.items() if taken(entry) <= kernels.keys()}
    bound = Bound({name: kernels[name] for entry in entries.values() for name in taken(entry)}, _room(module))
    code, functions = entry_code(module.__name__.replace(".", "_"), entries, bound)
    codes = [code, *map(code_of, entries.values()), *map(code_of, bound.kernels.values())]
    text = assembly(codes, [function.symbol for function in functions.values()])
    file.with_name(f"{file.name}.ptx").write_text(text, "ascii")
    return functions


def _letters(rules: ModuleType) -> Mapping[str, Any]:
    """The kernels of a game's `letters.py`, where it has one."""
    name = f"{rules.__name__.rpartition('.')[0]}.{LETTERS}"
    return kernels_of(importlib.import_module(name)) if importlib.util.find_spec(name) else {}


def _room(rules: ModuleType) -> Mapping[str, int]:
    """How many words a thread's own arrays need for a game, whatever its options are."""
    from ludotheque.library import definition, games, load

    package = rules.__name__.rpartition(".")[0]
    id = next(id for id in games() if definition(id).package == package)
    options = [[(option.name, value) for value in option.values] for option in definition(id).options]
    found = [load(id, **dict(choice)).rulebook.rules for choice in product(*options)]
    return {"own_state": found[0].state_size, "own_scratch": max(rules.pick_room for rules in found)}


def code_of(kernel: Any) -> str:
    """Return numba's LLVM code of a kernel."""
    (compiled,) = kernel.overloads.values()
    return str(compiled.library.get_llvm_str())


def write_told(module: ModuleType, functions: Mapping[str, Function], file: Path) -> None:
    """Write what to tell of a module."""
    told = {
        "functions": {name: asdict(function) for name, function in functions.items()},
        "constants": constants_of(module),
    }
    file.write_text(json.dumps(told), "utf-8")


def kernels_of(module: ModuleType) -> dict[str, Any]:
    """Return the kernels that a module defines, by name; building blocks have no signature of their own."""
    return {
        name: value
        for name, value in vars(module).items()
        if hasattr(value, "overloads") and not value._can_compile and value.py_func.__module__ == module.__name__
    }


def constants_of(module: ModuleType) -> Mapping[str, Constant]:
    """Return the constants of a module that Python code may read."""
    found = {name: plain(value) for name, value in vars(module).items() if name.isupper()}
    return {name: value for name, value in found.items() if value is not None}


def plain(value: Any) -> Constant | None:
    """Return a constant as JSON has it; None for what is none."""
    if hasattr(value, "dtype") and not getattr(value, "shape", ()):
        value = value.item()
    if isinstance(value, tuple):
        parts = [plain(part) for part in value]
        return None if None in parts else tuple(part for part in parts if part is not None)
    return value if isinstance(value, bool | int | float | str) else None


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3:])
