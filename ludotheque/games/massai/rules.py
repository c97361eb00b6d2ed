"""Massaï's rules as kernels.

State, after the status word:

    1, 2   the huts of Dark and of Light, sets of cells; during the set-up their secret choices, empty until made
    3      the secret target of the attack that waits for its defence, a set of one cell; otherwise empty
    4      what is due: 0 the set-up, 1 a turn, 2 a defence
    5      turns since the set-up (MAS-8f)

Decision:

    bits 0-7    0 set up, 1 build, 2 move, 3 attack, 4 guard
    bits 8-13   where to build, which hut moves, which one is attacked
    bits 14-19  where the hut moves
    bits 8-55   when setting up or guarding: a set of cells

Cells are numbered along the rows, six to a row. Every hut on the board touches another of its colour, at any time: the
set-up, builds and moves see to it, and attacks take isolated huts off. `compose` refuses positions that are otherwise.
"""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ONE, ZERO, U, bit, lowest, nth, rest, size
from ludotheque.games.massai import layout
from ludotheque.games.massai.board import BOARDS, FIRST_BANK, HUTS, LAST_BANK, guards_for
from ludotheque.games.massai.layout import DUE, TARGET, TURNS
from ludotheque.kernel import HIDE, LETTER, MOVES, PICK, PLAY, Words, inline, kernel
from ludotheque.spelling import LAST, letter_of
from ludotheque.status import DRAWN, drop_turn, finish, give_turn, is_over, option, won_by

SET_UP, BUILD, MOVE, ATTACK, GUARD = map(U, (layout.SET_UP, layout.BUILD, layout.MOVE, layout.ATTACK, layout.GUARD))
SETTING_UP, TURN, DEFENCE = U(layout.SETTING_UP), U(layout.TURN), U(layout.DEFENCE)
CHAIN, ELIMINATED, FIFTEEN, LENGTH = U(0), U(1), U(2), U(4)  # 3, immobilised, cannot happen: see `end_turn`
ORTHOGONAL_ONLY, FIFTEEN_WINS = U(0), U(1)  # the options' numbers; their value 1 means yes
TURN_LIMIT = U(layout.TURN_LIMIT)
ALL_HUTS = U(HUTS)
KIND, CELL, START, END = U(255), U(63), U(8), U(14)

ROW, HALF = U(6), U(24)
EVERYWHERE = U(2**48 - 1)
NOT_FIRST_COLUMN = U(sum(0o76 << 6 * row for row in range(8)))
NOT_LAST_COLUMN = U(sum(0o37 << 6 * row for row in range(8)))
LAST_COLUMN = EVERYWHERE ^ NOT_LAST_COLUMN
BANK_A, BANK_H = U(FIRST_BANK), U(LAST_BANK)

# By the option `orthogonal`: the cells that touch a cell.
TOUCHING = np.array([board.neighbours for board in BOARDS], np.uint64)


def _choices(cells: int, chosen: int) -> Words:
    """All ways to choose so many of the first cells, as sets in ascending order."""
    found = [np.zeros(1, np.uint64), *(np.zeros(0, np.uint64) for _ in range(chosen))]
    for cell in range(cells):
        for number in range(chosen, 0, -1):
            found[number] = np.concatenate([found[number], found[number - 1] | U(1 << cell)])
    return found[chosen]


def _set_ups(touching: Words) -> Words:
    """Dark's set-ups (MAS-2); Light's are the same, four rows further up."""
    found = _choices(24, 5)
    for cell in range(24):
        found = found[(found & U(1 << cell) == 0) | (found & touching[cell] != 0)]
    return found


# The set-ups without the option `orthogonal`, then those with it: SET_UP_COUNT of them from SET_UP_START.
_SET_UPS = [_set_ups(touching) for touching in TOUCHING]
SET_UPS = np.concatenate(_SET_UPS)
SET_UP_COUNT = np.array([len(found) for found in _SET_UPS], np.int64)
SET_UP_START = np.array([0, len(_SET_UPS[0])], np.int64)
# When n huts are threatened: GUARD_WAYS[n] ways to guard GUARDS_FOR[n] of them (MAS-6). GUARD_CHOICES[g] lists the ways
# to choose g of 15, as sets of 0-14 in ascending order, so those among the first n come first.
GUARDS_FOR = np.array([guards_for(n) for n in range(16)], np.int64)
GUARD_WAYS = np.array([len(_choices(n, guards_for(n))) for n in range(16)], np.int64)
GUARD_CHOICES = np.zeros((5, len(_choices(15, 4))), np.uint64)
for _n in range(1, 5):
    GUARD_CHOICES[_n, : len(_choices(15, _n))] = _choices(15, _n)


