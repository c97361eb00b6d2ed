"""What PettingZoo and Gymnasium share: the spaces of a game, and an observation with its mask."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludotheque.adapters.actions import ActionSpace, Moment
from ludotheque.adapters.planes import plane_space
from ludotheque.extras import extra

with extra("gym"):
    from gymnasium import spaces

Observation = dict[str, Any]
OBSERVED, MASK = "observation", "action_mask"


def observation_space(space: ActionSpace, planes: bool = False) -> spaces.Dict:
    """The bits of `ActionSpace.observe`, or the planes of `PlaneSpace.observe`; and which actions are legal."""
    observed: spaces.Space[Any] = spaces.Box(0, 1, (space.observed,), np.int8)
    if planes:
        observed = spaces.Box(0, 1, plane_space(space.game).shape, np.float32)
    return spaces.Dict({OBSERVED: observed, MASK: spaces.Box(0, 1, (len(space),), np.int8)})


def observe(moment: Moment, player: int, planes: bool = False) -> Observation:
    """What a player knows, and what he may do: nothing, unless it is his turn."""
    if planes:
        view = moment.position.view(player)
        observed: Any = plane_space(moment.position.game).observe(view, moment.begun(player))
    else:
        observed = moment.observe(player).view(np.int8)
    return {OBSERVED: observed, MASK: mask_of(moment, player)}


def mask_of(moment: Moment, player: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    """1 for each action that is legal for a player now, 0 for the others."""
    return moment.mask if moment.player == player else np.zeros(len(moment.space), np.int8)
