"""WebAssembly: one file for each module of kernels, a side module as Emscripten calls it.

Side modules share the memory and the table of functions of the program that loads them, such as Pyodide. So kernels
work on arrays that Python owns, and take kernels of other files as functions.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Collection, Mapping
from pathlib import Path

import llvmlite.binding as llvm

from ludotheque.errors import LudothequeError
from ludotheque.targets.code import hide, link, optimise
from ludotheque.texts import say

TRIPLE = "wasm32-unknown-emscripten"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
"""What every browser has that can run Pyodide."""
CLOCK = "emscripten_get_now"
OFFERED = {CLOCK, "memcpy", "memmove", "memset"}
"""What the program that loads a side module offers it."""
LINKER = "wasm-ld"


def linker() -> str:
    """Return the linker for WebAssembly."""
    found = shutil.which(LINKER)
    if not found:
        raise LudothequeError(say("cli.no_linker", program=LINKER))
    return found


def machine() -> llvm.TargetMachine:
    """Return what LLVM knows of the target."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu="generic", features=FEATURES, opt=3, reloc="pic", codemodel="default")


def side_module(codes: Collection[str], shown: Mapping[str, str]) -> bytes:
    """Return a side module that shows these functions."""
    aim = machine()
    module = link(codes, aim, TRIPLE, OFFERED)
    hide(module, shown)
    optimise(module, aim, vectors=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "kernels.o").write_bytes(aim.emit_object(module))
        exports = [f"--export={symbol}" for symbol in shown.values()]
        options = ["-shared", "--experimental-pic", "--allow-undefined", "--gc-sections", "--strip-all", "-O2"]
        subprocess.run([linker(), *options, *exports, "-o", folder / "kernels.wasm", folder / "kernels.o"], check=True)
        return (folder / "kernels.wasm").read_bytes()
