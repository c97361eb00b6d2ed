"""The kernel of the plain solver: can a player force a result within a number of own moves, whatever the others do?

It tries every move of everybody and evaluates nothing. So it is slow, but there is little in it that can be wrong: it
is the second opinion on what the engines prove. A table keeps answers, and moves that settled a question elsewhere are
tried first; neither changes an answer.

Only the moves of the player who is asked about are counted. An answer is YES, NO (not within that number), or HALTED.
"""

from __future__ import annotations

from typing import NamedTuple

from numba import types

from ludotheque.bits import ONE, ZERO, U, signed
from ludotheque.engine.control import count_node, halted
from ludotheque.engine.ordering import history_index, pick_best
from ludotheque.engine.transposition import INFO, KEY, MIXER, MOVE, key_of
from ludotheque.kernel import (
    HIDE,
    HideKernel,
    MovesKernel,
    PlayKernel,
    Words,
    count,
    hide_function,
    inline,
    kernel,
    moves_function,
    play_function,
    rows,
    word,
    words,
)
from ludotheque.status_kernels import first_to_act, is_over, return_of

NO, HALTED, YES = -1, 0, 1
NEVER = 255
"""More moves than any question counts."""
FIRST = U(2**63)
"""The score of a move that is tried before all others."""


class PlainSpace(NamedTuple):
    """The arrays of the plain solver, made once; a row belongs to a ply."""

    states: Words
    moves: Words
    scores: Words
    seen: Words
    """Two rows a ply: what a player sees of two states."""
    history: Words
    table: Words
    masks: Words


plain_space_type = types.NamedTuple((rows, rows, rows, rows, words, rows, words), PlainSpace)


@kernel(HIDE)
def hide_nothing(state: Words, player: U) -> None:
    """The `hide` of a game without secrets."""


# The table. An entry holds the number of moves within which the answer is known to be yes (bits 0-7, NEVER if it is
# not), the first number with which it is not known to be no (bits 8-15), and the move that settled it last.


@inline
def known(table: Words, key: U, left: int) -> int:
    """The answer that the table has; HALTED if it has none."""
    place = signed(key & U(len(table) - 1))
    if table[place, KEY] != key:
        return HALTED
    info = signed(table[place, INFO])
    if left >= info & 255:
        return YES
    return NO if left < info >> 8 else HALTED


@inline
def learn(table: Words, key: U, left: int, answer: int, move: U) -> None:
    """Put an answer into the table, with the move that settled it; ZERO: none did."""
    place = signed(key & U(len(table) - 1))
    yes, no = NEVER, 0
    if table[place, KEY] == key:
        info = signed(table[place, INFO])
        yes, no = info & 255, info >> 8
    else:
        table[place, MOVE] = ZERO
    if answer == YES:
        yes = min(yes, left)
    else:
        no = max(no, left + 1)
    table[place, KEY], table[place, INFO] = key, U(yes | no << 8)
    if move:
        table[place, MOVE] = move


@inline
def score_moves(table: Words, key: U, history: Words, moves: Words, move_count: int, scores: Words) -> None:
    """Score what settled this question with fewer moves, then what settled others."""
    place = signed(key & U(len(table) - 1))
    first = table[place, MOVE] if table[place, KEY] == key else ZERO
    for number in range(move_count):
        move = moves[number]
        scores[number] = FIRST if first and move == first else history[history_index(move)]


@inline
def look_alike(one: Words, two: Words) -> bool:
    for number in range(len(one)):
        if one[number] != two[number]:
            return False
    return True


FORCES = count(count, count, word, word, plain_space_type, words, moves_function, play_function, hide_function)


@kernel(FORCES)
def forces(
    ply: int, left: int, player: U, target: U, space: PlainSpace, control: Words,
    moves: MovesKernel, play: PlayKernel, hide: HideKernel,
) -> int:  # fmt: skip
    """Whether the player gets at least the target from the state in row `ply`, with at most `left` own moves."""
    # Step 1. The end of the game, or of the moves that count.
    state = space.states[ply]
    if is_over(state):
        return YES if return_of(state, player) >= target else NO
    actor = first_to_act(state)
    if ply + 3 >= len(space.states) or (actor == player and left == 0):
        return NO
    count_node(control)
    if halted(control):
        return HALTED

    # Step 2. What is known already.
    key = key_of(state, space.masks) ^ ((player * U(4) + target + ONE) * MIXER)
    answer = known(space.table, key, left)
    if answer != HALTED:
        return answer

    # Step 3. All moves, those first that settled other questions. One move of the own side is enough for a yes, one of
    # another side for a no.
    own = actor == player
    wanted = YES if own else NO
    after, listed, scores = space.states[ply + 1], space.moves[ply], space.scores[ply]
    move_count = moves(state, actor, listed)
    score_moves(space.table, key, space.history, listed, move_count, scores)
    for number in range(move_count):
        pick_best(number, move_count, listed, scores)
        move = listed[number]
        after[:] = state
        play(after, actor, move)
        if own:
            answer = forces(ply + 1, left - 1, player, target, space, control, moves, play, hide)
        else:
            # A secret move is answered without knowing it.
            seen, other = space.seen[2 * ply], space.seen[2 * ply + 1]
            seen[:] = after
            hide(seen, player)
            if look_alike(seen, after):
                answer = forces(ply + 1, left, player, target, space, control, moves, play, hide)
            elif left == 0:
                answer = NO
            else:
                answer = NO
                reply_count = moves(after, player, space.moves[ply + 1])
                for reply in range(reply_count):
                    answer = YES
                    for secret in range(move_count):
                        other[:] = state
                        play(other, actor, listed[secret])
                        space.states[ply + 2][:] = other
                        hide(other, player)
                        if not look_alike(seen, other):
                            continue
                        play(space.states[ply + 2], player, space.moves[ply + 1, reply])
                        answer = forces(ply + 2, left - 1, player, target, space, control, moves, play, hide)
                        if answer != YES:
                            break
                    if answer != NO:
                        break
        if answer == HALTED:
            return HALTED
        if answer == wanted:
            space.history[history_index(move)] += ONE << U(min(left, 20))
            learn(space.table, key, left, answer, move)
            return answer

    # Step 4. No move does it.
    learn(space.table, key, left, -wanted, ZERO)
    return -wanted
