"""What PettingZoo and Gymnasium share: the spaces of a game, and an observation with its mask."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ludotheque.adapters.actions import ActionSpace, Moment

Observation = dict[str, Any]
BITS, MASK = "observation", "action_mask"


def observation_space(space: ActionSpace) -> spaces.Dict:
    """The bits of `ActionSpace.observe`, and which actions are legal."""
    shapes = {BITS: space.observed, MASK: len(space)}
    return spaces.Dict({name: spaces.Box(0, 1, (length,), np.int8) for name, length in shapes.items()})


def observe(moment: Moment, player: int) -> Observation:
    """What a player knows, and what he may do: nothing, unless it is his turn."""
    mask = moment.mask if moment.player == player else np.zeros(len(moment.space), np.int8)
    return {BITS: moment.observe(player).astype(np.int8), MASK: mask}
