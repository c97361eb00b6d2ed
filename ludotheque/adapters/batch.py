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

from ludotheque.adapters.actions import Moment, action_space, actions_for
from ludotheque.adapters.arrays import ROOM, Bits, bits, row_of
from ludotheque.adapters.choices import (
    CHOICES,
    Speller,
    find_choices,
    goes_on,
    is_legal,
    letter_for,
    read_move,
    speller_type,
    write_mask,
    write_observed,
)
from ludotheque.bits import ZERO, U, next_random, nth_of_many, signed, size
from ludotheque.errors import LudothequeError
from ludotheque.kernel import (
    Words,
    count,
    kernel,
    nothing,
    numbers,
    rows,
    words,
    yes_no,
)
from ludotheque.kernel_pointers import play_at, pointer, pointer_to
from ludotheque.position import Game, Position
from ludotheque.spelling import LAST_CELLS, LAST_TOKENS, MORE_CELLS, MORE_TOKENS, WHOLE
from ludotheque.status_kernels import first_to_act, is_over, return_of
from ludotheque.texts import say

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Rewards = npt.NDArray[np.float32]

flags = types.Array(types.boolean, 1, "C")
payments = types.Array(types.float32, 2, "C")


class Games(NamedTuple):
    """The games of a batch, a row each."""

    states: Words
    letters: Words
    """The letters of a move that has begun."""
    places: Numbers
    """How many letters are chosen."""
    choices: Words
    """What may follow them, see `choices.py`."""
    players: Numbers
    """The player who chooses the next action."""


games_type = types.NamedTuple((rows, rows, numbers, rows, numbers), Games)

NOBODY = -1
"""Instead of the player to act, when the game is over."""


@kernel(count(games_type, speller_type, numbers, flags))
def _check(games: Games, speller: Speller, actions: Numbers, rows: Flags) -> int:
    """The first of these rows with an action that is not legal; how many rows there are when all actions are legal."""
    for row in range(len(actions)):
        if (
            games.players[row] != NOBODY
            and not is_legal(row_of(games.choices, row), speller, actions[row])
            and rows[row]
        ):
            return row
    return len(actions)


@kernel(nothing(games_type, speller_type, numbers, flags, words, words, yes_no, pointer, flags, payments))
def _act(
    games: Games,
    speller: Speller,
    actions: Numbers,
    rows: Flags,
    listed: Words,
    start: Words,
    again: bool,
    play: int,
    over: Flags,
    rewards: Rewards,
) -> None:
    """One legal action in each of these games that is not over; a move that it completes is played."""
    for row in range(len(actions)):
        state, letters, place = row_of(games.states, row), row_of(games.letters, row), games.places[row]
        for player in range(rewards.shape[1]):
            rewards[row, player] = 0
        if is_over(state):
            continue
        over[row] = False
        if not rows[row]:
            continue
        action = U(actions[row])
        if action < speller.done:
            letters[place] = letter_for(action, speller.cells)
            place += 1
            if goes_on(row_of(games.choices, row), letters[place - 1]):
                games.places[row] = place
                continue
        games.places[row] = 0
        mover = first_to_act(state)
        play_at(play)(state, mover, read_move(speller, state, mover, letters, U(place), listed))
        if is_over(state):
            over[row] = True
            for player in range(rewards.shape[1]):
                rewards[row, player] = signed(return_of(state, U(player))) - 1
            if again:
                state[:] = start


@kernel(count(games_type, speller_type, count, words, bits))
def _look(games: Games, speller: Speller, first: int, listed: Words, masks: Bits) -> int:
    """Who is to act and what may follow, from the first row on.

    How many rows are done: fewer than all when the list is too short for the moves in one.
    """
    states, letters, places, choices, players = games
    for row in range(first, len(states)):
        state, found = row_of(states, row), row_of(choices, row)
        if is_over(state):
            players[row] = NOBODY
            found[:] = ZERO
        else:
            player, place = first_to_act(state), U(places[row])
            players[row] = signed(player)
            if not find_choices(speller, state, player, row_of(letters, row), place, listed, found):
                return row
        write_mask(found, speller, masks, row * (signed(speller.done) + 1))
    return len(states)


