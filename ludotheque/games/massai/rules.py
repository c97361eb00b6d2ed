"""Massaï's rules as kernels. `layout.py` says what the words of a state and the bits of a move hold."""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, lowest, nth, rest, size
from ludotheque.games.massai import layout
from ludotheque.games.massai.board import BANKS, BOARDS
from ludotheque.games.massai.layout import HUTS_EACH, MAX_GUARDS, PHASE, ROWS, TARGET, TURNS, guards_for
from ludotheque.kernel import HIDE, LETTER, MOVES, PICK, PLAY, Words, inline, kernel
from ludotheque.spelling import LAST, letter_of
from ludotheque.status_kernels import DRAWN, drop_turn, finish, give_turn, is_over, is_to_act, option, won_by

SET_UP, BUILD, MOVE, ATTACK, GUARD = map(U, (layout.SET_UP, layout.BUILD, layout.MOVE, layout.ATTACK, layout.GUARD))
SETTING_UP, TURN, DEFENCE = U(layout.SETTING_UP), U(layout.TURN), U(layout.DEFENCE)
HUTS = U(layout.HUTS)
ENEMY_HUTS = U(layout.HUTS + 1)
"""ENEMY_HUTS - player is the word of the opponent's huts."""
KIND, CELL, CELL_SHIFT, END_SHIFT = (
    U(number) for number in (layout.KIND_MASK, layout.CELL_MASK, layout.CELL_SHIFT, layout.END_SHIFT)
)
CHAIN, ELIMINATED, FIFTEEN, LENGTH = U(0), U(1), U(2), U(4)
"""The numbers of the rules' `reasons`. Number 3, immobilised, cannot happen: see `end_turn`."""
ORTHOGONAL_ONLY, FIFTEEN_WINS = U(0), U(1)  # the options' numbers; their value 1 means yes
TURN_LIMIT = U(layout.TURN_LIMIT)
ALL_HUTS = U(HUTS_EACH)

ROW, HALF = U(layout.COLUMNS), U(layout.HALF)
EVERYWHERE = U(2**layout.CELLS - 1)
FIRST_COLUMN = U(sum(1 << layout.COLUMNS * row for row in range(ROWS)))
LAST_COLUMN = FIRST_COLUMN << U(layout.COLUMNS - 1)
NOT_FIRST_COLUMN, NOT_LAST_COLUMN = EVERYWHERE ^ FIRST_COLUMN, EVERYWHERE ^ LAST_COLUMN
BANK_A, BANK_H = map(U, BANKS)

# By the option `orthogonal`: the cells that touch a cell.
TOUCHING = np.array([board.neighbours for board in BOARDS], np.uint64)


def _choices(cells: int, chosen: int) -> Words:
    """All ways to choose this many of the first cells, as sets in ascending order."""
    found = [np.zeros(1, np.uint64), *(np.zeros(0, np.uint64) for _ in range(chosen))]
    for cell in range(cells):
        for number in range(chosen, 0, -1):
            found[number] = np.concatenate([found[number], found[number - 1] | U(1 << cell)])
    return found[chosen]


def _set_ups(touching: Words) -> Words:
    """Dark's set-ups (MAS-2). Light's are the same, half a board further up."""
    found = _choices(layout.HALF, layout.SET_UP_HUTS)
    for cell in range(layout.HALF):
        found = found[(found & U(1 << cell) == 0) | (found & touching[cell] != 0)]
    return found


# The set-ups without the option `orthogonal`, then those with it: SET_UP_COUNT of them from SET_UP_START.
_SET_UPS = [_set_ups(touching) for touching in TOUCHING]
SET_UPS = np.concatenate(_SET_UPS)
SET_UP_COUNT = np.array([len(found) for found in _SET_UPS], np.int64)
SET_UP_START = np.array([0, len(_SET_UPS[0])], np.int64)
assert tuple(SET_UP_COUNT) == layout.SET_UP_COUNTS
# With n huts threatened there are GUARD_WAYS[n] ways to guard GUARDS_FOR[n] of them (MAS-6). GUARD_CHOICES[g] lists the
# ways to choose g of all huts, as sets of ranks in ascending order, so that those among the first n come first.
GUARDS_FOR = np.array([guards_for(n) for n in range(HUTS_EACH + 1)], np.int64)
GUARD_WAYS = np.array([len(_choices(n, guards_for(n))) for n in range(HUTS_EACH + 1)], np.int64)
GUARD_CHOICES = np.zeros((MAX_GUARDS + 1, len(_choices(HUTS_EACH, MAX_GUARDS))), np.uint64)
for _n in range(1, MAX_GUARDS + 1):
    GUARD_CHOICES[_n, : len(_choices(HUTS_EACH, _n))] = _choices(HUTS_EACH, _n)


