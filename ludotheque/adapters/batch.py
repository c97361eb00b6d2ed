"""Thousands of games at once: actions in; masks, rewards and observations out, all as NumPy arrays.

>>> import ludotheque as lt
>>> batch = Batch(lt.load("moaai"), 1000, seed=1)
>>> while not batch.over.all():
...     batch.step(batch.sample())
>>> batch.observe().shape == (1000, batch.space.observed)
True
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludotheque.adapters import game_rows
from ludotheque.adapters.actions import action_space, actions_for
from ludotheque.adapters.any_batch import AnyBatch
from ludotheque.adapters.arrays import ROOM, Bits, bits, lent, row_of
from ludotheque.adapters.choices import Speller, speller_type, write_mask, write_observed
from ludotheque.adapters.game_rows import games_type, is_wrong, lend, lend_turn, turn_type
from ludotheque.adapters.workspace import CHOICES, NOBODY, Flags, Games, Numbers, Rewards, Turn
from ludotheque.bits import signed
from ludotheque.kernel import Words, count, kernel, nothing, numbers, rows, words
from ludotheque.kernel_pointers import play_at, pointer, pointer_to
from ludotheque.position import Game, Position

look, sample, step = game_rows.look, game_rows.sample, game_rows.step


@kernel(count(games_type, speller_type, turn_type))
def _check(games: Games, speller: Speller, turn: Turn) -> int:
    """The first row with an action that is not legal; how many rows there are when all actions are legal."""
    games, turn = lend(games), lend_turn(turn)
    for row in range(len(turn.actions)):
        if is_wrong(games, speller, turn, row):
            return row
    return len(turn.actions)


@kernel(nothing(games_type, speller_type, turn_type, words, pointer))
def _step(games: Games, speller: Speller, turn: Turn, listed: Words, play: int) -> None:
    """One legal action in each of these games that is not over; a move that it completes is played."""
    games, turn, listed = lend(games), lend_turn(turn), lent(listed)
    for row in range(len(turn.actions)):
        step(games, speller, turn, listed, play_at(play), row)


@kernel(count(games_type, speller_type, count, words, bits))
def _look(games: Games, speller: Speller, first: int, listed: Words, masks: Bits) -> int:
    """Who is to act and what may follow, from the first row on.

    How many rows are done: fewer than all when the list is too short for the moves in one.
    """
    games, listed = lend(games), lent(listed)
    for row in range(first, len(games.states)):
        if not look(games, speller, listed, row):
            return row
        write_mask(row_of(games.choices, row), speller, masks, row * (signed(speller.done) + 1))
    return len(games.states)


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
        sample(choices, speller, seeds, actions, row)


class Batch(AnyBatch):
    """Many games from one start, played action by action on this machine; `AnyBatch` tells of its arrays."""

    players: Numbers
    masks: Flags
    begun: Numbers
    rewards: Rewards
    over: Flags

    def __init__(self, start: Game | Position, size: int, *, again: bool = False, seed: int = 0) -> None:
        position = start.start() if isinstance(start, Game) else start
        game = position.game
        book = game.rulebook
        self.game, self.size, self.again = game, size, again
        self.space = action_space(game)
        self._play = pointer_to(book.rules.kernels.play)
        self._start = np.array(position.state, np.uint64)
        self._seeds = np.empty(size, np.uint64)
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

    def step(self, actions: npt.ArrayLike, rows: Flags | None = None) -> None:
        """One action in each game, or in these games only; the others stay as they are."""
        self._actions[:] = actions
        among = self._all_rows if rows is None else rows
        turn = Turn(self._actions, among, self._start, self.again, self.over, self.rewards)
        wrong = _check(self._games, self.space.speller, turn)
        if wrong < self.size:  # and nothing has happened anywhere
            self._refuse(wrong)
        _step(self._games, self.space.speller, turn, self._listed, self._play)
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

    def _look(self) -> None:
        done = 0
        while (done := _look(self._games, self.space.speller, done, self._listed, self._masks)) < self.size:
            # A freak position: from now on there is room for more.
            self._listed = self.space.room_for_moves(len(self._listed))
