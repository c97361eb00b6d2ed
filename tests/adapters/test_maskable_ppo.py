"""MaskablePPO of sb3-contrib takes every game as it is. `make learn` installs PyTorch and runs this."""

from __future__ import annotations

import gymnasium
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

import ludotheque as lt
import ludotheque.adapters.gymnasium  # registers the games


@pytest.mark.parametrize("planes", [False, True])
@pytest.mark.parametrize("id", lt.games())
def test_it_learns_for_some_steps(id: str, planes: bool) -> None:
    """An illegal action would lose at once. Against random play no policy loses every game, least of all on purpose."""
    env = gymnasium.make(f"ludotheque/{id}-v1", planes=planes)
    model = MaskablePPO("MultiInputPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=1, device="cpu")
    model.learn(128)
    assert model.num_timesteps >= 128
    rewards, lengths = evaluate_policy(model, env, n_eval_episodes=4, return_episode_rewards=True, warn=False)
    assert set(rewards) <= {-1.0, 0.0, 1.0}
    assert min(lengths) > 1
