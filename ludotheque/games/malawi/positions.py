"""Malawi's positions as texts: `white=a1*2,… black=… quiet=3`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from ludotheque.games.malawi.board import FIRST_ROWS, SIDES
from ludotheque.games.malawi.layout import (
    MAX_RINGS,
    PAWNS,
    PAWNS_EACH,
    QUIET,
    QUIET_LIMIT,
    RING_BITS,
    RINGS,
    STATE_SIZE,
    pawns,
    ringed,
    rings_on,
)
from ludotheque.rulebook import Positions, State

PAWN = re.compile(r"(?P<cell>[a-z]+\d+)\*(?P<rings>[0-9]{1,2})", re.IGNORECASE)


class MalawiPositions(Positions):
    fields = (*SIDES, "quiet")

    def write(self, state: State) -> Mapping[str, str]:
        """Return each pawn as its cell and its rings: `a1*2`."""
        sides = {side: self._write_side(state, player) for player, side in enumerate(SIDES)}
        return {**sides, "quiet": str(state[QUIET])}

    def _write_side(self, state: State, player: int) -> str:
        names = self.board.names(pawns(state, player))
        return ",".join(f"{name}*{rings_on(state, self.cell(name))}" for name in names)

    def read(self, fields: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        state = [0] * STATE_SIZE
        for player, side in enumerate(SIDES):
            self._read_side(state, player, fields[side])
        self._check_turn(tuple(state), turn)
        # The last quiet turn ends the game (MAL-5d).
        state[QUIET] = self.whole_number("quiet", fields["quiet"], 0, QUIET_LIMIT - 1 if turn else QUIET_LIMIT)
        return state[1:]

    def _read_side(self, state: list[int], player: int, text: str) -> None:
        total = 0
        for entry in text.split(","):
            pawn = PAWN.fullmatch(entry)
            if not pawn:
                raise self.impossible("pawn", entry=entry)
            cell, rings = self.cell(pawn["cell"]), int(pawn["rings"])
            if (state[PAWNS] | state[PAWNS + 1]) >> cell & 1:
                raise self.impossible("twice", cell=self.name(cell))
            state[PAWNS + player] |= 1 << cell
            total += rings
            for bit in range(RING_BITS):
                state[RINGS + bit] |= (rings >> bit & 1) << cell
        if state[PAWNS + player].bit_count() != PAWNS_EACH or total > MAX_RINGS:
            raise self.impossible("side", side=self.player_name(player))

    def _check_turn(self, state: State, turn: tuple[int, ...]) -> None:
        """One player moves at a time, and only while MAL-5a and MAL-5c let the game go on."""
        if len(turn) > 1:
            raise self.impossible("both")
        for player in turn:
            if not pawns(state, 1 - player) & ringed(state):
                raise self.impossible("rings", side=self.player_name(1 - player))
            if pawns(state, player) & ringed(state) & FIRST_ROWS[1 - player]:
                raise self.impossible("late", side=self.player_name(player))
