"""Loading kernels. The first use on a machine compiles them, which takes seconds and prints a line."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from ludotheque.texts import say


def load_kernels(module: str, title: object) -> ModuleType:
    """Return a module of kernels; print a line on the error stream when it has to be compiled first."""
    if module in sys.modules:
        return importlib.import_module(module)  # waits, while another thread is still importing it
    # Loaded here, so that importing the package stays quick.
    from ludotheque.kernel import JIT
    from ludotheque.kernel_cache import cache_folder

    spec = importlib.util.find_spec(module)
    assert spec
    assert spec.origin
    # Each Python compiles its own, because the code works on Python's objects.
    done = cache_folder(module, Path(spec.origin)) / f"{module}.{sys.implementation.cache_tag}.compiled"
    quiet = not JIT or done.exists()
    if not quiet:
        print(say("compile.start", what=title), end=" ", file=sys.stderr, flush=True)
    kernels = importlib.import_module(module)
    if not quiet:
        done.touch()
        print(say("compile.done"), file=sys.stderr, flush=True)
    return kernels


def counting() -> ModuleType:
    """Return the module `count`: perft and random playouts."""
    return load_kernels("ludotheque.count", "perft")
