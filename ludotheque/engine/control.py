"""How kernels count nodes and notice that they must stop. `limit.py` has the other side of it."""

from __future__ import annotations

from numba import types

from ludotheque.bits import ONE, ZERO, U
from ludotheque.engine.limit import DEADLINE, MAX_NODES, NODES, STOP
from ludotheque.kernel import Words, inline
from ludotheque.kernel_target import WASM, target

BETWEEN_LOOKS = U(63)
"""Where a kernel needs a clock, it looks at it whenever the number of nodes has none of these bits."""
MICROSECONDS = 1000.0
"""In a millisecond."""

now = types.ExternalFunction("emscripten_get_now", types.float64())
"""Milliseconds, from the same start as Python's `time.perf_counter` in a browser."""


def _look_at_clock(control: Words) -> None:
    if control[NODES] & BETWEEN_LOOKS == ZERO and now() * MICROSECONDS >= control[DEADLINE]:
        control[STOP] = ONE


def _need_no_clock(control: Words) -> None:
    """A timer stops the search."""


look_at_clock = inline(_look_at_clock if target() == WASM else _need_no_clock)


@inline
def count_node(control: Words) -> None:
    control[NODES] += ONE


@inline
def stopped(control: Words) -> bool:
    """Whether the search was stopped."""
    look_at_clock(control)
    return control[STOP] != ZERO


@inline
def halted(control: Words) -> bool:
    """Whether the search was stopped or has visited as many nodes as it may. Kernels ask before they count a node."""
    return stopped(control) or control[NODES] >= control[MAX_NODES]
