"""What a position of Assaut is worth: men, the soldiers' approach, their weak spots, and the room that officers have.

The weights are set by hand. Weights fitted to the results of 677 games scored 12 of 40 against an earlier hand-set
version at 0.03 s a turn: the fit does not see that soldiers win by taking the officers' room away.
"""

from __future__ import annotations

import numpy as np

from ludotheque.bits import ZERO, U, lowest, rest, signed, size
from ludotheque.games.assaut.board import BOARD, away, neighbour
from ludotheque.games.assaut.board import to_places as _to_places
from ludotheque.games.assaut.rules import (
    ALL,
    CAPTURE,
    FEWEST,
    LINES,
    OFFICERS,
    SIDEWAYS,
    STEP,
    empty_places,
    follow,
    marches,
    reach,
    rotated,
)
from ludotheque.kernel import EVALUATE, Words, count, inline, kernel, word, words
from ludotheque.status import option

SCALE = 150.0
COUNTERS = (3,)
PATIENCE = 60
"""So many quiet turns are a draw (ASS-6e)."""
RESTLESS = 36
"""From so many quiet turns on a lead melts away."""

# What things are worth to the soldiers.
SOLDIER, LAST_SOLDIERS, OFFICER = 60, 60, -500  # each soldier beyond the ninth; the last four once more
WEAK = -15  # a soldier that an officer could jump, if it came there
PREY, NEXT_PREY = -30, -20  # with the officers to move: soldiers captured now, soldiers within reach after a step
EXPOSED, NEXT_EXPOSED = -60, -6  # the same with the soldiers to move
ROOM, STEPS_LEFT, STUCK = -8, -8, 90  # places that officers can get to, first steps, an officer that has none
MARCH, MOST_MARCHES = 2, 12  # a step that soldiers can take
TURN = 5
# What a soldier's place adds: 4 for each of the eight distances that it has come nearer, 10 more in the fortress.
_CELLS = range(len(BOARD.cells))
_DISTANCES = sorted({round(away(c), 3) for c in _CELLS})
NEAR = np.array(
    [_to_places(sum(1 << c for c in _CELLS if round(away(c), 3) == distance)) for distance in _DISTANCES], np.uint64
)
COME = np.array([4 * (len(NEAR) - k) + (10 if k == 0 else 0) for k in range(len(NEAR))], np.int64)
# By direction: the places from which a line leads so, and those through which a straight jump can pass (ASS-4).
LINE = np.array([_to_places(sum(1 << c for c in _CELLS if neighbour(c, d) is not None)) for d in range(8)], np.uint64)
THROUGH = LINE & np.roll(LINE, 4)


@inline
def around(members: U) -> U:
    """The neighbours of a set."""
    found = ZERO
    for direction in range(8):
        found |= rotated(members & LINE[direction], STEP[direction])
    return found


@inline
def jumpable(soldiers: U, empty: U, starts: U) -> U:
    """The soldiers that officers on these places could jump."""
    over = ZERO
    for direction in range(8):
        near = rotated(starts & LINE[direction], STEP[direction]) & soldiers & THROUGH[direction]
        over |= near & rotated(empty, STEP[(direction + 4) & 7])
    return over


@inline
def weak_spots(soldiers: U) -> U:
    """The soldiers that have no comrade on either side of them in some line."""
    free, weak = ALL & ~soldiers, ZERO
    for direction in range(4):
        aside = rotated(free, STEP[direction]) & rotated(free, STEP[direction + 4])
        weak |= soldiers & THROUGH[direction] & aside
    return weak


@inline
def army(state: Words) -> int:
    """Soldiers: how many, how far, how well covered, and how many steps they have left."""
    soldiers, empty, sideways = state[1], empty_places(state), option(state, SIDEWAYS)
    spare = signed(size(soldiers)) - signed(FEWEST)
    value = SOLDIER * spare - LAST_SOLDIERS * max(0, 4 - spare)
    for distance in range(len(NEAR)):
        value += COME[distance] * signed(size(soldiers & NEAR[distance]))
    steps = 0
    for direction in range(8):
        steps += signed(size(marches(soldiers, empty, sideways, direction)))
    return value + WEAK * signed(size(weak_spots(soldiers))) + MARCH * min(steps, MOST_MARCHES)


@inline
def confinement(state: Words, steps: U) -> int:
    """Officers: how many, and the room they have within four steps."""
    empty, officers = empty_places(state), state[2]
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
    most, officers = ZERO, state[2]
    while officers:
        most = max(most, reach(state, lowest(officers)))
        officers = rest(officers)
    return signed(most)


@kernel(EVALUATE)
def evaluate(state: Words, player: U) -> int:
    soldiers, officers, empty = state[1], state[2], empty_places(state)
    steps = around(officers) & empty
    now = jumpable(soldiers, empty, officers)
    soon = signed(size(jumpable(soldiers, empty | officers, steps) & ~now))
    value = army(state) + confinement(state, steps)
    if player == OFFICERS:
        value += NEXT_PREY * soon + (PREY * prey(state) if now else 0) - TURN
    else:
        value += NEXT_EXPOSED * soon + EXPOSED * signed(size(now)) + TURN
    quiet = signed(state[3])
    if quiet > RESTLESS:
        value = value * (PATIENCE - quiet) // (PATIENCE - RESTLESS)
    return -value if player == OFFICERS else value


@kernel(count(words, word, words, count, words))
def urge(state: Words, player: U, moves: Words, found: int, urgencies: Words) -> int:
    """Captures of the most soldiers: taking fewer costs an officer, where it is legal at all (ASS-5)."""
    urgencies[:found] = ZERO
    if player != OFFICERS or found == 0 or not moves[0] & CAPTURE:
        return 0
    most = ZERO
    for number in range(found):
        if moves[number] & CAPTURE:
            _, _, left = follow(moves[number], state[1])
            urgencies[number] = size(state[1] ^ left)
            most = max(most, urgencies[number])
    for number in range(found):
        if urgencies[number] < most:
            urgencies[number] = ZERO
    return 1
