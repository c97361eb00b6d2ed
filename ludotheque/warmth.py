"""Compiling ahead, so that nobody waits in silence: the first use of a game's kernels on a machine takes seconds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from ludotheque.texts import say


@contextmanager
def announce(what: str) -> Iterator[None]:
    """Say on the error stream that something is being compiled, unless it was compiled before."""
    from ludotheque.kernel import JIT, cache_folder

    done = cache_folder() / f"{what}.compiled"
    if not JIT or done.exists():
        yield
        return
    print(say("compile.start", what=what), end=" ", file=sys.stderr, flush=True)
    yield
    done.touch()
    print(say("compile.done"), file=sys.stderr, flush=True)
