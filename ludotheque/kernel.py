"""How a Python function becomes a kernel: compiled once for a declared signature, and kept on disk.

A *state* is a row of 64-bit words. The rules of a game are three kernels over it. Whatever searches, counts or plays
at random takes them as typed function arguments, so that one compiled copy serves every game::

    moves(state, player, out) -> n        all legal moves of a player to move, written into out
    pick(state, player, random, out)      one of them, as uniform as `random`; out is scratch space
    play(state, player, move)             plays a legal move, in place

Two more serve programs that choose a move letter by letter and see no more than a player may::

    letter(move, place) -> letter         how a move is spelled, see `spelling.py`
    hide(state, player)                   blanks what a player may not know, in place; only in games with secrets

The kernels `next_letters` and `read_letters` of a game's `letters.py` spare these programs the list of all moves, as
`pick` does for random moves. They are optional, see `spelling.py`.

All values are unsigned 64-bit words, because numba turns a mixture with plain ints into floats. Only counts are int64.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba import types
from numba.core.caching import UserProvidedCacheLocator

from ludotheque.kernel_cache import cache_folder
from ludotheque.kernel_target import THIS_MACHINE, target

Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]
MovesKernel = Callable[[Words, np.uint64, Words], int]
PickKernel = Callable[[Words, np.uint64, np.uint64, Words], np.uint64]
PlayKernel = Callable[[Words, np.uint64, np.uint64], None]
LetterKernel = Callable[[np.uint64, np.uint64], np.uint64]
NextLettersKernel = Callable[[Words, np.uint64, Words, np.uint64, Words], None]
ReadLettersKernel = Callable[[Words, np.uint64, Words, np.uint64], np.uint64]
HideKernel = Callable[[Words, np.uint64], None]
EvaluateKernel = Callable[[Words, np.uint64], int]
F = TypeVar("F", bound=Callable[..., Any])

_compiling = threading.RLock()
JIT = not numba.config.DISABLE_JIT

word = types.uint64
words = types.Array(types.uint64, 1, "C")
rows = types.Array(types.uint64, 2, "C")
count = types.int64
numbers = types.Array(types.int64, 1, "C")
number_rows = types.Array(types.int64, 2, "C")
real = types.float64
reals = types.Array(types.float64, 1, "C")
real_rows = types.Array(types.float64, 2, "C")
yes_no = types.boolean
nothing = types.void

MOVES = count(words, word, words)
PICK = word(words, word, word, words)
PLAY = nothing(words, word, word)
LETTER = word(word, word)
NEXT_LETTERS = nothing(words, word, words, word, words)
READ_LETTERS = word(words, word, words, word)
HIDE = nothing(words, word)
EVALUATE = count(words, word)

moves_function = types.FunctionType(MOVES)
pick_function = types.FunctionType(PICK)
play_function = types.FunctionType(PLAY)
letter_function = types.FunctionType(LETTER)
next_letters_function = types.FunctionType(NEXT_LETTERS)
read_letters_function = types.FunctionType(READ_LETTERS)
hide_function = types.FunctionType(HIDE)
evaluate_function = types.FunctionType(EVALUATE)


class KernelLocator(UserProvidedCacheLocator):  # type: ignore[misc]  # numba has no types
    """Finds compiled kernels in the folder of their sources, wherever these are installed.

    numba would also count where a file lies and how old it is. The folder's name counts what is in it.
    """

    @classmethod
    def get_suitable_cache_subpath(cls, py_file: str) -> str:
        return ""

    def get_source_stamp(self) -> str:
        return ""


def kernel(signature: Any) -> Callable[[F], F]:
    """Compile a function for this signature, or load it from the cache when its sources have not changed.

    numpy's error model spares a test for zero at every division. Rules never divide by the size of an empty set.
    """

    def compile_(function: F) -> F:
        if target() != THIS_MACHINE:  # to be built, not to be run: `targets/` keeps the code
            translated: F = numba.njit(signature, nogil=True, error_model="numpy")(function)
            return translated
        # The folder and its locator are global settings of numba's, and several threads may load kernels at once.
        with _compiling:
            before = numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES
            numba.config.CACHE_DIR = str(cache_folder(function.__module__, Path(function.__code__.co_filename)))
            numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{KernelLocator.__name__}"
            try:
                compiled: F = numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
            finally:
                numba.config.CACHE_DIR, numba.config.CACHE_LOCATOR_CLASSES = before
            return compiled

    return compile_


def bundle(kind: type, *parts: Any) -> Any:
    """Return the type of a named tuple whose fields have these types."""
    return types.BaseTuple.from_types(parts, kind)


def inline(function: F) -> F:
    """A small building block of kernels, compiled into each kernel that calls it."""
    block: F = numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)
    return block
