"""Loading kernels. The first use on a machine compiles them, which takes seconds and prints a line."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from ludotheque.texts import say

COMPILED = sys.platform != "emscripten"
"""Whether kernels are compiled here. In a browser they come from `ludotheque build`, see `targets/`."""


def load_kernels(module: str, title: object) -> ModuleType:
    """Return a module of kernels; print a line on the error stream when it has to be compiled first."""
    if module in sys.modules or not COMPILED:
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


def entry(function: Any) -> Callable[..., Any]:
    """Return a kernel for quick calls from Python: it takes plain ints, and arrays of the declared types unseen."""
    if hasattr(function, "overloads"):
        (compiled,) = function.overloads.values()
        code: Callable[..., Any] = compiled.entry_point
        return code
    if not COMPILED:
        return function  # type: ignore[no-any-return]
    # The compiler is off.
    from ludotheque.arrays import word

    return lambda *values: function(*(word(value) if isinstance(value, int) else value for value in values))


def counting() -> ModuleType:
    """Return the module `count`: perft and random playouts."""
    return load_kernels("ludotheque.count", "perft")
