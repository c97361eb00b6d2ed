"""Many games at once as one vector environment of Gymnasium, played by compiled kernels.

`gymnasium.make_vec("ludotheque/malawi-v1", num_envs=1000)` makes one. It does what Gymnasium makes of as many
environments of `gymnasium.py`, but faster. An `opponent` gets the batch and chooses an action for each game; it counts
where another player is to act. By default any legal action is played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ludotheque.adapters.actions import action_space
from ludotheque.adapters.batch import Batch
from ludotheque.adapters.rendering import RENDER_MODES, Frame, frame
from ludotheque.adapters.spaces import MASK, OBSERVED, Observation, observation_space, observe
from ludotheque.adapters.workspace import NOBODY
from ludotheque.extras import extra
from ludotheque.library import load

with extra("gym"):
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Flags = npt.NDArray[np.bool_]
Infos = dict[str, Any]
Opponents = Callable[[Batch], npt.ArrayLike]
ILLEGAL_REWARD = -1.0


class Seats(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """One seat at each of many games with the same options. An illegal action loses its game."""

    def __init__(
        self,
        id: str,
        num_envs: int = 1,
        seat: int = 0,
        opponent: Opponents = Batch.sample,
        planes: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        game = load(id, **options)
        self.num_envs, self.seat, self.opponent, self.planes, self.render_mode = (
            num_envs,
            seat,
            opponent,
            planes,
            render_mode,
        )
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": self.autoreset_mode, "render_modes": RENDER_MODES, "render_fps": 1}
        self.batch = Batch(game, num_envs)
        self.single_observation_space = observation_space(action_space(game), planes)
        self.single_action_space = gymnasium.spaces.Discrete(len(self.batch.space))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, np.bool_)
        self._earned = np.zeros(num_envs)

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Begin all games, or those of `options["reset_mask"]`."""
        rows = (options or {}).get("reset_mask")
        if rows is None:
            rows = np.ones(self.num_envs, np.bool_)
        if seed is not None or self._np_random is None:
            super().reset(seed=int(np.random.default_rng(seed).integers(2**31)) if isinstance(seed, list) else seed)
            self.batch.reset(int(self.np_random.integers(2**63)))
        self._begin(rows)
        infos: Infos = {MASK: self.batch.masks.astype(np.int8) * rows[:, None], f"_{MASK}": rows.copy()}
        return self._observe(), infos

    def step(self, actions: npt.ArrayLike) -> tuple[Observation, npt.NDArray[np.float64], Flags, Flags, Infos]:
        """One action in each game, then those of the others, until it is this seat's turn or the game is over.

        With `NEXT_STEP` the action of a game that has ended begins it again. With `SAME_STEP` it begins at once, and
        `infos` holds the last observation. With `DISABLED` it waits for `reset`.
        """
        begun = self._ended.copy()
        if self.autoreset_mode == AutoresetMode.NEXT_STEP:
            self._begin(begun)
        else:
            assert not begun.any(), "a game that has ended is reset before the next step"
        self._earned[:] = 0
        self._play(np.asarray(actions, np.int64), ~begun)
        infos: Infos = {}
        rewards, ended = self._earned.copy(), self._ended.copy()
        if self.autoreset_mode == AutoresetMode.SAME_STEP:
            infos = self._last(ended)
            self._begin(ended)
        infos |= {MASK: self.batch.masks.astype(np.int8), f"_{MASK}": np.ones(self.num_envs, np.bool_)}
        return self._observe(), rewards, ended, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> Flags:
        """Return which actions are legal in each game."""
        return self.batch.masks.copy()

    def render(self) -> tuple[Frame, ...] | None:
        """Return each board as it is seen from this seat, in letters or in pixels."""
        if self.render_mode is None:
            return None
        moments = map(self.batch.moment, range(self.num_envs))
        return tuple(frame(moment.position.view(self.seat), self.render_mode) for moment in moments)

    def _begin(self, rows: Flags) -> None:
        """Begin these games, up to this seat's first turn."""
        if rows.any():
            self._ended[rows] = False
            self.batch.restart(rows)
            self._wait()

    def _play(self, actions: npt.NDArray[np.int64], rows: Flags) -> None:
        """This seat's actions in these games, then the others' until it is this seat's turn again."""
        inside = (actions >= 0) & (actions < self.batch.masks.shape[1])
        legal = inside & self.batch.masks[np.arange(self.num_envs), np.where(inside, actions, 0)]
        self._step(actions, rows & legal)
        self._wait()
        wrong = rows & ~legal
        self._earned[wrong] = ILLEGAL_REWARD
        self._ended = (self.batch.players == NOBODY) | wrong

    def _wait(self) -> None:
        """The others act, until it is this seat's turn or the game is over."""
        while (rows := (self.batch.players != self.seat) & (self.batch.players != NOBODY)).any():
            self._step(self.opponent(self.batch), rows)

    def _step(self, actions: npt.ArrayLike, rows: Flags) -> None:
        self.batch.step(actions, rows)
        self._earned += self.batch.rewards[:, self.seat]

    def _observe(self) -> Observation:
        """What this seat knows in each game."""
        observed = self.batch.planes().copy() if self.planes else self.batch.observe().astype(np.int8)
        for row in np.flatnonzero(self.batch.players == NOBODY).tolist():
            observed[row] = self._seen(row)[OBSERVED]
        return {OBSERVED: observed, MASK: self.batch.masks.astype(np.int8)}

    def _seen(self, row: int) -> Observation:
        """What this seat knows in one game, over or not."""
        return observe(self.batch.moment(row), self.seat, self.planes)

    def _last(self, rows: Flags) -> Infos:
        """The last observations of games that have ended, as Gymnasium tells them."""
        infos: Infos = {}
        for row in np.flatnonzero(rows).tolist():
            seen = self._seen(row)
            infos = self._add_info(infos, {"final_obs": seen, "final_info": {MASK: seen[MASK]}}, row)
        return infos
