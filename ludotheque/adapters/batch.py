"""Thousands of games at once: actions in; masks, rewards and observations out, all as NumPy arrays.

>>> import ludotheque as lt
>>> batch = Batch(lt.load("moaai"), 1000, seed=1)
>>> while not batch.over.all():
...     batch.step(batch.sample())
>>> batch.observe().shape == (1000, batch.space.observed)
True
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from ludotheque.adapters.actions import FURTHER, NOTHING, Bits, Moment, action_space, branch
from ludotheque.bits import U, next_random, signed
from ludotheque.errors import LudothequeError
from ludotheque.kernel import (
    HIDE,
    HideKernel,
    LetterKernel,
    MovesKernel,
    PlayKernel,
    Words,
    count,
    hide_function,
    kernel,
    moves_function,
    nothing,
    numbers,
    play_function,
    rows,
    words,
    yes_no,
)
from ludotheque.kernel_pointers import pointer
from ludotheque.position import Game, Position
from ludotheque.status_kernels import first_to_act, is_over, return_of
from ludotheque.texts import say

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Rewards = npt.NDArray[np.float32]

flags = types.Array(types.boolean, 1, "C")
tables = types.Array(types.boolean, 2, "C")
planes = types.Array(types.uint8, 2, "C")
payments = types.Array(types.float32, 2, "C")


class Games(NamedTuple):
    """The games of a batch, a row each."""

    states: Words
    chosen: Words
    """The actions of a move that has begun."""
    places: Numbers
    """How many actions are chosen."""
    after: Words
    """Where each action leads, see `actions.branch`."""
    players: Numbers
    """The player who chooses the next action."""


games_type = types.NamedTuple((rows, rows, numbers, rows, numbers), Games)

NOBODY = -1
"""Instead of the player to act, when the game is over."""
WAIT = -1
"""Instead of an action, in a game that stays as it is."""


@kernel(HIDE)
def hide_nothing(state: Words, player: U) -> None:
    """For games in which everybody sees everything."""


@kernel(nothing(games_type, numbers, words, yes_no, play_function, flags, payments))
def _act(
    games: Games, actions: Numbers, start: Words, again: bool, play: PlayKernel, over: Flags, rewards: Rewards
) -> None:
    """One action in each game that is not over; a move that it completes is played."""
    states, chosen, places, after, _ = games
    for row in range(len(actions)):
        state = states[row]
        rewards[row, :] = 0.0
        if is_over(state):
            continue
        over[row] = False
        if actions[row] == WAIT:
            continue
        code = after[row, actions[row]]
        if code == FURTHER:
            chosen[row, places[row]] = U(actions[row])
            places[row] += 1
            continue
        places[row] = 0
        play(state, first_to_act(state), code)
        if is_over(state):
            over[row] = True
            for player in range(rewards.shape[1]):
                rewards[row, player] = signed(return_of(state, U(player))) - 1
            if again:
                state[:] = start


@kernel(count(games_type, count, words, count, count, moves_function, pointer))
def _look(
    games: Games, first: int, listed: Words, max_moves: int, cells: int, moves: MovesKernel, letters: LetterKernel
) -> int:
    """Who is to act and what may follow, from the first row on.

    How many rows are done: fewer than all when the list is too short for the moves in one.
    """
    states, chosen, places, after, players = games
    for row in range(first, len(states)):
        state = states[row]
        if is_over(state):
            players[row] = NOBODY
            after[row, :] = NOTHING
            continue
        player = first_to_act(state)
        found = moves(state, player, listed)
        if found == len(listed) and found < max_moves:
            return row
        players[row] = signed(player)
        branch(listed, found, chosen[row], places[row], cells, letters, after[row])
    return len(states)


@kernel(nothing(games_type, count, hide_function, rows, planes, planes))
def _observe(games: Games, actions: int, hide: HideKernel, views: Words, seats: Bits, begun: Bits) -> None:
    """What the player to act knows, in the parts of `ActionSpace.observe`; nothing when the game is over."""
    states, chosen, places, _, players = games
    views[:] = 0
    seats[:] = 0
    begun[:] = 0
    for row in range(len(states)):
        if players[row] == NOBODY:
            continue
        views[row, :] = states[row]
        hide(views[row], U(players[row]))
        seats[row, players[row]] = 1
        for place in range(places[row]):
            begun[row, place * actions + signed(chosen[row, place])] = 1


@kernel(nothing(tables, words, numbers))
def _sample(masks: Flags, seeds: Words, actions: Numbers) -> None:
    """Any legal action in each game, all equally likely; 0 where there is none."""
    for row in range(len(masks)):
        seeds[row] = next_random(seeds[row])
        legal = 0
        for action in range(masks.shape[1]):
            legal += masks[row, action]
        actions[row] = 0
        left = signed(seeds[row] % U(legal)) if legal else -1
        for action in range(masks.shape[1]):
            if masks[row, action]:
                if left == 0:
                    actions[row] = action
                left -= 1


class Batch:
    """Many games from one start, played action by action (see `actions.py`). The arrays have a row for each game:

    `players`   who chooses the next action; -1 when the game is over
    `masks`     which actions are legal
    `begun`     how many actions of a move are chosen
    `rewards`   what the last action brought to each player: nothing, until a game ends with +1, -1 or 0 (ALL-2)
    `over`      whether the last action ended the game, or an earlier one

    With `again`, a game that ends begins again at once: `over` and `rewards` describe its end, the rest the next game.
    Otherwise it rests, and its actions do not count. The next step overwrites all arrays.
    """

    def __init__(self, start: Game | Position, size: int, *, again: bool = False, seed: int = 0) -> None:
        position = start.start() if isinstance(start, Game) else start
        game = position.game
        book = game.rulebook
        self.game, self.size, self.again = game, size, again
        self.space = action_space(game)
        self._kernels = book.rules.kernels
        self._start = np.array(position.state, np.uint64)
        self._listed = np.empty(book.rules.usual_moves, np.uint64)
        self._states = np.empty((size, book.rules.state_size), np.uint64)
        self._chosen = np.empty((size, self.space.max_letters), np.uint64)
        self._after = np.empty((size, len(self.space)), np.uint64)
        self._actions = np.empty(size, np.int64)
        self._views = np.empty_like(self._states)
        self._seats = np.empty((size, game.players), np.uint8)
        self._seen = np.empty((size, self.space.observed), np.uint8)
        self._letters = np.empty((size, self.space.max_letters * len(self.space)), np.uint8)
        self._pictures: npt.NDArray[np.float32] | None = None
        self.players = np.empty(size, np.int64)
        self.begun = np.empty(size, np.int64)
        self.masks = np.empty((size, len(self.space)), np.bool_)
        self.rewards = np.empty((size, game.players), np.float32)
        self.over = np.empty(size, np.bool_)
        self._games = Games(self._states, self._chosen, self.begun, self._after, self.players)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """All games from the start; the seed shapes nothing but `sample`."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed).integers(1, 2**64, self.size, np.uint64)
        self._states[:] = self._start
        self.begun[:] = 0
        self.rewards[:] = 0
        self.over[:] = False
        self._look()

    def restart(self, rows: Flags) -> None:
        """These games from the start; the others stay as they are."""
        self._states[rows] = self._start
        self.begun[rows] = 0
        self.rewards[rows] = 0
        self.over[rows] = False
        self._look()

    def step(self, actions: npt.ArrayLike, rows: Flags | None = None) -> None:
        """One action in each game, or in these games only; the others stay as they are."""
        self._actions[:] = actions
        self._check(np.True_ if rows is None else rows)
        if rows is not None:
            self._actions[~rows] = WAIT
        self._act()
        self._look()

    def sample(self) -> Numbers:
        """A legal action for each game, all equally likely."""
        actions = np.empty(self.size, np.int64)
        _sample(self.masks, self._seeds, actions)
        return actions

    def observe(self) -> Bits:
        """What the player to act knows in each game, a bit a column; `ActionSpace.observe` tells which.

        The array is written over by the next call.
        """
        _observe(
            self._games,
            len(self.space),
            self._kernels.hide or hide_nothing,
            self._views,
            self._seats,
            self._letters,
        )
        bits = np.unpackbits(self._views.astype("<u8", copy=False).view(np.uint8), axis=1, bitorder="little")
        return np.concatenate([self._seats, bits, self._letters], axis=1, out=self._seen)

    def planes(self) -> npt.NDArray[np.float32]:
        """What the player to act knows in each game, as planes of the board; see `planes.py`.

        The array is written over by the next call.
        """
        from ludotheque.adapters.planes import plane_space

        space = plane_space(self.game)
        if self._pictures is None:
            self._pictures = np.empty((self.size, *space.shape), np.float32)
        return space.paint(self._states, self.players, self._chosen, self.begun, self._pictures)

    def moment(self, row: int) -> Moment:
        """One of the games, as the rest of the package knows it."""
        position = Position(self.game, tuple(self._states[row].tolist()))
        return Moment(position, tuple(self._chosen[row, : self.begun[row]].tolist()))

    def _check(self, rows: Flags | np.bool_) -> None:
        """Nothing has happened anywhere when one of the actions is not legal."""
        inside = (self._actions >= 0) & (self._actions < len(self.space))
        legal = self.masks[np.arange(self.size), np.where(inside, self._actions, 0)] & inside
        wrong = np.flatnonzero(~legal & rows & (self.players != NOBODY))
        if len(wrong):
            row = int(wrong[0])
            raise LudothequeError(say("refusals.batch_action", row=row, action=int(self._actions[row])))

    def _act(self) -> None:
        _act(
            self._games,
            self._actions,
            self._start,
            self.again,
            self._kernels.play,
            self.over,
            self.rewards,
        )

    def _look(self) -> None:
        max_moves, done = self.game.rulebook.rules.max_moves, 0
        while True:
            done = _look(
                self._games, done, self._listed, max_moves, self.space.cells, self._kernels.moves, self.space.letters
            )
            if done == self.size:
                break
            # A freak position: from now on there is room for more.
            self._listed = np.empty(min(16 * len(self._listed), max_moves), np.uint64)
        np.not_equal(self._after, NOTHING, out=self.masks)
