"""What is done with one game of a batch, a row of its arrays: building blocks for every machine.

This machine goes through the rows one by one (`batch.py`). A GPU has a thread for each (`gpu_kernels.py`).
"""

from __future__ import annotations

from numba import types

from ludotheque.adapters.arrays import lent, row_of
from ludotheque.adapters.choices import Speller, find_choices, goes_on, is_legal, letter_for, read_move
from ludotheque.adapters.workspace import NOBODY, Games, Numbers, Turn
from ludotheque.bits import ZERO, U, next_random, nth_of_many, signed, size
from ludotheque.kernel import PlayKernel, Words, bundle, inline, numbers, rows, words, yes_no
from ludotheque.spelling import LAST_CELLS, LAST_TOKENS, MORE_CELLS, MORE_TOKENS, WHOLE
from ludotheque.status_kernels import first_to_act, is_over, return_of

flags = types.Array(types.boolean, 1, "C")
payments = types.Array(types.float32, 2, "C")
games_type = bundle(Games, rows, rows, numbers, rows, numbers)
turn_type = bundle(Turn, numbers, flags, words, yes_no, flags, payments)


@inline
def lend(games: Games) -> Games:
    """The games of a batch in arrays that are not counted as held. Otherwise counting takes longer than playing."""
    states, letters, places, choices, players = games
    return Games(lent(states), lent(letters), lent(places), lent(choices), lent(players))


@inline
def lend_turn(turn: Turn) -> Turn:
    """The same for a step."""
    actions, among, start, again, over, rewards = turn
    return Turn(lent(actions), lent(among), lent(start), again, lent(over), lent(rewards))


@inline
def is_wrong(games: Games, speller: Speller, turn: Turn, row: int) -> bool:
    """Whether a game goes on and is not to wait, and its action is not legal."""
    if games.players[row] == NOBODY or not turn.among[row]:
        return False
    return not is_legal(row_of(games.choices, row), speller, turn.actions[row])


@inline
def act(games: Games, speller: Speller, turn: Turn, listed: Words, play: PlayKernel, row: int) -> None:
    """One legal action in a game that goes on; a move that it completes is played."""
    state, letters, place = row_of(games.states, row), row_of(games.letters, row), games.places[row]
    action = U(turn.actions[row])
    if action < speller.done:
        letters[place] = letter_for(action, speller.cells)
        place += 1
        if goes_on(row_of(games.choices, row), letters[place - 1]):
            games.places[row] = place
            return
    games.places[row] = 0
    mover = first_to_act(state)
    play(state, mover, read_move(speller, state, mover, letters, U(place), listed))
    if is_over(state):
        turn.over[row] = True
        for player in range(turn.rewards.shape[1]):
            turn.rewards[row, player] = signed(return_of(state, U(player))) - 1
        if turn.again:
            state[:] = turn.start


@inline
def step(games: Games, speller: Speller, turn: Turn, listed: Words, play: PlayKernel, row: int) -> None:
    """`act` in a game that is not to wait and not over; nothing is won before it ends."""
    for player in range(turn.rewards.shape[1]):
        turn.rewards[row, player] = 0
    if is_over(row_of(games.states, row)):
        return
    turn.over[row] = False
    if turn.among[row]:
        act(games, speller, turn, listed, play, row)


@inline
def look(games: Games, speller: Speller, listed: Words, row: int) -> bool:
    """Who is to act in a game and what may follow. False when the list is too short for the moves."""
    state, found = row_of(games.states, row), row_of(games.choices, row)
    if is_over(state):
        games.players[row] = NOBODY
        found[:] = ZERO
        return True
    player = first_to_act(state)
    games.players[row] = signed(player)
    return find_choices(speller, state, player, row_of(games.letters, row), U(games.places[row]), listed, found)


@inline
def sampled(choices: Words, speller: Speller, random: U) -> int:
    """Any of these choices, all equally likely; 0 where there is none."""
    cells = choices[MORE_CELLS] | choices[LAST_CELLS]
    tokens = choices[MORE_TOKENS] | choices[LAST_TOKENS]
    before_done = size(cells) + size(tokens)
    legal = before_done + choices[WHOLE]
    if not legal:
        return 0
    index = random % legal
    if index < size(cells):
        return signed(nth_of_many(cells, index))
    if index < before_done:
        return signed(speller.cells + nth_of_many(tokens, index - size(cells)))
    return signed(speller.done)


@inline
def sample(choices: Words, speller: Speller, seeds: Words, actions: Numbers, row: int) -> None:
    """Any legal action in a game; its seed becomes the next one."""
    seeds[row] = next_random(seeds[row])
    actions[row] = sampled(row_of(choices, row), speller, seeds[row])
