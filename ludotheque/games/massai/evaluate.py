"""What a position of Massaï is worth: how far each chain is from joining the banks, huts, and what attacks promise.

The weights come from games of the program against itself. A logistic curve was fitted to their results and to the
values of deeper searches. A weight of 1000 turns even chances into three to one.
"""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, lowest, rest, signed, size
from ludotheque.games.massai.layout import TURNS
from ludotheque.games.massai.rules import (
    ALL_HUTS,
    BANK_A,
    BANK_H,
    ENEMY_HUTS,
    EVERYWHERE,
    FIFTEEN_WINS,
    GUARDS_FOR,
    HUTS,
    ORTHOGONAL_ONLY,
    TOUCHING,
    corners,
    spread,
)
from ludotheque.games.massai.weights import (
    CLOSING,
    DETOUR,
    DISTANCE,
    FAR,
    FULL,
    FULL_FROM,
    FULL_STEPS,
    LEAD,
    LINEAR,
    MAX_CLOSING,
    MAX_LEAD,
    WEIGHTS,
)
from ludotheque.kernel import EVALUATE, Words, inline, kernel
from ludotheque.status_kernels import option

SCALE = 1000.0
COUNTERS = (TURNS,)
MAX_VALUE = 10_000
ABOUT_TO_WIN = 6_000


@inline
def flood(reached: U, huts: U, diagonal: U) -> U:
    """A set of cells and the huts connected with it."""
    before = ZERO
    while reached != before:
        before = reached
        reached |= spread(reached, diagonal) & huts
    return reached


@inline
def distance(huts: U, enemy: U, diagonal: U) -> int:
    """How many builds a chain between the banks needs when the opponent does nothing; at most FAR."""
    free = EVERYWHERE & ~enemy
    reached = flood(huts & BANK_A, huts, diagonal)
    builds = 0
    while not reached & BANK_H and builds < FAR:
        reached |= (spread(reached, diagonal) | BANK_A) & free
        reached = flood(reached, huts, diagonal)
        builds += 1
    return builds


@inline
def detour(huts: U, enemy: U, diagonal: U) -> int:
    """The same when enemy huts may be taken on the way, at the price of two builds each."""
    empty = EVERYWHERE & ~(enemy | huts)
    reached = flood(huts & BANK_A, huts, diagonal)
    early = ZERO
    price = 0
    while not reached & BANK_H and price < FAR:
        late = early
        early = spread(reached, diagonal) | BANK_A
        reached |= (early & empty) | (late & enemy)
        reached = flood(reached, huts, diagonal)
        price += 1
    return price


@inline
def closing(huts: U, enemy: U, diagonal: U) -> U:
    """The cells where one more hut completes a chain."""
    below = flood(huts & BANK_A, huts, diagonal)
    above = flood(huts & BANK_H, huts, diagonal)
    return (spread(below, diagonal) | BANK_A) & (spread(above, diagonal) | BANK_H) & ~(huts | enemy)


@inline
def promise(state: Words, attacker: U, diagonal: U) -> int:
    """The huts (in sixteenths) that an attack wins on average when targets and guards are chosen at random."""
    own, enemy = state[HUTS + attacker], state[ENEMY_HUTS - attacker]
    huts = enemy & spread(own, diagonal)
    targets = signed(size(huts))
    if targets == 0:
        return 0
    guards = GUARDS_FOR[targets]
    won, lost = 0, 0
    while huts:
        around = TOUCHING[option(state, ORTHOGONAL_ONLY), lowest(huts)]
        won += 2 + signed(size(enemy & around))
        lost += signed(size(own & around))
        huts = rest(huts)
    return 16 * ((targets - guards) * won - guards * lost) // (targets * targets)


@inline
def measures(own: U, enemy: U, diagonal: U, state: Words, player: U, weights: Words) -> int:
    """The value of what is counted: huts, threatened huts, attacks, cells to build on."""
    reach, enemy_reach = spread(own, diagonal), spread(enemy, diagonal)
    empty = ~(own | enemy)
    return (
        weights[LINEAR] * signed(size(own))
        + weights[LINEAR + 1] * signed(size(enemy))
        + weights[LINEAR + 2] * signed(size(own & enemy_reach))
        + weights[LINEAR + 3] * signed(size(enemy & reach))
        + weights[LINEAR + 4] * promise(state, player, diagonal)
        + weights[LINEAR + 5] * promise(state, ONE - player, diagonal)
        + weights[LINEAR + 6] * signed(size(reach & empty))
        + weights[LINEAR + 7] * signed(size(enemy_reach & empty))
    )


@kernel(EVALUATE)
def evaluate(state: Words, player: U) -> int:
    """Return the value for the player to move."""
    diagonal = corners(state)
    own, enemy = state[HUTS + player], state[ENEMY_HUTS - player]
    builds = distance(own, enemy, diagonal)
    fifteen = option(state, FIFTEEN_WINS)
    # 1. A win on the next turn.
    if builds == 1 or (fifteen and size(own) == ALL_HUTS - ONE):
        return ABOUT_TO_WIN
    # 2. The race to the banks.
    weights = WEIGHTS[option(state, ORTHOGONAL_ONLY) + U(2) * fifteen]
    enemy_builds = distance(enemy, own, diagonal)
    value = weights[DISTANCE + builds] + weights[DISTANCE + FAR + 1 + enemy_builds]
    value += weights[LEAD + MAX_LEAD + min(MAX_LEAD, max(-MAX_LEAD, enemy_builds - builds))]
    value += weights[DETOUR + detour(own, enemy, diagonal)] + weights[DETOUR + FAR + 1 + detour(enemy, own, diagonal)]
    if enemy_builds == 1:
        value += weights[CLOSING + min(MAX_CLOSING, signed(size(closing(enemy, own, diagonal))))]
    # 3. Huts and attacks.
    value += measures(own, enemy, diagonal, state, player, weights)
    if fifteen:
        value += weights[FULL + max(0, signed(size(own)) - FULL_FROM)]
        value += weights[FULL + FULL_STEPS + max(0, signed(size(enemy)) - FULL_FROM)]
    return min(max(value, -MAX_VALUE), MAX_VALUE)
