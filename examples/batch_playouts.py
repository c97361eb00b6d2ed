"""Count how often each player wins random games: `python examples/batch_playouts.py malawi 10000`."""

from __future__ import annotations

import sys

import ludotheque as lt
from ludotheque.adapters.batch import Batch


def main(id: str, games: int) -> None:
    """Play all games at once to their end, and print the counts."""
    batch = Batch(lt.load(id), games, seed=1)
    won = batch.rewards.copy()
    actions = 0
    while not batch.over.all():
        actions += int((batch.players >= 0).sum())
        batch.step(batch.sample())
        won += batch.rewards
    for player in range(batch.game.players):
        wins = int((won[:, player] == 1).sum())
        print(f"{batch.game.rulebook.player_name(player)}: {wins} of {games} games")
    print(f"{actions / games:.1f} actions a game")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
