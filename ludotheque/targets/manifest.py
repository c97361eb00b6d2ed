"""What `ludotheque build` has made, in one JSON file: modules, their functions, signatures, constants and sizes.

A kernel's signature is told by the kinds of its arguments, and of its result:

    word, count, real, yes_no, nothing     one 64-bit word, a signed one, a float, a truth, no result
    words, numbers, reals                  an array of them: its address and length
    flags, bits                            an array of bytes, each 0 or 1: its address and length
    rows, number_rows, real_rows           an array of rows: its address, how many rows, how many in each
    payments                               an array of rows of 32-bit floats
    function                               the address of a kernel, see `Built.address`
    [kinds]                                a bundle (a named tuple): its parts, one after the other

Python code reads constants of a module of kernels, such as `SCALE`. They stand here too, because the module itself is
not there in a browser.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

NAME = "manifest.json"
Kind: TypeAlias = "str | Sequence[Kind]"
Constant: TypeAlias = "bool | int | float | str | Sequence[Constant]"


@dataclass(frozen=True)
class Function:
    """A kernel as other machines call it."""

    symbol: str
    """Its name in the file, for calls with flat arguments."""
    address: str
    """Its name in the file, for kernels that take it as a function."""
    arguments: Sequence[Kind]
    result: str


@dataclass(frozen=True)
class Module:
    """A module of kernels. One that holds only constants and parts of other kernels has no file."""

    fingerprint: str
    file: str = ""
    size: int = 0
    functions: Mapping[str, Function] = field(default_factory=dict)
    constants: Mapping[str, Constant] = field(default_factory=dict)

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Module:
        functions = {name: Function(**function) for name, function in data["functions"].items()}
        return cls(**{**data, "functions": functions})


@dataclass(frozen=True)
class Manifest:
    """All modules of a build."""

    target: str
    versions: Mapping[str, str]
    """What the kernels were built with."""
    modules: Mapping[str, Module]

    def write(self, folder: Path) -> None:
        """Write the manifest into a folder."""
        (folder / NAME).write_text(json.dumps(asdict(self), indent=1, sort_keys=True) + "\n", "utf-8")

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Return the manifest of a folder."""
        data = json.loads((folder / NAME).read_text("utf-8"))
        modules = {name: Module.of(module) for name, module in data["modules"].items()}
        return cls(data["target"], data["versions"], modules)
