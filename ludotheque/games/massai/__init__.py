"""Massaï (Sid Sackson, Abacus Spiele 1993): a chain of huts across a dry river, and attacks aimed in secret."""

from __future__ import annotations

from ludotheque import status
from ludotheque.board import Board
from ludotheque.games.massai import layout
from ludotheque.games.massai.board import BOARDS, SYMMETRIES
from ludotheque.games.massai.layout import (
    DEFENCE,
    HUTS_EACH,
    SET_UP_COUNTS,
    SET_UP_HUTS,
    SETTING_UP,
    STATE_SIZE,
    TURN_LIMIT,
)
from ludotheque.games.massai.look import MassaiLook
from ludotheque.games.massai.narration import MassaiNarration
from ludotheque.games.massai.notation import MassaiNotation
from ludotheque.games.massai.positions import MassaiPositions
from ludotheque.games.massai.refusals import MassaiRefusals
from ludotheque.rulebook import Definition, Option, Rules, State


class MassaiRules(Rules):
    simultaneous = True
    engine = "secret"
    symmetries = SYMMETRIES
    reasons = ("chain", "eliminated", "fifteen", "immobilised", "length")
    impossible_reasons = ("immobilised",)
    state_size = STATE_SIZE
    first_to_act = (0, 1)
    initial_words = layout.make_words((0, 0), 0, SETTING_UP, 0)

    pick_room = HUTS_EACH
    """The destinations of each hut (MAS-4)."""
    max_letters = SET_UP_HUTS
    """The huts of a set-up (MAS-2). There are fewer guards (MAS-6)."""
    max_plies = 2 + TURN_LIMIT * 2
    """Two set-ups, then turns of at most two moves each, an attack and its defence (MAS-8f)."""

    @property
    def board(self) -> Board:
        return BOARDS[self.options["orthogonal"] is True]

    @property
    def max_moves(self) -> int:
        """The set-ups (MAS-2).

        They are more than 15 × 33 moves and 15 attacks (MAS-4, MAS-5), or 1365 ways to guard 4 of 15 huts (MAS-6).
        """
        return SET_UP_COUNTS[self.options["orthogonal"] is True]

    def hide(self, state: State, player: int | None) -> State:
        """Return the state without what this player, or an onlooker, may not know (MAS-9).

        A set-up is secret until both are made, a target until the guards are set.
        """
        if layout.phase(state) == SETTING_UP:
            return layout.without_huts(state, {0, 1} - {player})
        if layout.phase(state) == DEFENCE and (player is None or status.is_to_act(state[0], player)):
            return layout.without_target(state)
        return state


GAME = Definition(
    id="massai",
    options=(Option("orthogonal", (False, True)), Option("fifteen", (False, True))),
    minutes=30,
    rules=MassaiRules,
    notation=MassaiNotation,
    positions=MassaiPositions,
    refusals=MassaiRefusals,
    look=MassaiLook,
    narration=MassaiNarration,
)
