"""How a Python function becomes a kernel: compiled once with a declared signature, kept on disk.

A *state* is a row of 64-bit words. A game's rules are three kernels over it, and everything that searches, counts or
plays at random receives them as typed function arguments, so that one compiled copy serves every game::

    moves(state, player, out) -> n        all legal decisions of a player who owes one, into out
    pick(state, player, random, out)      one of them, as uniform as `random`; out is scratch space
    play(state, player, move)             carries out a legal decision, in place

Two more serve those who choose decisions letter by letter, and see no more than a player may::

    letter(move, place) -> letter         how a decision is spelled, see `spelling.py`
    hide(state, player)                   blanks what a player may not know, in place; only in games with secrets

All values are unsigned 64-bit words (numba turns a mixture with plain ints into floats); only counts are int64.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba import types

Words = npt.NDArray[np.uint64]
MovesKernel = Callable[[Words, np.uint64, Words], int]
PickKernel = Callable[[Words, np.uint64, np.uint64, Words], np.uint64]
PlayKernel = Callable[[Words, np.uint64, np.uint64], None]
LetterKernel = Callable[[np.uint64, np.uint64], np.uint64]
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
yes_no = types.boolean
nothing = types.void

MOVES = count(words, word, words)
PICK = word(words, word, word, words)
PLAY = nothing(words, word, word)
LETTER = word(word, word)
HIDE = nothing(words, word)
EVALUATE = count(words, word)

moves_function = types.FunctionType(MOVES)
pick_function = types.FunctionType(PICK)
play_function = types.FunctionType(PLAY)
letter_function = types.FunctionType(LETTER)
hide_function = types.FunctionType(HIDE)
evaluate_function = types.FunctionType(EVALUATE)


def kernel(signature: Any) -> Callable[[F], F]:
    """Compile a function for this signature; load it from the cache when its sources have not changed.

    numpy's error model spares a test for zero at every division; rules never divide by an empty set.
    """

    def compile_(function: F) -> F:
        # The folder is a global setting of numba's, and several threads may load kernels at once.
        with _compiling:
            before = numba.config.CACHE_DIR
            numba.config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).parent))
            try:
                compiled: F = numba.njit(signature, cache=True, nogil=True, error_model="numpy")(function)
            finally:
                numba.config.CACHE_DIR = before
            return compiled

    return compile_


def inline(function: F) -> F:
    """A small building block of kernels, compiled into each kernel that calls it."""
    block: F = numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)
    return block


PACKAGE = Path(__file__).parent


@cache
def cache_folder(home: Path = PACKAGE) -> Path:
    """Where the compiled kernels of a folder lie: one place for each state of the sources.

    numba notices an edit of the file that holds a kernel, but not of the files that it imports; hence the fingerprint.
    """
    folder = _cache_root() / _fingerprint(PACKAGE if home.is_relative_to(PACKAGE) else home)
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder.parent)
    return folder


def _sweep(root: Path) -> None:
    """Remove what older sources left, once nobody has used it for a month."""
    for folder in root.iterdir():
        if folder.is_dir() and time.time() - folder.stat().st_mtime > 30 * 24 * 3600:
            shutil.rmtree(folder, ignore_errors=True)


def _cache_root() -> Path:
    chosen = os.environ.get("LUDOTHEQUE_CACHE")
    if chosen:
        return Path(chosen)
    root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ludotheque"
    try:
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK):
            return root
    except OSError:
        pass
    return Path(tempfile.gettempdir()) / f"ludotheque-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


@cache
def _fingerprint(home: Path) -> str:
    """A hash of all sources that shape compiled code: kernels, and whatever may give them tables and numbers.

    A game from elsewhere adds its own folder, so that its edits make nobody compile anew but itself.
    """
    ours = home == PACKAGE
    digest = hashlib.sha256((numba.__version__ if ours else _fingerprint(PACKAGE)).encode())
    for path in sorted(home.rglob("*.py")):
        inside = path.relative_to(home)
        source = path.read_bytes()
        shapes = inside.parts[0] in {"games", "engine", "board.py"} or b"@kernel" in source or b"@inline" in source
        if shapes or not ours:
            digest.update(inside.as_posix().encode() + b"\0" + source)
    return digest.hexdigest()[:16]
