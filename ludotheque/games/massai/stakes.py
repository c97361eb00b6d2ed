"""What an attack in Massaï puts at stake: every target with both its outcomes, for a search that must not peek."""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, lowest, rest, size
from ludotheque.games.massai.layout import DUE, TARGET
from ludotheque.games.massai.rules import (
    ALL_HUTS,
    ATTACK,
    BUILD,
    DEFENCE,
    GUARDS_FOR,
    SETTING_UP,
    START,
    corners,
    end_turn,
    guard,
    list_moves,
    list_set,
    settle,
    spread,
    threatened,
)
from ludotheque.kernel import MOVES, Words, count, kernel, rows, word, words, yes_no

MOST_TARGETS = 15
"""All of a player's huts may be threatened at once."""
MOST_OPEN = 15 * 33
"""Fifteen huts, each to all empty cells: more than there are builds."""


@kernel(yes_no(words))
def choosing(state: Words) -> bool:
    """Whether the set-up is due (MAS-2)."""
    return bool(state[DUE] == SETTING_UP)


@kernel(yes_no(words))
def pending(state: Words) -> bool:
    """Whether an attack waits for its defence (MAS-6)."""
    return bool(state[DUE] == DEFENCE)


@kernel(MOVES)
def open_moves(state: Words, player: U, out: Words) -> int:
    """The decisions of a turn that hide nothing: builds (MAS-3) or moves (MAS-4)."""
    own = state[U(1) + player]
    reach = spread(own, corners(state))
    if size(own) < ALL_HUTS:
        return list_set(reach & ~(state[1] | state[2]), BUILD, out, 0)
    return list_moves(state, player, reach, corners(state), out)


@kernel(count(words, word, words, rows))
def stakes(state: Words, attacker: U, aims: Words, outcomes: Words) -> int:
    """The targets of an attack, announced or not, as decisions, and after them the number of guards (MAS-6).

    Rows 2i and 2i + 1 of the outcomes are the states after target i was hit and after it was found guarded (MAS-7).
    """
    defender = ONE - attacker
    huts = threatened(state, defender)
    found = 0
    while huts:
        target = huts & (~huts + ONE)
        aims[found] = ATTACK | (lowest(huts) << START)
        for guarded in range(2):
            outcome = outcomes[2 * found + guarded]
            outcome[:] = state
            outcome[TARGET] = target
            settle(outcome, defender, target if guarded else ZERO)
            end_turn(outcome, attacker)
        huts = rest(huts)
        found += 1
    aims[found] = U(GUARDS_FOR[found])
    return found


@kernel(word(words, word, word))
def cover(state: Words, defender: U, chosen: U) -> U:
    """The decision to guard the targets with these numbers (MAS-6)."""
    return guard(threatened(state, defender), chosen)
