"""Chooses moves with a network: the one after which the position is worth most, perhaps after the best reply."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from network import Floats, Network

import ludotheque as lt
from ludotheque.adapters.planes import plane_space
from ludotheque.adapters.successors import Successors, successors

States = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]
AT_ONCE = 2000
"""How many positions are looked at together, lest memory run out."""


class Judged(NamedTuple):
    """The legal moves of many positions, and what each is worth to the player who makes it."""

    moves: Successors
    worth: Floats

    def best(self, noise: Floats | float = 0.0) -> Numbers:
        """Return the row of the best move of each position, in the order of the positions."""
        order = np.lexsort((self.worth + noise, self.moves.parents))
        parents = self.moves.parents[order]
        return order[np.append(parents[1:] != parents[:-1], True)]


class Judge:
    """A network that judges the positions of a game for two players without secrets."""

    def __init__(self, game: lt.Game, network: Network | None = None, seed: int = 0) -> None:
        rules = game.rulebook.rules
        if game.players != 2 or rules.has_secrets:
            raise SystemExit(f"{game.title}: this example learns games for two players without secrets")
        self.game, self.space = game, plane_space(game)
        turns = [symmetry for symmetry in rules.symmetries if symmetry.holds is None]
        self.swap = next((turn for turn in turns if turn.players == (1, 0)), None)
        """With it both sides look alike, so that what is learned for one holds for the other."""
        self.mirror = next((turn for turn in turns if not turn.players), None)
        self.network = network or Network(int(np.prod(self.space.shape)), seed)

    def planes(self, states: States, players: Numbers) -> Floats:
        """Return what the players see, all from the side of player 0 where the game allows it."""
        planes = self.space.paint(states, players)
        if self.swap:
            others = players == 1
            planes[others] = self.space.turned(planes[others], self.swap)
        return planes

    def values(self, states: States, players: Numbers) -> Floats:
        """Return what positions are worth to these players, who are to move."""
        planes = self.planes(states, players)
        return self.network.values(planes.reshape(len(planes), -1))

    def moves(self, states: States, plies: int = 1) -> Judged:
        """Return the moves of positions that go on, judged by the positions after them, or after the best replies."""
        found = successors(self.game, states)
        movers = players_of(states)[found.parents]
        worth = np.take_along_axis(found.returns, movers[:, None], 1)[:, 0]
        on = np.flatnonzero(found.players >= 0)
        for place in range(0, len(on), AT_ONCE):
            rows = on[place : place + AT_ONCE]
            following = found.players[rows]
            if plies == 1:
                value = self.values(found.states[rows], following)
            else:
                replies = self.moves(found.states[rows], plies - 1)
                value = replies.worth[replies.best()]
            worth[rows] = np.where(following == movers[rows], value, -value)
        return Judged(found, worth)


def players_of(states: States) -> Numbers:
    """Return who is to move in positions that go on: the low bits of the status word have a bit for each player."""
    return np.where(states[:, 0] & np.uint64(1), 0, 1)
