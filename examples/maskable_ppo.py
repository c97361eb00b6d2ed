"""Train MaskablePPO of sb3-contrib against random play: `python examples/maskable_ppo.py moaai 20000`.

`make learn` installs what it needs, PyTorch above all.
"""

from __future__ import annotations

import sys

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks

import ludotheque.adapters.gymnasium  # noqa: F401, registers the games

GAMES = 100


def main(id: str, steps: int) -> None:
    """Learn for so many actions. Print how many games are won before and after."""
    env = gymnasium.make(f"ludotheque/{id}-v1")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=512, gamma=1.0, seed=1, device="cpu")
    print(f"before: {won(model, env)} of {GAMES} games won")
    model.learn(steps)
    print(f"after {model.num_timesteps} actions: {won(model, env)} of {GAMES} games won")


def won(model: MaskablePPO, env: gymnasium.Env) -> int:
    """Play games against the opponent of the environment, and count those that are won."""
    wins = 0
    for seed in range(GAMES):
        observation, _ = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(observation, action_masks=get_action_masks(env))
            observation, reward, over, _, _ = env.step(action)
        wins += reward > 0
    return wins


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
