"""What batches have in common, on whatever machine their arrays lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ludotheque.errors import LudothequeError
from ludotheque.position import Game, Position
from ludotheque.texts import say

if TYPE_CHECKING:
    from ludotheque.adapters.actions import Moment


class AnyBatch:
    """Many games from one start, played action by action (see `actions.py`). The arrays have a row for each game:

    `players`   who chooses the next action; -1 when the game is over
    `masks`     which actions are legal
    `begun`     how many actions of a move are chosen
    `rewards`   what the last action brought to each player: nothing, until a game ends with +1, -1 or 0 (ALL-2)
    `over`      whether the last action ended the game, or an earlier one

    With `again`, a game that ends begins again at once: `over` and `rewards` describe its end, the rest the next game.
    Otherwise it rests, and its actions do not count. The next step overwrites all arrays.
    """

    game: Game
    size: int
    players: Any
    masks: Any
    begun: Any
    rewards: Any
    over: Any
    _start: Any
    _states: Any
    _letters: Any
    _actions: Any
    _seeds: Any

    def reset(self, seed: int | None = None) -> None:
        """All games from the start; the seed shapes nothing but `sample`."""
        if seed is not None:
            seeds = np.random.default_rng(seed).integers(1, 2**64, self.size, np.uint64)
            self._seeds[:] = self._brought(seeds)
        self._states[:] = self._start
        self.begun[:] = 0
        self.rewards[:] = 0
        self.over[:] = False
        self._look()

    def restart(self, rows: Any) -> None:
        """These games from the start; the others stay as they are."""
        self._states[rows] = self._start
        self.begun[rows] = 0
        self.rewards[rows] = 0
        self.over[rows] = False
        self._look()

    def moment(self, row: int) -> Moment:
        """One of the games, as the rest of the package knows it."""
        from ludotheque.adapters.actions import Moment, action_space, actions_for

        position = Position(self.game, tuple(self._states[row].tolist()))
        letters = np.array(self._letters[row].tolist()[: int(self.begun[row])], np.uint64)
        return Moment(position, tuple(actions_for(letters, action_space(self.game).cells).tolist()))

    def _refuse(self, row: int) -> None:
        """Say which action is not legal, before anything has happened anywhere."""
        raise LudothequeError(say("refusals.batch_action", row=row, action=int(self._actions[row])))

    def _brought(self, array: Any) -> Any:
        """An array of this machine, where the others lie."""
        return array

    def _look(self) -> None:
        """Find who is to act and what may follow, in all games."""
        raise NotImplementedError
