"""How kernels count nodes and notice that they must stop. `limit.py` has the other side of it."""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO
from ludotheque.engine.limit import MAX_NODES, NODES, STOP
from ludotheque.kernel import Words, inline


@inline
def count_node(control: Words) -> None:
    control[NODES] += ONE


@inline
def halted(control: Words) -> bool:
    """Whether the search was stopped or has visited as many nodes as it may. Kernels ask before they count a node."""
    return control[STOP] != ZERO or control[NODES] >= control[MAX_NODES]
