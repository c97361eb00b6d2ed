"""What the kernels of Monte-Carlo tree search work with: numbers, arrays and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ludotheque.kernel import Numbers, Reals, Words

FIRST, COUNT, NEXT, WIDTH, VISITS, MOVER, PROOF, SPAN = range(8)
"""The columns of `Nodes.stats`: the first child; the number of children; the next sibling (UCT only); the number of
legal moves, -1 before they are listed; the visits; the player who made the move; 0 or 1 + the proven returns, as in the
status word; the moves until that result, at most."""
TOTAL, ESTIMATE, PRIOR = range(3)
"""The columns of `Nodes.values`: the sum of the mover's rewards; what the node promised the mover at first; the part of
the exploration that it gets among its siblings."""
MAX_PATH = 512
"""No path down the tree is longer."""
UNLIMITED = 1 << 40
"""A number of rounds or moves that is never reached."""
CAPACITY = 1 << 20
"""How many nodes a tree can have. A full tree is still searched, but grows no more."""
ROUNDS_PER_PLY = 20
"""A search of depth d runs this number of rounds to the power of d - 1, as an alpha-beta search would need."""
FIRST_STAGE = 64
"""The rounds before the first report of a search."""


class Nodes(NamedTuple):
    """The nodes of a tree, in arrays made once. Node 0 is the root.

    Kernels take the bundle apart at their beginning: reading a field of it again and again would cost time.
    """

    moves: Words
    """The move that leads to each node."""
    stats: Numbers
    values: Reals


class TreeSpace(NamedTuple):
    """The arrays that a search works in."""

    root: Words
    """The state at the root."""
    state: Words
    """The state at the node that is visited."""
    after: Words
    """The state after one of its moves."""
    moves: Words
    """The legal moves of a node."""
    ranking: Numbers
    """The most promising of them: evaluation and number."""
    path: Numbers
    """The nodes from the root on, and the player to move at each."""
    rewards: Reals
    """What the visit brings to each player."""
    dice: Words
    """The seed of the next playout."""


class UctSettings(NamedTuple):
    """What holds for one search."""

    control: Words
    """`Limit.control`."""
    rounds: int
    max_nodes: int
    """`Limit.max_nodes`: rounds and nodes of the solver together."""
    exploration: float
    reach: int
    """How many moves below the root the solver takes over from playouts; -1: nowhere."""
    solver_nodes: int


class PuctSettings(NamedTuple):
    """What holds for one search."""

    control: Words
    """`Limit.control`."""
    rounds: int
    max_depth: int
    max_children: int
    scale: float
    """The evaluation that promises three wins out of four."""
    temperature: float
    """How fast the prior of a move falls with its estimate."""
    exploration: float
    widening: float
    """How fast more children are considered as visits grow."""
    playout_weight: float
    """How much a random playout counts against the estimate, from 0 to 1."""
