"""What the threads of a GPU do with the games of a batch (`gpu.py`).

Most threads have a game, a row of the arrays, and do what `batch.py` does in a loop. Masks and observations are much
more to write. There each thread writes eight entries, a byte each, wherever rows end. So neighbours write side by side,
as the memory of a GPU likes it best.
"""

from __future__ import annotations

from ludotheque.adapters import game_rows
from ludotheque.adapters.arrays import row_of
from ludotheque.adapters.choices import Speller, is_legal, is_observed
from ludotheque.adapters.game_rows import flags, games_type, is_wrong, turn_type
from ludotheque.adapters.workspace import NOBODY, Flags, Games, Numbers, Turn
from ludotheque.bits import ONE, ZERO, U, signed
from ludotheque.kernel import (
    HideKernel,
    NextLettersKernel,
    PlayKernel,
    ReadLettersKernel,
    Words,
    count,
    hide_function,
    inline,
    kernel,
    next_letters_function,
    nothing,
    numbers,
    play_function,
    read_letters_function,
    rows,
    word,
    words,
)
from ludotheque.kernel_pointers import NO_KERNEL, address_of

EIGHT = U(8)
"""The bytes of a word, and the bits of a byte."""
look, sample, step = game_rows.look, game_rows.sample, game_rows.step


@inline
def reader(cells: U, done: U) -> Speller:
    """How letters and actions are numbered, for what needs no kernels."""
    return Speller(NO_KERNEL, NO_KERNEL, NO_KERNEL, NO_KERNEL, NO_KERNEL, 0, cells, done, 0)


@inline
def speller_of(cells: U, done: U, next_letters: NextLettersKernel, read_letters: ReadLettersKernel) -> Speller:
    """What must be known of the letters of a game whose `letters.py` spares the list of all moves."""
    next_at, read_at = address_of(next_letters), address_of(read_letters)
    return Speller(NO_KERNEL, NO_KERNEL, NO_KERNEL, next_at, read_at, 0, cells, done, 0)


@kernel(nothing(count, games_type, word, word, turn_type, flags))
def check_actions(number: int, games: Games, cells: U, done: U, turn: Turn, wrong: Flags) -> None:
    """Tell whether the action of a game is not legal."""
    wrong[number] = is_wrong(games, reader(cells, done), turn, number)


@kernel(
    nothing(
        count, games_type, word, word, turn_type, words, play_function, next_letters_function, read_letters_function
    )
)  # fmt: skip
def step_games(
    number: int, games: Games, cells: U, done: U, turn: Turn, listed: Words,
    play: PlayKernel, next_letters: NextLettersKernel, read_letters: ReadLettersKernel,
) -> None:  # fmt: skip
    """A legal action in a game, and what may follow it."""
    speller = speller_of(cells, done, next_letters, read_letters)
    step(games, speller, turn, listed, play, number)
    look(games, speller, listed, number)


@kernel(nothing(count, games_type, word, word, words, next_letters_function, read_letters_function))
def look_at_games(
    number: int, games: Games, cells: U, done: U, listed: Words,
    next_letters: NextLettersKernel, read_letters: ReadLettersKernel,
) -> None:  # fmt: skip
    """Who is to act in a game, and what may follow."""
    look(games, speller_of(cells, done, next_letters, read_letters), listed, number)


@kernel(nothing(count, words, rows, word, word))
def write_masks(number: int, masks: Words, choices: Words, cells: U, done: U) -> None:
    """Tell of eight actions, one after the other, whether they are legal."""
    speller, width = reader(cells, done), done + ONE
    game = EIGHT * U(number) // width
    action, found = EIGHT * U(number) - game * width, ZERO
    for place in range(EIGHT):
        if game < U(len(choices)) and is_legal(row_of(choices, signed(game)), speller, signed(action)):
            found |= ONE << (EIGHT * place)
        action += ONE
        if action == width:
            action, game = ZERO, game + ONE
    masks[number] = found


@kernel(nothing(count, rows, word, word, words, numbers))
def sample_actions(number: int, choices: Words, cells: U, done: U, seeds: Words, actions: Numbers) -> None:
    """Any legal action in a game, all equally likely; 0 where there is none."""
    sample(choices, reader(cells, done), seeds, actions, number)


@kernel(nothing(count, rows, numbers, hide_function))
def hide_secrets(number: int, views: Words, players: Numbers, hide: HideKernel) -> None:
    """Blank what the player to act may not know. What is shown of a game that is over, nobody sees."""
    if players[number] != NOBODY:
        hide(views[number], U(players[number]))


@kernel(nothing(count, words, rows, rows, numbers, numbers, word, word, count, word))
def observe_columns(
    number: int, seen: Words, views: Words, letters: Words, places: Numbers, players: Numbers,
    cells: U, done: U, seats: int, width: U,
) -> None:  # fmt: skip
    """Tell what the player to act knows, eight columns one after the other."""
    speller = Speller(NO_KERNEL, NO_KERNEL, NO_KERNEL, NO_KERNEL, NO_KERNEL, 0, cells, done, seats)
    game = EIGHT * U(number) // width
    column, found = EIGHT * U(number) - game * width, ZERO
    for place in range(EIGHT):
        row = signed(game)
        if row < len(views) and players[row] != NOBODY:
            view, chosen = row_of(views, row), row_of(letters, row)
            if is_observed(speller, view, players[row], chosen, places[row], signed(column)):
                found |= ONE << (EIGHT * place)
        column += ONE
        if column == width:
            column, game = ZERO, game + ONE
    seen[number] = found
