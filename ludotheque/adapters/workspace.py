"""What batches work with: arrays with a row for each game, and bundles of them for kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ludotheque.kernel import Words

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Rewards = npt.NDArray[np.float32]

CHOICES = 5
"""The words of a row of choices."""
NOBODY = -1
"""Instead of the player to act, when the game is over."""


class Games(NamedTuple):
    """The games of a batch, a row each."""

    states: Words
    letters: Words
    """The letters of a move that has begun."""
    places: Numbers
    """How many letters are chosen."""
    choices: Words
    """What may follow them, see `choices.py`."""
    players: Numbers
    """The player who chooses the next action."""


class Turn(NamedTuple):
    """What a step takes, and what it brings."""

    actions: Numbers
    among: Flags
    """The games in which something is done; the others wait."""
    start: Words
    """The state from which a game that ends begins again."""
    again: bool
    over: Flags
    rewards: Rewards
