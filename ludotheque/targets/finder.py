"""How Python finds modules of kernels where there is no compiler: in what `ludotheque build` has made.

`install(folder)` is all that a program in a browser calls before it imports `ludotheque`. From then on the import of a
module of kernels gives its functions as WebAssembly and its constants. All other modules are the usual ones.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

from ludotheque.targets.manifest import Manifest
from ludotheque.targets.side_modules import fill


class KernelFinder(MetaPathFinder, Loader):
    """Answers imports of the modules in a manifest."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.manifest = Manifest.read(folder)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module of kernels comes from; None for all others."""
        if fullname not in self.manifest.modules:
            return None
        return ModuleSpec(fullname, self, origin=str(self.folder / self.manifest.modules[fullname].file))

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Let Python make an empty module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Fill a module with its kernels and constants."""
        fill(module, self.manifest.modules[module.__name__], self.folder)


def install(folder: Path | str) -> None:
    """Find modules of kernels in a folder that `ludotheque build --target wasm` has written."""
    sys.meta_path.insert(0, KernelFinder(Path(folder)))
