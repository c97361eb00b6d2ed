"""Kernels in a browser: functions of side modules that Python calls by ctypes, with the arrays of `plain_arrays.py`."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from ludotheque.plain_arrays import Array
from ludotheque.targets.manifest import Function, Kind, Module

SCALARS = {
    "word": ctypes.c_uint64,
    "count": ctypes.c_int64,
    "real": ctypes.c_double,
    "yes_no": ctypes.c_int,
    "nothing": None,
    "function": ctypes.c_void_p,
}


class Kernel:
    """A kernel of a side module. It takes what the same kernel takes elsewhere."""

    __slots__ = ("_function", "flat")

    def __init__(self, library: ctypes.CDLL, function: Function) -> None:
        self._function = library[function.symbol]
        self._function.restype = SCALARS[function.result]
        self._function.argtypes = [kind for argument in function.arguments for kind in _flat(argument)]
        self.flat = (ctypes.cast(library[function.address], ctypes.c_void_p).value,)
        """What stands for the kernel where another one takes it."""

    def __call__(self, *arguments: Any) -> Any:
        flat: list[Any] = []
        _flatten(arguments, flat)
        return self._function(*flat)


def _flatten(arguments: Sequence[Any], flat: list[Any]) -> None:
    """Add what stands for some arguments."""
    for argument in arguments:
        if isinstance(argument, Array | Kernel):
            flat += argument.flat
        elif isinstance(argument, tuple):
            _flatten(argument, flat)
        else:
            flat.append(argument)


def _flat(kind: Kind) -> Iterator[Any]:
    """Yield the types of the flat arguments that stand for one."""
    if not isinstance(kind, str):
        for part in kind:
            yield from _flat(part)
    elif kind in SCALARS:
        yield SCALARS[kind]
    else:
        yield ctypes.c_void_p
        yield from [ctypes.c_int64] * (1 if kind in {"words", "numbers", "reals"} else 2)


def fill(module: ModuleType, told: Module, folder: Path) -> None:
    """Give a module the kernels and constants that a manifest tells of it."""
    for name, value in told.constants.items():
        setattr(module, name, tuple(value) if isinstance(value, list) else value)
    if told.file:
        library = ctypes.CDLL(str(folder / told.file))
        for name, function in told.functions.items():
            setattr(module, name, Kernel(library, function))
