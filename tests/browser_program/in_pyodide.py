"""The program in Pyodide under node, as a site ships it: archives in bytecode, kernels as WebAssembly."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludotheque.browser.archive import archive
from ludotheque.kernel_target import WASM
from ludotheque.targets.build import build

ROOT = Path(__file__).parents[2]
COMPILE = ROOT / "ludotheque" / "browser" / "compile.mjs"
SCRIPT = Path(__file__).parent / "pyodide.mjs"
LIBRARY = ROOT / "node_modules" / "pyodide" / "python_stdlib.zip"
SECONDS = 300


@dataclass(frozen=True)
class Site:
    """What a site needs of this package."""

    archive: Path
    library: Path
    kernels: Path

    @classmethod
    def build(cls, folder: Path) -> Site:
        sources, site = folder / "sources.zip", cls(folder / "program.zip", folder / "library.zip", folder / "kernels")
        sources.write_bytes(archive())
        for made, of in ((site.archive, sources), (site.library, LIBRARY)):
            _node(str(COMPILE), str(of), str(made))
        build(WASM, site.kernels)
        return site

    def run(self, code: str) -> Any:
        """What the function `answer` of a piece of Python returns in Pyodide, and how long the start took."""
        return json.loads(
            _node(str(SCRIPT), str(self.archive), str(self.library), str(self.kernels), str(ROOT / "tests"), code)
        )


def _node(*command: str) -> str:
    done = subprocess.run(["node", *command], capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
