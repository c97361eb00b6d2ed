"""Train MaskablePPO of sb3-contrib against random play: `python examples/maskable_ppo.py malawi 100000`.

`make learn` installs what it needs, PyTorch above all.
"""

from __future__ import annotations

import sys

import gymnasium
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks

import ludotheque.adapters.gymnasium  # noqa: F401, registers the games

GAMES = 200
ROUNDS = 5


def main(id: str, steps: int) -> None:
    """Learn for so many actions. Print before, and after each part, how many games are won."""
    env = gymnasium.make(f"ludotheque/{id}-v1")
    model = MaskablePPO("MultiInputPolicy", env, n_steps=512, gamma=1.0, seed=1, device="cpu")
    print(f"0 actions: {won(model, env)} of {GAMES} games won", flush=True)
    for _ in range(ROUNDS):
        model.learn(steps // ROUNDS, reset_num_timesteps=False)
        print(f"{model.num_timesteps} actions: {won(model, env)} of {GAMES} games won", flush=True)


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
