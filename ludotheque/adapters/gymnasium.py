"""All games as environments of Gymnasium, from one player's seat. Importing this module registers them by name.

`gymnasium.make("ludotheque/malawi-v1", diagonals=False)`: options are parameters. The others are played by an
`opponent`, who gets a view and chooses a move; by default at random. Actions and observations are those of
`actions.py`, or with `planes=True` those of `planes.py`; an illegal action loses the game. `gymnasium.make_vec` makes
many games at once, see `vector.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ludotheque.adapters import vector
from ludotheque.adapters.actions import Moment, action_space
from ludotheque.adapters.rendering import RENDER_MODES, Frame, frame
from ludotheque.adapters.spaces import MASK, Observation, mask_of, observation_space, observe
from ludotheque.extras import extra
from ludotheque.library import definition, games, load
from ludotheque.position import Move, View

with extra("gym"):
    import gymnasium

Opponent = Callable[[View, np.random.Generator], Move]


def any_move(view: View, random: np.random.Generator) -> Move:
    """A legal move, all equally likely."""
    moves = view.legal_moves()
    return moves[random.integers(len(moves))]


class Seat(gymnasium.Env[Observation, np.int64]):
    """One seat at a game. `reset(options={"position": text})` starts from any position, a `Position.text`."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 1}  # noqa: RUF012, Gymnasium's own form

    def __init__(
        self,
        id: str,
        seat: int = 0,
        opponent: Opponent = any_move,
        planes: bool = False,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game, self.seat, self.opponent, self.render_mode = load(id, **options), seat, opponent, render_mode
        self.planes = planes
        space = action_space(self.game)
        self.observation_space = observation_space(space, planes)
        self.action_space = gymnasium.spaces.Discrete(len(space))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        text = (options or {}).get("position")
        self.moment = Moment(self.game.parse(text) if text else self.game.start())
        self._wait()
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if int(action) not in self.moment.legal:
            return self._observe(), -1.0, True, False, self._info()
        self.moment = self.moment.play(int(action))
        self._wait()
        returns = self.moment.position.returns
        reward = returns[self.seat] if returns else 0.0
        return self._observe(), reward, returns is not None, False, self._info()

    def _wait(self) -> None:
        """The others decide, until it is this seat's turn or the game is over."""
        while (player := self.moment.player) not in (None, self.seat):
            position = self.moment.position
            self.moment = Moment(position.play(self.opponent(position.view(player), self.np_random), player))

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks for them."""
        return mask_of(self.moment, self.seat).astype(np.bool_)

    def render(self) -> Frame | None:
        """Return the board as it is seen from this seat, in letters or in pixels."""
        return frame(self.moment.position.view(self.seat), self.render_mode) if self.render_mode else None

    def _observe(self) -> Observation:
        return observe(self.moment, self.seat, self.planes)

    def _info(self) -> dict[str, Any]:
        return {MASK: mask_of(self.moment, self.seat)}


for _id in games():
    gymnasium.register(
        f"ludotheque/{_id}-v{definition(_id).version}",
        entry_point=f"{__name__}:{Seat.__name__}",
        vector_entry_point=f"{vector.__name__}:{vector.Seats.__name__}",
        kwargs={"id": _id},
    )
