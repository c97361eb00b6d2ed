"""What an attack in Massaï puts at stake: every target with both its outcomes, for a search that knows no secret."""

from __future__ import annotations

from ludotheque.bits import ONE, ZERO, U, lowest, rest, size
from ludotheque.games.massai.layout import CELLS, HUTS_EACH, PHASE, TARGET
from ludotheque.games.massai.rules import (
    ALL_HUTS,
    ATTACK,
    BUILD,
    DEFENCE,
    GUARDS_FOR,
    HUTS,
    SETTING_UP,
    corners,
    end_turn,
    everyone,
    guard,
    list_moves,
    list_set,
    make,
    settle,
    spread,
    threatened,
)
from ludotheque.kernel import MOVES, Words, count, kernel, rows, word, words, yes_no

MAX_TARGETS = HUTS_EACH
"""All huts of a player may be threatened at once."""
MAX_OPEN_MOVES = HUTS_EACH * (CELLS - HUTS_EACH)
"""All huts of a player, each to every empty cell. Builds are fewer."""


@kernel(yes_no(words))
def choosing(state: Words) -> bool:
    """Return whether the players are setting up (MAS-2)."""
    return bool(state[PHASE] == SETTING_UP)


@kernel(yes_no(words))
def pending(state: Words) -> bool:
    """Return whether an attack waits for its defence (MAS-6)."""
    return bool(state[PHASE] == DEFENCE)


@kernel(MOVES)
def open_moves(state: Words, player: U, out: Words) -> int:
    """List the moves of a turn that hide nothing: builds (MAS-3) or moves of huts (MAS-4)."""
    own = state[HUTS + player]
    reach = spread(own, corners(state))
    if size(own) < ALL_HUTS:
        return list_set(reach & ~everyone(state), BUILD, out, 0)
    return list_moves(state, player, reach, corners(state), out)


@kernel(count(words, word, words, rows))
def stakes(state: Words, attacker: U, aims: Words, outcomes: Words) -> int:
    """List the attacks, announced or not, one for each target, and after them the number of guards (MAS-6).

    Row 2i of the outcomes is the state after a hit on target i. Row 2i + 1 is the state when it was guarded (MAS-7).
    """
    defender = ONE - attacker
    huts = threatened(state, defender)
    found = 0
    while huts:
        target = huts & (~huts + ONE)
        aims[found] = make(ATTACK, lowest(huts))
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
    """Return the move that guards the targets with these numbers (MAS-6)."""
    return guard(threatened(state, defender), chosen)
