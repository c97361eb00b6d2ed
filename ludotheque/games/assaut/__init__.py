"""Assaut (traditional, France): 24 soldiers against the two officers of a fortress."""

from __future__ import annotations

from ludotheque.games.assaut.board import BOARD, DISTANCES, OUTSIDE, SYMMETRIES
from ludotheque.games.assaut.layout import (
    ALL_OFFICERS,
    ALL_SOLDIERS,
    MAX_JUMPS,
    MIN_SOLDIERS,
    OFFICER_SIDE,
    QUIET_LIMIT,
    STATE_SIZE,
    make_words,
)
from ludotheque.games.assaut.look import AssautLook
from ludotheque.games.assaut.narration import AssautNarration
from ludotheque.games.assaut.notation import AssautNotation
from ludotheque.games.assaut.positions import AssautPositions
from ludotheque.games.assaut.refusals import AssautRefusals
from ludotheque.rulebook import Definition, Option, Rules

APPROACHES = ALL_SOLDIERS * (len(DISTANCES) - 1)
"""Each soldier comes nearer at most once for each distance but the last (ASS-3)."""
CAPTURES = ALL_SOLDIERS - MIN_SOLDIERS + 1
"""After this many captured soldiers the game is over (ASS-6b)."""


class AssautRules(Rules):
    board = BOARD
    symmetries = SYMMETRIES
    reasons = ("fortress", "soldiers", "officers", "immobilised", "quiet")
    state_size = STATE_SIZE
    first_to_act = (OFFICER_SIDE,)
    initial_words = make_words(OUTSIDE, 0, 0)

    max_moves = 4_521_945 + 188 + 16
    """4,521,945 captures of one officer, 188 of the other, 8 steps each (ASS-4, ASS-5b).

    All paths of an officer land on points of one family (equal parity of column and row) and jump the points of the
    others. With a soldier on each of those and no other officer in the family, the four families give at most 4,521,945
    (from c3), 188 (from d4), 51 and 51 paths. With both officers in the largest one it is 1,703,946 together. Soldiers
    have far fewer steps. Play seldom shows 50; kernels stop when a shorter list (256 at least) is full.
    """
    usual_moves = 4096
    """Random games list up to a few hundred moves; only built-up rows of soldiers give more."""
    pick_room = MAX_JUMPS
    """The number of captures for each number of jumps; there are fewer directions for soldiers."""
    max_letters = 1 + MAX_JUMPS
    """The points of a path, its start included."""
    max_plies = 1 + QUIET_LIMIT * (APPROACHES + CAPTURES + ALL_OFFICERS - 1) + QUIET_LIMIT
    """Placing comes first. Then each approach, capture and lifted officer can follow a row of quiet turns (ASS-6e).

    One officer can be lifted before the game ends. The last quiet turns end the game.
    """


GAME = Definition(
    id="assaut",
    options=(Option("huff", (True, False)), Option("sideways", (False, True))),
    minutes=25,
    rules=AssautRules,
    notation=AssautNotation,
    positions=AssautPositions,
    refusals=AssautRefusals,
    look=AssautLook,
    narration=AssautNarration,
)