@kernel(nothing(games_type, speller_type, words, count, bits))
def _observe(games: Games, speller: Speller, view: Words, length: int, out: Bits) -> None:
    """What the player to act knows, in the parts of `ActionSpace.observe`; nothing when the game is over."""
    states, letters, places, _, players = games
    for row in range(len(states)):
        first, end = row * length, (row + 1) * length
        if players[row] == NOBODY:
            out[first:end] = 0
            continue
        view[:] = row_of(states, row)
        write_observed(speller, view, players[row], row_of(letters, row), places[row], out, first, end)


@kernel(nothing(rows, speller_type, words, numbers))
def _sample(choices: Words, speller: Speller, seeds: Words, actions: Numbers) -> None:
    """Any legal action in each game, all equally likely; 0 where there is none."""
    for row in range(len(choices)):
        seeds[row] = next_random(seeds[row])
        cells = choices[row, MORE_CELLS] | choices[row, LAST_CELLS]
        tokens = choices[row, MORE_TOKENS] | choices[row, LAST_TOKENS]
        before_done = size(cells) + size(tokens)
        legal = before_done + choices[row, WHOLE]
        index = seeds[row] % legal if legal else ZERO
        if not legal:
            actions[row] = 0
        elif index < size(cells):
            actions[row] = signed(nth_of_many(cells, index))
        elif index < before_done:
            actions[row] = signed(speller.cells + nth_of_many(tokens, index - size(cells)))
        else:
            actions[row] = signed(speller.done)


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
        self._play = pointer_to(book.rules.kernels.play)
        self._start = np.array(position.state, np.uint64)
        self._listed = self.space.room_for_moves()
        self._states = np.empty((size, book.rules.state_size), np.uint64)
        self._letters = np.zeros((size, self.space.max_letters), np.uint64)
        self._actions = np.empty(size, np.int64)
        self._all_rows = np.ones(size, np.bool_)
        self._view = np.empty(book.rules.state_size, np.uint64)
        self._seen = np.empty(size * self.space.observed + ROOM, np.uint8)
        self._masks = np.empty(size * len(self.space) + ROOM, np.uint8)
        self._pictures: npt.NDArray[np.float32] | None = None
        self.players = np.empty(size, np.int64)
        self.begun = np.empty(size, np.int64)
        self.masks = self._masks[:-ROOM].view(np.bool_).reshape(size, len(self.space))
        self.rewards = np.empty((size, game.players), np.float32)
        self.over = np.empty(size, np.bool_)
        choices = np.zeros((size, CHOICES), np.uint64)
        self._games = Games(self._states, self._letters, self.begun, choices, self.players)
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
        among = self._all_rows if rows is None else rows
        wrong = _check(self._games, self.space.speller, self._actions, among)
        if wrong < self.size:  # and nothing has happened anywhere
            raise LudothequeError(say("refusals.batch_action", row=wrong, action=int(self._actions[wrong])))
        _act(
            self._games,
            self.space.speller,
            self._actions,
            among,
            self._listed,
            self._start,
            self.again,
            self._play,
            self.over,
            self.rewards,
        )
        self._look()

    def sample(self) -> Numbers:
        """A legal action for each game, all equally likely."""
        actions = np.empty(self.size, np.int64)
        _sample(self._games.choices, self.space.speller, self._seeds, actions)
        return actions

    def observe(self) -> Bits:
        """What the player to act knows in each game, a bit a column; `ActionSpace.observe` tells which.

        The array is written over by the next call.
        """
        length = self.space.observed
        _observe(self._games, self.space.speller, self._view, length, self._seen)
        return self._seen[:-ROOM].reshape(self.size, length)

    def planes(self) -> npt.NDArray[np.float32]:
        """What the player to act knows in each game, as planes of the board; see `planes.py`.

        The array is written over by the next call.
        """
        from ludotheque.adapters.planes import plane_space

        space = plane_space(self.game)
        if self._pictures is None:
            self._pictures = np.empty((self.size, *space.shape), np.float32)
        chosen = actions_for(self._letters, self.space.cells)
        return space.paint(self._states, self.players, chosen, self.begun, self._pictures)

    def moment(self, row: int) -> Moment:
        """One of the games, as the rest of the package knows it."""
        position = Position(self.game, tuple(self._states[row].tolist()))
        letters = self._letters[row, : self.begun[row]]
        return Moment(position, tuple(actions_for(letters, self.space.cells).tolist()))

    def _look(self) -> None:
        done = 0
        while (done := _look(self._games, self.space.speller, done, self._listed, self._masks)) < self.size:
            # A freak position: from now on there is room for more.
            self._listed = self.space.room_for_moves(len(self._listed))
