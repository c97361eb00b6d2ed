"""All games as AEC environments of PettingZoo: `env("malawi", diagonals=False)`.

An action is a cell, a token or `done`, and several of them in a row make a move: see `actions.py`. Moves
that players take at once, in secret, are taken one after the other, and nobody observes them before they are shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import index
from typing import Any

import numpy as np

from ludotheque.adapters.actions import Moment, action_space
from ludotheque.adapters.rendering import RENDER_MODES, Frame, frame
from ludotheque.adapters.spaces import MASK, Observation, observation_space, observe
from ludotheque.errors import LudothequeError
from ludotheque.extras import extra
from ludotheque.library import load
from ludotheque.position import Game

with extra("gym"):
    import gymnasium
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger

ILLEGAL_REWARD = -1.0


def env(
    id: str, /, render_mode: str | None = None, planes: bool = False, **options: object
) -> AECEnv[str, Observation, int]:
    """The game with this id and these options; who chooses an illegal action loses."""
    return raw_env(load(id, **options), render_mode, planes)


class raw_env(AECEnv[str, Observation, int]):  # type: ignore[misc]  # noqa: N801, PettingZoo's name for it
    """A game. `reset(options={"position": text})` starts from any position, a `Position.text`.

    It checks what PettingZoo's usual wrappers check. They would take more time than the game.
    """

    def __init__(self, game: Game, render_mode: str | None = None, planes: bool = False) -> None:
        super().__init__()
        self.game, self.render_mode, self.planes = game, render_mode, planes
        self.metadata = {
            "render_modes": ["human", *RENDER_MODES],
            "name": f"ludotheque_{game.id}",
            "is_parallelizable": False,
        }
        self.space = action_space(game)
        self.possible_agents = [f"player_{player}" for player in range(game.players)]
        self.observation_spaces = {agent: observation_space(self.space, planes) for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(len(self.space)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Nothing in these games is left to chance, so that the seed changes nothing."""
        text = (options or {}).get("position")
        self.moment = Moment(self.game.parse(text) if text else self.game.start())
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._stepped = True
        self._select()

    def observe(self, agent: str) -> Observation:
        return observe(self.moment, self.possible_agents.index(agent), self.planes)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"reset() needs to be called before {name}")

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        for _ in range(max_iter):
            if not self.agents:
                return
            self._stepped = False
            yield self.agent_selection
            assert self._stepped, "need to call step() or reset() in a loop over `agent_iter`"

    def step(self, action: int | None) -> None:
        self._stepped = True
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None, "a player whose turn it is chooses an action"
        assert 0 <= index(action) < len(self.space.names), "action is not in action space"
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        try:
            self.moment = self.moment.play(int(action))
        except LudothequeError:
            self._lose(self.agent_selection)
            return
        if self.moment.position.is_over:
            self._end(self.moment.position.returns or ())
        self._select()

    def _lose(self, agent: str) -> None:
        """Who chooses an illegal action loses, and the game ends for all."""
        EnvLogger.warn_on_illegal_move()
        self.truncations = dict.fromkeys(self.agents, True)
        self._end([ILLEGAL_REWARD if other == agent else 0.0 for other in self.possible_agents])
        self.agent_selection = self.possible_agents[0]

    def _end(self, rewards: Sequence[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _select(self) -> None:
        """Whose turn it is, and what they may do; after the end, everybody's in order, to learn of it."""
        self.agent_selection = self.possible_agents[self.moment.player or 0]
        for agent in self.possible_agents:
            self.infos[agent] = {MASK: np.zeros(len(self.space.names), np.int8)}
        self.infos[self.agent_selection] = {MASK: self.moment.mask}

    def render(self) -> Frame | None:
        """The board as an onlooker sees it: printed, or given back in letters or in pixels."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() does nothing without a render_mode")
            return None
        view = self.moment.position.view(None)
        if self.render_mode != "human":
            return frame(view, self.render_mode)
        print(view.drawing())
        return None

    def close(self) -> None:
        """There is nothing to close."""