@inline
def kind_of(move: U) -> U:
    return move & KIND


@inline
def cell_of(move: U) -> U:
    """The cell of a build or of an attack, or where a hut that moves comes from."""
    return (move >> CELL_SHIFT) & CELL


@inline
def end_of(move: U) -> U:
    """Where a hut moves."""
    return (move >> END_SHIFT) & CELL


@inline
def cells_of(move: U) -> U:
    """The set of cells of a set-up or of guards."""
    return move >> CELL_SHIFT


@inline
def make(kind: U, cells: U) -> U:
    """A set-up or guards on a set of cells; a build or an attack on one cell."""
    return kind | (cells << CELL_SHIFT)


@inline
def make_move(start: U, end: U) -> U:
    return MOVE | (start << CELL_SHIFT) | (end << END_SHIFT)


@inline
def everyone(state: Words) -> U:
    """The cells where a hut stands."""
    return state[HUTS] | state[HUTS + ONE]


@inline
def corners(state: Words) -> U:
    """All cells when huts also touch by corners, none when only sides count (MAS-1)."""
    return EVERYWHERE * (ONE - option(state, ORTHOGONAL_ONLY))


@inline
def spread(members: U, diagonal: U) -> U:
    """The cells that touch a member of a set; `diagonal` comes from `corners`."""
    sides = ((members << ONE) & NOT_FIRST_COLUMN) | ((members >> ONE) & NOT_LAST_COLUMN)
    across = members | (sides & diagonal)
    return (sides | (across << ROW) | (across >> ROW)) & EVERYWHERE


@inline
def spread_twice(members: U, diagonal: U) -> U:
    """The cells that touch at least two members: sums of bits, saturated at two."""
    left = (members << ONE) & NOT_FIRST_COLUMN
    right = (members >> ONE) & NOT_LAST_COLUMN
    sides, both = left | right, left & right
    across = members | (sides & diagonal)
    twice = (both | (sides & members)) & diagonal
    above, below = across << ROW, across >> ROW
    pairs = (sides & (above | below)) | (above & below)
    return (both | pairs | (twice << ROW) | (twice >> ROW)) & EVERYWHERE


@inline
def destinations(state: Words, player: U, hut: U, reach: U, once: U) -> U:
    """Where a hut may go so that no hut is isolated, when all are on the board (MAS-4).

    `reach` holds the cells that touch any of the player's huts, `once` those that touch a single one.
    """
    empty = EVERYWHERE & ~everyone(state)
    touching = TOUCHING[option(state, ORTHOGONAL_ONLY), hut]
    left_alone = state[HUTS + player] & once & touching
    if not left_alone:
        return empty & reach & ~(once & touching)
    # Huts that touch only this one would be isolated, unless it goes beside each of them.
    while left_alone:
        empty &= TOUCHING[option(state, ORTHOGONAL_ONLY), lowest(left_alone)]
        left_alone = rest(left_alone)
    return empty


@inline
def list_set(members: U, kind: U, out: Words, found: int) -> int:
    """List a move of this kind for each cell of a set, and return how many are listed now."""
    while members:
        out[found] = make(kind, lowest(members))
        found += 1
        members = rest(members)
    return found


@inline
def list_moves(state: Words, player: U, reach: U, diagonal: U, out: Words) -> int:
    """List all moves of huts (MAS-4)."""
    huts = state[HUTS + player]
    once = reach & ~spread_twice(huts, diagonal)
    found = 0
    while huts:
        hut = lowest(huts)
        huts = rest(huts)
        ends = destinations(state, player, hut, reach, once)
        while ends:
            out[found] = make_move(hut, lowest(ends))
            found += 1
            ends = rest(ends)
    return found


@inline
def list_turns(state: Words, player: U, out: Words) -> int:
    """List builds (MAS-3) or moves (MAS-4), then attacks (MAS-5)."""
    own, enemy = state[HUTS + player], state[ENEMY_HUTS - player]
    diagonal = corners(state)
    reach = spread(own, diagonal)
    if size(own) < ALL_HUTS:
        found = list_set(reach & ~(own | enemy), BUILD, out, 0)
    else:
        found = list_moves(state, player, reach, diagonal, out)
    return list_set(reach & enemy, ATTACK, out, found)


