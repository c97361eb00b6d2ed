"""Play random actions in PettingZoo and draw the last position: `python examples/pettingzoo_random.py massai 1`."""

from __future__ import annotations

import sys

from ludotheque.adapters.pettingzoo import env


def main(id: str, seed: int) -> None:
    """Play one game. Masks say what is legal, and rewards come at the end."""
    table = env(id, render_mode="human")
    table.reset()
    for player, agent in enumerate(table.agents):
        table.action_space(agent).seed(seed + player)
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        if over:
            print(f"{agent}: {reward:+.0f}")
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))
    table.render()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