@inline
def corners(state: Words) -> U:
    """All cells where huts touch by corners too, none where sides alone count (MAS-1)."""
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
    """Where one of 15 huts may go so that no hut is isolated (MAS-4).

    `reach` holds the cells that touch any of the player's huts, `once` those that touch a single one.
    """
    empty = EVERYWHERE & ~(state[1] | state[2])
    touching = TOUCHING[option(state, ORTHOGONAL_ONLY), hut]
    left_alone = state[U(1) + player] & once & touching
    if not left_alone:
        return empty & reach & ~(once & touching)
    # Huts that touch this one alone would be isolated, unless it goes beside each of them.
    while left_alone:
        empty &= TOUCHING[option(state, ORTHOGONAL_ONLY), lowest(left_alone)]
        left_alone = rest(left_alone)
    return empty


@inline
def list_set(members: U, kind: U, out: Words, found: int) -> int:
    """A decision of this kind for each cell of a set; how many are listed then."""
    while members:
        out[found] = kind | (lowest(members) << START)
        found += 1
        members = rest(members)
    return found


@inline
def list_moves(state: Words, player: U, reach: U, diagonal: U, out: Words) -> int:
    """All moves of the 15 huts (MAS-4)."""
    huts = state[U(1) + player]
    once = reach & ~spread_twice(huts, diagonal)
    found = 0
    while huts:
        hut = lowest(huts)
        huts = rest(huts)
        ends = destinations(state, player, hut, reach, once)
        while ends:
            out[found] = MOVE | (hut << START) | (lowest(ends) << END)
            found += 1
            ends = rest(ends)
    return found


@inline
def list_turns(state: Words, player: U, out: Words) -> int:
    """Builds (MAS-3) or moves (MAS-4), then attacks (MAS-5)."""
    own, enemy = state[U(1) + player], state[U(2) - player]
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
    return state[U(1) + defender] & spread(state[U(2) - defender], corners(state))


@inline
def guard(huts: U, choice: U) -> U:
    """The decision to guard some of the threatened huts (MAS-6); `choice` is a set of their ranks."""
    guarded = ZERO
    while choice:
        low = huts & (~huts + ONE)
        guarded |= low * (choice & ONE)
        huts ^= low
        choice >>= ONE
    return GUARD | (guarded << START)


@kernel(MOVES)
def moves(state: Words, player: U, out: Words) -> int:
    """All legal decisions: of the set-up (MAS-2), a turn, or a defence (MAS-6). None depends on a secret (MAS-9)."""
    if state[DUE] == TURN:
        return list_turns(state, player, out)
    if state[DUE] == DEFENCE:
        huts = threatened(state, player)
        ways = GUARD_WAYS[size(huts)]
        for number in range(ways):
            out[number] = guard(huts, GUARD_CHOICES[GUARDS_FOR[size(huts)], number])
        return ways
    first = SET_UP_START[option(state, ORTHOGONAL_ONLY)]
    ways = SET_UP_COUNT[option(state, ORTHOGONAL_ONLY)]
    for number in range(ways):
        out[number] = SET_UP | (SET_UPS[first + number] << (START + HALF * player))
    return ways


@inline
def pick_held(holders: U, index: U, out: Words) -> U:
    """The move with this index among those of the holders, whose destinations are noted in `out`."""
    number = 0
    while index >= size(out[number]):
        index -= size(out[number])
        holders = rest(holders)
        number += 1
    return MOVE | (lowest(holders) << START) | (nth(out[number], index) << END)


