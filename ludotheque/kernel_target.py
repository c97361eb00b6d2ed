"""For which machine kernels are compiled: the one that runs this program, WebAssembly, or a GPU.

A program has one target. `ludotheque build` starts another program that aims at another target before it loads a
kernel. Where a kernel must differ between targets, it asks `target()` while it is defined.
"""

from __future__ import annotations

THIS_MACHINE, WASM, PTX = "machine", "wasm", "ptx"
OTHERS = (WASM, PTX)
"""The targets that kernels are built for rather than run on."""

_aim = [THIS_MACHINE]


def target() -> str:
    """Return for which machine this program compiles kernels."""
    return _aim[0]


def aim_at(name: str) -> None:
    """Compile all kernels that are loaded from now on for this target."""
    _aim[0] = name
