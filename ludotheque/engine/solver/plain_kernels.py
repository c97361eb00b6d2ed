"""The kernel of the plain solver: can a player force a result within a number of own moves, whatever the others do?

It tries every move of everybody and evaluates nothing. So it is slow, but there is little in it that can be wrong: it
is the second opinion on what the engines prove. A table keeps answers, and moves that settled a question elsewhere are
tried first; neither changes an answer.

Only the moves of the player who is asked about are counted. An answer is YES, NO (not within that number), or HALTED
(no time or no room was left).
"""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, signed
from ludotheque.engine.control import count_node, halted
from ludotheque.engine.ordering import history_index, pick_best
from ludotheque.engine.solver.workspace import PlainSpace
from ludotheque.engine.transposition import INFO, KEY, MIXER, MOVE, key_of
from ludotheque.kernel import (
    HIDE,
    HideKernel,
    MovesKernel,
    PlayKernel,
    Words,
    bundle,
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
OPEN, BLIND, UNVEIL, SKIP = range(4)
"""The modes of a ply: nothing is secret; the player answers a secret move; the secret is unveiled; no such ply."""
FIRST = U(2**63)
"""The score of a move that is tried before all others."""


plain_space_type = bundle(PlainSpace, rows, rows, rows, rows, words, words, rows, words)


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


# Plies. The answer to a secret move takes two plies more than the moves: the player chooses without knowing it, then it
# is unveiled, as whichever of the moves that look the same is worst for the player.


@inline
def look_alike(one: Words, two: Words) -> bool:
    differ = ZERO
    for number in range(len(one)):
        differ |= one[number] ^ two[number]
    return differ == ZERO


@inline
def step(
    ply: int, mode: int, move: U, actor: U, player: U, space: PlainSpace, play: PlayKernel, hide: HideKernel
) -> int:
    """Write the state after a move into the next row, and return its mode; SKIP if the move cannot be the secret."""
    state, after, seen = space.states[ply], space.states[ply + 1], space.seen[ply]
    if mode == BLIND:
        after[:] = state
        space.replies[ply + 1] = move
        return UNVEIL
    after[:] = space.states[ply - 2] if mode == UNVEIL else state
    play(after, actor, move)
    if actor == player:
        return OPEN
    seen[:] = after
    hide(seen, player)
    if mode == UNVEIL:
        if not look_alike(seen, state):
            return SKIP
        play(after, player, space.replies[ply])
        return OPEN
    if look_alike(seen, after):
        return OPEN
    after[:] = seen
    return BLIND


@inline
def key_for(state: Words, masks: Words, player: U, target: U) -> U:
    """The key of a question about a state."""
    return key_of(state, masks) ^ ((player * U(4) + target + ONE) * MIXER)


@inline
def seen_at_once(ply: int, mode: int, left: int, player: U, target: U, state: Words, space: PlainSpace) -> int:
    """The answer that needs no search: the game or the moves have ended, or the table knows it; else HALTED."""
    if is_over(state):
        return YES if return_of(state, player) >= target else NO
    if ply + 2 >= len(space.states) or (left == 0 and first_to_act(state) == player):
        return NO
    return HALTED if mode == UNVEIL else known(space.table, key_for(state, space.masks, player, target), left)


FORCES = count(count, count, count, word, word, plain_space_type, words, moves_function, play_function, hide_function)


@kernel(FORCES)
def forces(
    ply: int, mode: int, left: int, player: U, target: U, space: PlainSpace, control: Words,
    moves: MovesKernel, play: PlayKernel, hide: HideKernel,
) -> int:  # fmt: skip
    """Whether the player gets at least the target from the state in row `ply`, with at most `left` own moves."""
    # Step 1. What needs no search.
    state = space.states[ply - 2] if mode == UNVEIL else space.states[ply]
    answer = seen_at_once(ply, mode, left, player, target, state, space)
    if answer != HALTED:
        return answer
    count_node(control)
    if halted(control):
        return HALTED

    # Step 2. All moves, those first that settled other questions. One move of the own side is enough for a yes, one of
    # another side for a no.
    actor, key = first_to_act(state), key_for(state, space.masks, player, target)
    own = actor == player
    wanted = YES if own else NO
    listed, scores = space.moves[ply], space.scores[ply]
    move_count = moves(state, actor, listed)
    if move_count == len(listed):
        return HALTED  # a full list may lack some
    score_moves(space.table, key, space.history, listed, move_count, scores)
    settled, settling = False, ZERO
    for number in range(move_count):
        pick_best(number, move_count, listed, scores)
        following = step(ply, mode, listed[number], actor, player, space, play, hide)
        if following == SKIP:
            continue
        answer = forces(ply + 1, following, left - own, player, target, space, control, moves, play, hide)
        if answer == HALTED:
            return HALTED
        if answer == wanted:
            settled, settling = True, listed[number]
            space.history[history_index(settling)] += ONE << U(min(left, 20))
            break

    # Step 3. Remember the answer, unless it belongs to one secret only.
    answer = wanted if settled else -wanted
    if mode != UNVEIL:
        learn(space.table, key, left, answer, settling)
    return answer
