"""Massaï's numbers, and the bits of its states and moves: the only file that knows them.

State, after the status word:

    HUTS + player   the huts of Dark and of Light, sets of cells; during the set-up their secret choices, empty at first
    TARGET          the secret target of an attack that waits for its defence, a set of one cell; otherwise empty
    PHASE           SETTING_UP, TURN or DEFENCE
    TURNS           turns since the set-up (MAS-8f)

Move:

    bits 0-7    its kind: SET_UP, BUILD, MOVE, ATTACK, GUARD
    bits 8-13   where to build, which hut moves, which one is attacked
    bits 14-19  where the hut moves
    bits 8-55   when setting up or guarding: a set of cells

Cells are numbered along the rows. Every hut on the board touches another of its colour at any time. The set-up, builds
and moves keep it so, and attacks take isolated huts off. `positions.py` refuses all other positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

HUTS, TARGET, PHASE, TURNS, STATE_SIZE = 1, 3, 4, 5, 6
SETTING_UP, TURN, DEFENCE = range(3)

SET_UP, BUILD, MOVE, ATTACK, GUARD = range(5)
KIND_MASK, CELL_MASK = 255, 63
CELL_SHIFT, END_SHIFT = 8, 14

ROWS, COLUMNS = 8, 6
CELLS = ROWS * COLUMNS
SET_UP_ROWS = ROWS // 2
"""The rows of each player in the set-up (MAS-2): half of the board."""
HALF = SET_UP_ROWS * COLUMNS
"""The cells of these rows."""
HUTS_EACH = 15
"""What each player has, on the board and in hand (MAS-1)."""
SET_UP_HUTS = 5
"""How many of them each player sets up in secret (MAS-2)."""
SET_UP_COUNTS = (7984, 2188)
"""How many set-ups a player has (MAS-2), by the option `orthogonal`."""
MAX_GUARDS = 4
"""The most guards that a defender sets (MAS-6)."""
TURN_LIMIT = 300
"""After this many turns the game is drawn (MAS-8f)."""
LAST_TURNS = 10
"""When this many turns are left, players should know."""

NUMBERS: Mapping[str, int] = {
    "board_rows": ROWS,
    "board_columns": COLUMNS,
    "set_up_rows": SET_UP_ROWS,
    "huts": HUTS_EACH,
    "set_up_huts": SET_UP_HUTS,
    "max_guards": MAX_GUARDS,
    "turn_limit": TURN_LIMIT,
}
"""The numbers that texts name."""


def guards_for(threatened: int) -> int:
    """Return how many guards a defender sets with this many threatened huts: half of them, rounded up (MAS-6)."""
    return min((threatened + 1) // 2, MAX_GUARDS)


def huts(state: tuple[int, ...], player: int) -> int:
    """Return the set of a player's huts; during the set-up, of the cells they chose."""
    return state[HUTS + player]


def everyone(state: tuple[int, ...]) -> int:
    """Return the set of all huts."""
    return state[HUTS] | state[HUTS + 1]


def hand(state: tuple[int, ...], player: int) -> int:
    """Return how many huts a player has in hand. During the set-up all are, since choices are secret."""
    return HUTS_EACH if state[PHASE] == SETTING_UP else HUTS_EACH - huts(state, player).bit_count()


def target(state: tuple[int, ...]) -> int:
    """Return the target of an attack as a set of one cell; empty when there is none or it is hidden."""
    return state[TARGET]


def phase(state: tuple[int, ...]) -> int:
    return state[PHASE]


def turns(state: tuple[int, ...]) -> int:
    """Return the turns played since the set-up."""
    return state[TURNS]


def turns_left(state: tuple[int, ...]) -> int:
    """Return the turns until the game is drawn (MAS-8f)."""
    return TURN_LIMIT - state[TURNS]


def make_words(huts: Iterable[int], target: int, phase: int, turns: int) -> tuple[int, ...]:
    """Return the words after the status word."""
    return (*huts, target, phase, turns)


def without_huts(state: tuple[int, ...], players: Iterable[int]) -> tuple[int, ...]:
    """Return the state with the set-ups of these players blanked."""
    hidden = {HUTS + player for player in players}
    return tuple(0 if number in hidden else word for number, word in enumerate(state))


def without_target(state: tuple[int, ...]) -> tuple[int, ...]:
    """Return the state with the target blanked."""
    return (*state[:TARGET], 0, *state[TARGET + 1 :])


def kind_of(move: int) -> int:
    return move & KIND_MASK


def cell_of(move: int) -> int:
    """Return the cell of a build or of an attack, or where a hut that moves comes from."""
    return move >> CELL_SHIFT & CELL_MASK


def end_of(move: int) -> int:
    """Return where a hut moves."""
    return move >> END_SHIFT & CELL_MASK


def cells_of(move: int) -> int:
    """Return the set of cells of a set-up or of guards."""
    return move >> CELL_SHIFT


def make_set(kind: int, cells: int) -> int:
    """Return the code of a set-up or of guards."""
    return kind | cells << CELL_SHIFT


def make_single(kind: int, cell: int) -> int:
    """Return the code of a build or of an attack."""
    return kind | cell << CELL_SHIFT


def make_move(start: int, end: int) -> int:
    """Return the code of a hut's move."""
    return MOVE | start << CELL_SHIFT | end << END_SHIFT