@inline
def threatened(state: Words, defender: U) -> U:
    """The defender's huts that touch one of the attacker's (MAS-5)."""
    return state[HUTS + defender] & spread(state[ENEMY_HUTS - defender], corners(state))


@inline
def guard(huts: U, choice: U) -> U:
    """The move that guards some of the threatened huts (MAS-6). `choice` is a set of their ranks."""
    guarded = ZERO
    while choice:
        low = huts & (~huts + ONE)
        guarded |= low * (choice & ONE)
        huts ^= low
        choice >>= ONE
    return make(GUARD, guarded)


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """List all legal moves: set-ups (MAS-2), those of a turn, or guards (MAS-6). None depends on a secret (MAS-9)."""
    if state[PHASE] == TURN:
        return list_turns(state, player, out)
    if state[PHASE] == DEFENCE:
        huts = threatened(state, player)
        ways = GUARD_WAYS[size(huts)]
        for number in range(ways):
            out[number] = guard(huts, GUARD_CHOICES[GUARDS_FOR[size(huts)], number])
        return ways
    first = SET_UP_START[option(state, ORTHOGONAL_ONLY)]
    ways = SET_UP_COUNT[option(state, ORTHOGONAL_ONLY)]
    for number in range(ways):
        out[number] = make(SET_UP, SET_UPS[first + number] << (HALF * player))
    return ways


@inline
def pick_held(holders: U, index: U, out: Words) -> U:
    """The move with this index among those of the holders. `out` holds the destinations of each."""
    number = 0
    while index >= size(out[number]):
        index -= size(out[number])
        holders = rest(holders)
        number += 1
    return make_move(lowest(holders), nth(out[number], index))


