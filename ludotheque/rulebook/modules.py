"""The modules of kernels in a game's folder: which there are, and how they are loaded."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

from ludotheque.kernel_loading import load_kernels
from ludotheque.rulebook.fault import fault_of, folder_error
from ludotheque.texts import Text, say

if TYPE_CHECKING:
    from ludotheque.kernel import NextLettersKernel, ReadLettersKernel
    from ludotheque.rulebook.rulebook import Rulebook


class LetterKernels(NamedTuple):
    """The kernels of a game's `letters.py`; see `spelling.py`. Both are None without one."""

    next_letters: NextLettersKernel | None = None
    read_letters: ReadLettersKernel | None = None


def has_module(book: Rulebook, name: str) -> bool:
    """Whether the game's folder has an optional module."""
    return importlib.util.find_spec(f"{book.package}.{name}") is not None


def load_module(book: Rulebook, name: str, title: Text, needed: Iterable[str] = ()) -> ModuleType:
    """Return a module of kernels of the game's folder, which must define what is needed."""
    try:
        module = load_kernels(f"{book.package}.{name}", title)
    except Exception as error:  # a compiler can fail in many ways
        raise fault_of(book.id, book.package, error) from error
    for member in needed:
        if not hasattr(module, member):
            raise folder_error(book.id, say("folder.name", file=f"{name}.py", name=member))
    return module


def letter_kernels(book: Rulebook) -> LetterKernels:
    """Return the kernels for moves that are chosen letter by letter."""
    if not has_module(book, "letters"):
        return LetterKernels()
    letters = load_module(book, "letters", say("compile.letters", game=book.title), LetterKernels._fields)
    return LetterKernels(letters.next_letters, letters.read_letters)
