"""What a position of Assaut is worth: men, the soldiers' approach, their weak spots, and the room that officers have.

The weights are set by hand. Weights fitted to the results of 677 games scored 12 of 40 against an earlier hand-set
version at 0.03 s a turn. The fit does not see that soldiers win by taking the officers' room away.
"""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ZERO, U, lowest, rest, signed, size
from ludotheque.games.assaut.board import BOARD, DISTANCES, away, neighbour
from ludotheque.games.assaut.captures import ALL, CAPTURE, STEP, empty_places, follow, reach
from ludotheque.games.assaut.layout import (
    BACK,
    DIRECTION_MASK,
    DIRECTIONS,
    MIN_SOLDIERS,
    OFFICERS,
    QUIET,
    QUIET_LIMIT,
    SOLDIERS,
)
from ludotheque.games.assaut.layout import to_places as _to_places
from ludotheque.games.assaut.rules import LINES, OFFICER_SIDE, SIDEWAYS, marches, rotated
from ludotheque.kernel import EVALUATE, Words, count, inline, kernel, word, words
from ludotheque.status_kernels import option

SCALE = 150.0
COUNTERS = (QUIET,)
PATIENCE = QUIET_LIMIT
"""After this many quiet turns the game is drawn (ASS-6e)."""
RESTLESS = 36
"""From this many quiet turns on, a lead melts away."""

# What things are worth to the soldiers.
SOLDIER, LAST_SOLDIERS = 60, 60  # each soldier above the minimum; the last four once more
OFFICER = -500
WEAK = -15  # a soldier that an officer beside it could jump
PREY, NEXT_PREY = -30, -20  # with the officers to move: soldiers captured now, soldiers within reach after a step
EXPOSED, NEXT_EXPOSED = -60, -6  # the same with the soldiers to move
ROOM, STEPS_LEFT, STUCK = -8, -8, 90  # places that officers can get to, first steps, an officer that has none
MARCH, MAX_MARCHES = 2, 12  # a step that soldiers can take
TURN = 5
# What a soldier's place adds: 4 for each distance that it has come nearer, 10 more in the fortress.
_CELLS = range(len(BOARD.cells))
NEAR = np.array(
    [_to_places(sum(1 << c for c in _CELLS if round(away(c), 3) == distance)) for distance in DISTANCES], np.uint64
)
COME = np.array([4 * (len(NEAR) - k) + (10 if k == 0 else 0) for k in range(len(NEAR))], np.int64)
# By direction: the places where a line begins, and those through which a straight jump can pass (ASS-4).
LINE = np.array(
    [_to_places(sum(1 << c for c in _CELLS if neighbour(c, d) is not None)) for d in range(DIRECTIONS)], np.uint64
)
THROUGH = LINE & np.roll(LINE, BACK)


@inline
def around(members: U) -> U:
    """The neighbours of a set."""
    found = ZERO
    for direction in range(DIRECTIONS):
        found |= rotated(members & LINE[direction], STEP[direction])
    return found


@inline
def jumpable(soldiers: U, empty: U, starts: U) -> U:
    """The soldiers that officers on these places could jump."""
    over = ZERO
    for direction in range(DIRECTIONS):
        near = rotated(starts & LINE[direction], STEP[direction]) & soldiers & THROUGH[direction]
        over |= near & rotated(empty, STEP[(direction + BACK) & DIRECTION_MASK])
    return over


@inline
def weak_spots(soldiers: U) -> U:
    """The soldiers that have no comrade on either side of them in some line."""
    free, weak = ALL & ~soldiers, ZERO
    for direction in range(BACK):
        aside = rotated(free, STEP[direction]) & rotated(free, STEP[direction + BACK])
        weak |= soldiers & THROUGH[direction] & aside
    return weak


@inline
def army(state: Words) -> int:
    """What the soldiers are worth: how many, how near, how well covered, and how many steps they have left."""
    soldiers, empty, sideways = state[SOLDIERS], empty_places(state), option(state, SIDEWAYS)
    spare = signed(size(soldiers)) - MIN_SOLDIERS
    value = SOLDIER * spare - LAST_SOLDIERS * max(0, 4 - spare)
    for distance in range(len(NEAR)):
        value += COME[distance] * signed(size(soldiers & NEAR[distance]))
    steps = 0
    for direction in range(DIRECTIONS):
        steps += signed(size(marches(soldiers, empty, sideways, direction)))
    return value + WEAK * signed(size(weak_spots(soldiers))) + MARCH * min(steps, MAX_MARCHES)


@inline
def confinement(state: Words, steps: U) -> int:
    """What the officers are worth: how many, and the room that they have within four steps."""
    empty, officers = empty_places(state), state[OFFICERS]
    room = steps
    for _ in range(3):
        room |= around(room) & empty
    value = OFFICER * signed(size(officers)) + ROOM * signed(size(room)) + STEPS_LEFT * signed(size(steps))
    while officers:
        if not LINES[lowest(officers)] & empty:
            value += STUCK
        officers = rest(officers)
    return value


@inline
def prey(state: Words) -> int:
    """The most soldiers that the officers could capture now (ASS-5)."""
    most, officers = ZERO, state[OFFICERS]
    while officers:
        most = max(most, reach(state, lowest(officers)))
        officers = rest(officers)
    return signed(most)


@kernel(EVALUATE)
def evaluate(state: Words, player: U) -> int:
    soldiers, officers, empty = state[SOLDIERS], state[OFFICERS], empty_places(state)
    steps = around(officers) & empty
    now = jumpable(soldiers, empty, officers)
    soon = signed(size(jumpable(soldiers, empty | officers, steps) & ~now))
    value = army(state) + confinement(state, steps)
    if player == OFFICER_SIDE:
        value += NEXT_PREY * soon + (PREY * prey(state) if now else 0) - TURN
    else:
        value += NEXT_EXPOSED * soon + EXPOSED * signed(size(now)) + TURN
    quiet = signed(state[QUIET])
    if quiet > RESTLESS:
        value = value * (PATIENCE - quiet) // (PATIENCE - RESTLESS)
    return -value if player == OFFICER_SIDE else value


@kernel(count(words, word, words, count, words))
def order_moves(state: Words, player: U, moves: Words, found: int, urgencies: Words) -> int:
    """Captures of the most soldiers come first. Taking fewer costs an officer, where it is legal at all (ASS-5)."""
    urgencies[:found] = ZERO
    if player != OFFICER_SIDE or found == 0 or not moves[0] & CAPTURE:
        return 0
    most = ZERO
    for number in range(found):
        if moves[number] & CAPTURE:
            _, _, left = follow(moves[number], state[SOLDIERS])
            urgencies[number] = size(state[SOLDIERS] ^ left)
            most = max(most, urgencies[number])
    for number in range(found):
        if urgencies[number] < most:
            urgencies[number] = ZERO
    return 1