@inline
def pick_move(state: Words, player: U, reach: U, diagonal: U, random: U, out: Words) -> U:
    """Pick a move of a hut or an attack (MAS-4, MAS-5), counted by groups.

    A holder is the only hut that some other hut touches. The destinations of holders are listed one by one. Every other
    hut can go to each empty cell of `reach`, except to the `edge` cells that touch no other hut.
    """
    own = state[HUTS + player]
    once = reach & ~spread_twice(own, diagonal)
    holders = own & spread(own & once, diagonal)
    free = own & ~holders
    empty = reach & ~everyone(state)
    edge = empty & once & spread(free, diagonal)
    inner = empty & ~edge
    to_inner = size(free) * size(inner)
    to_edge = (size(free) - ONE) * size(edge) if free else ZERO
    held = ZERO
    number = 0
    left = holders
    while left:
        out[number] = destinations(state, player, lowest(left), reach, once)
        held += size(out[number])
        left = rest(left)
        number += 1
    attacks = reach & state[ENEMY_HUTS - player]
    index = random % (to_inner + to_edge + held + size(attacks))
    if index < to_inner:
        return make_move(nth(free, index // size(inner)), nth(inner, index % size(inner)))
    index -= to_inner
    if index < to_edge:
        end = nth(edge, index // (size(free) - ONE))
        others = free & ~TOUCHING[option(state, ORTHOGONAL_ONLY), end]
        return make_move(nth(others, index % (size(free) - ONE)), end)
    index -= to_edge
    if index < held:
        return pick_held(holders, index, out)
    return make(ATTACK, nth(attacks, index - held))


@inline
def pick_turn(state: Words, player: U, random: U, out: Words) -> U:
    """Pick a build or a move, or an attack."""
    own, enemy = state[HUTS + player], state[ENEMY_HUTS - player]
    diagonal = corners(state)
    reach = spread(own, diagonal)
    if size(own) >= ALL_HUTS:
        return pick_move(state, player, reach, diagonal, random, out)
    builds = reach & ~(own | enemy)
    attacks = reach & enemy
    index = random % (size(builds) + size(attacks))
    if index < size(builds):
        return make(BUILD, nth(builds, index))
    return make(ATTACK, nth(attacks, index - size(builds)))


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """Pick one of the legal moves. They are counted, and only the chosen one is made."""
    if state[PHASE] == TURN:
        return pick_turn(state, player, random, out)
    if state[PHASE] == DEFENCE:
        huts = threatened(state, player)
        number = random % U(GUARD_WAYS[size(huts)])
        return guard(huts, GUARD_CHOICES[GUARDS_FOR[size(huts)], number])
    orthogonal = option(state, ORTHOGONAL_ONLY)
    number = random % U(SET_UP_COUNT[orthogonal])
    return make(SET_UP, SET_UPS[U(SET_UP_START[orthogonal]) + number] << (HALF * player))


@inline
def connected(huts: U, diagonal: U) -> bool:
    """Whether a chain joins the banks (MAS-8a): the huts reached from row a, step by step.

    A chain has a hut in every row, which is quick to check: adding all but the last column to a row carries into it.
    """
    if (((huts & NOT_LAST_COLUMN) + NOT_LAST_COLUMN) | huts) & LAST_COLUMN != LAST_COLUMN:
        return False
    reached = huts & BANK_A
    before = ZERO
    while reached != before and not reached & BANK_H:
        before = reached
        reached |= spread(reached, diagonal) & huts
    return (reached & BANK_H) != ZERO


@inline
def end_turn(state: Words, player: U) -> None:
    """MAS-8, in its order; otherwise the turn passes.

    MAS-8e, an opponent without a legal move, cannot happen and is not checked. Some cell beside the opponent's huts is
    empty or the mover's. With a hut in hand they build or attack there. With all 15 on the board, an odd number, some
    group of touching huts has three or more. Two huts of it can leave without isolating any. Without a target, one of
    the two can go to that empty cell: the second one, if the cell touches only the first.
    """
    enemy = ONE - player
    own_huts, enemy_huts = state[HUTS + player], state[HUTS + enemy]
    state[PHASE] = TURN
    state[TURNS] += ONE
    if connected(own_huts, corners(state)):  # a
        finish(state, CHAIN, won_by(player))
    elif not enemy_huts:  # b
        finish(state, ELIMINATED, won_by(player))
    elif not own_huts:  # c
        finish(state, ELIMINATED, won_by(enemy))
    elif option(state, FIFTEEN_WINS) and size(own_huts) == ALL_HUTS:  # d
        finish(state, FIFTEEN, won_by(player))
    elif state[TURNS] >= TURN_LIMIT:  # f
        finish(state, LENGTH, DRAWN)
    else:
        give_turn(state, enemy)


@inline
def take_off(state: Words, player: U, lost: U) -> None:
    """Huts go back to their owner's hand, then those that are isolated now (MAS-7)."""
    left = state[HUTS + player] & ~lost
    state[HUTS + player] = left & spread(left, corners(state))


@inline
def settle(state: Words, defender: U, guarded: U) -> None:
    """Reveal target and guards, and take huts off (MAS-7)."""
    attacker = ONE - defender
    target = state[TARGET]
    around = spread(target, corners(state))
    state[TARGET] = ZERO
    if target & guarded:  # b
        take_off(state, attacker, around)
    else:  # a
        take_off(state, defender, target | around)
        if size(state[HUTS + attacker]) < ALL_HUTS:
            state[HUTS + attacker] |= target


@inline
def choose_set_up(state: Words, player: U, cells: U) -> None:
    """When both players have chosen, their choices are the huts on the board and Dark begins (MAS-2)."""
    state[HUTS + player] = cells
    drop_turn(state, player)
    if is_over(state):  # no player is to move, so both have chosen
        state[PHASE] = TURN
        give_turn(state, ZERO)


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Play a move. A turn that is complete may end the game (MAS-8)."""
    kind = kind_of(move)
    cell = cell_of(move)
    if kind == BUILD:
        state[HUTS + player] |= bit(cell)
        end_turn(state, player)
    elif kind == ATTACK:
        state[TARGET] = bit(cell)
        state[PHASE] = DEFENCE
        give_turn(state, ONE - player)
    elif kind == GUARD:
        settle(state, player, cells_of(move))
        end_turn(state, ONE - player)
    elif kind == MOVE:
        state[HUTS + player] ^= bit(cell) | bit(end_of(move))
        end_turn(state, player)
    else:
        choose_set_up(state, player, cells_of(move))


@kernel(HIDE)
def hide(state: Words, player: U) -> None:
    """Blank the other's set-up until both are made, and a target until the guards are set (MAS-9)."""
    if state[PHASE] == SETTING_UP:
        state[ENEMY_HUTS - player] = ZERO
    elif state[PHASE] == DEFENCE and is_to_act(state, player):
        state[TARGET] = ZERO


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """Spell the cells of a set-up or of guards; where a hut moves from and to; where one is built or attacked."""
    kind = kind_of(move)
    if kind in (SET_UP, GUARD):
        return letter_of(cells_of(move), place)
    if kind != MOVE:
        return LAST | cell_of(move)
    return cell_of(move) if place == ZERO else LAST | end_of(move)