@inline
def pick_move(state: Words, player: U, reach: U, diagonal: U, random: U, out: Words) -> U:
    """A move of one of the 15 huts or an attack (MAS-4, MAS-5), counted by groups.

    Holders are huts that some other hut touches alone; their destinations are listed one by one. Every other hut can go
    to each cell of `reach` that is empty, except to `edge` cells, which touch no hut but itself.
    """
    own = state[U(1) + player]
    once = reach & ~spread_twice(own, diagonal)
    holders = own & spread(own & once, diagonal)
    free = own & ~holders
    empty = reach & ~(state[1] | state[2])
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
    attacks = reach & state[U(2) - player]
    index = random % (to_inner + to_edge + held + size(attacks))
    if index < to_inner:
        return MOVE | (nth(free, index // size(inner)) << START) | (nth(inner, index % size(inner)) << END)
    index -= to_inner
    if index < to_edge:
        end = nth(edge, index // (size(free) - ONE))
        others = free & ~TOUCHING[option(state, ORTHOGONAL_ONLY), end]
        return MOVE | (nth(others, index % (size(free) - ONE)) << START) | (end << END)
    index -= to_edge
    if index < held:
        return pick_held(holders, index, out)
    return ATTACK | (nth(attacks, index - held) << START)


@inline
def pick_turn(state: Words, player: U, random: U, out: Words) -> U:
    own, enemy = state[U(1) + player], state[U(2) - player]
    diagonal = corners(state)
    reach = spread(own, diagonal)
    if size(own) >= ALL_HUTS:
        return pick_move(state, player, reach, diagonal, random, out)
    builds = reach & ~(own | enemy)
    attacks = reach & enemy
    index = random % (size(builds) + size(attacks))
    if index < size(builds):
        return BUILD | (nth(builds, index) << START)
    return ATTACK | (nth(attacks, index - size(builds)) << START)


@kernel(PICK)
def pick(state: Words, player: U, random: U, out: Words) -> U:
    """One of the legal decisions; they are counted, and only the chosen one is made."""
    if state[DUE] == TURN:
        return pick_turn(state, player, random, out)
    if state[DUE] == DEFENCE:
        huts = threatened(state, player)
        number = random % U(GUARD_WAYS[size(huts)])
        return guard(huts, GUARD_CHOICES[GUARDS_FOR[size(huts)], number])
    orthogonal = option(state, ORTHOGONAL_ONLY)
    number = random % U(SET_UP_COUNT[orthogonal])
    return SET_UP | (SET_UPS[U(SET_UP_START[orthogonal]) + number] << (START + HALF * player))


@inline
def connected(huts: U, diagonal: U) -> bool:
    """Whether a chain joins the banks (MAS-8a): the huts reached from row a, step by step.

    First a quick look whether there is a hut in every row: adding all but a row's last column carries into it.
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

    Its e, an opponent who can do nothing, is not looked for: it cannot happen. Some cell beside his huts is empty or
    the enemy's; with fewer than 15 huts he builds or attacks there. With 15, an odd number, some group of touching huts
    has three or more, hence two that can leave without isolating any: if there is nothing to attack, one of these two
    can go to that empty cell, the other one if the first is all that it touches.
    """
    enemy = ONE - player
    own_huts, enemy_huts = state[U(1) + player], state[U(1) + enemy]
    state[DUE] = TURN
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
    left = state[U(1) + player] & ~lost
    state[U(1) + player] = left & spread(left, corners(state))


@inline
def settle(state: Words, defender: U, guarded: U) -> None:
    """Target and guards are shown (MAS-7)."""
    attacker = ONE - defender
    target = state[TARGET]
    around = spread(target, corners(state))
    state[TARGET] = ZERO
    if target & guarded:  # b
        take_off(state, attacker, around)
    else:  # a
        take_off(state, defender, target | around)
        if size(state[U(1) + attacker]) < ALL_HUTS:
            state[U(1) + attacker] |= target


@inline
def choose_set_up(state: Words, player: U, cells: U) -> None:
    """Once both have chosen, their choices are the huts on the board and Dark begins (MAS-2)."""
    state[U(1) + player] = cells
    drop_turn(state, player)
    if is_over(state):  # nobody owes a choice any more
        state[DUE] = TURN
        give_turn(state, ZERO)


@kernel(PLAY)
def play(state: Words, player: U, move: U) -> None:
    """Carry out a decision; a turn that is complete may end the game (MAS-8)."""
    kind = move & KIND
    cell = (move >> START) & CELL
    if kind == BUILD:
        state[U(1) + player] |= bit(cell)
        end_turn(state, player)
    elif kind == ATTACK:
        state[TARGET] = bit(cell)
        state[DUE] = DEFENCE
        give_turn(state, ONE - player)
    elif kind == GUARD:
        settle(state, player, move >> START)
        end_turn(state, ONE - player)
    elif kind == MOVE:
        state[U(1) + player] ^= bit(cell) | bit((move >> END) & CELL)
        end_turn(state, player)
    else:
        choose_set_up(state, player, move >> START)


@kernel(HIDE)
def hide(state: Words, player: U) -> None:
    """A player knows neither the other's set-up before both are made nor a target before the guards are set (MAS-9)."""
    if state[DUE] == SETTING_UP:
        state[U(2) - player] = ZERO
    elif state[DUE] == DEFENCE and (state[0] >> player) & ONE:
        state[TARGET] = ZERO


@kernel(LETTER)
def letter(move: U, place: U) -> U:
    """The cells of a set-up or of guards; from where to where a hut moves; where one is built or attacked."""
    kind = move & KIND
    if kind in (SET_UP, GUARD):
        return letter_of(move >> START, place)
    if kind != MOVE:
        return LAST | ((move >> START) & CELL)
    return (move >> START) & CELL if place == ZERO else LAST | ((move >> END) & CELL)
