"""Massaï's positions as texts: `dark=c3,c4 light=e4,e5 target=- turns=4`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque import status
from ludotheque.games.massai import layout
from ludotheque.games.massai.board import HALVES, SIDES, beside, isolated, joins
from ludotheque.games.massai.layout import DEFENCE, HUTS_EACH, SET_UP_HUTS, SETTING_UP, TURN, TURN_LIMIT
from ludotheque.rulebook import Positions, State


class MassaiPositions(Positions):
    fields = (*SIDES, "target", "turns")

    def write(self, state: State) -> Mapping[str, str]:
        """Return the huts by their cells. `-` stands for none, `?` for a choice that is made and still secret."""
        target, phase = layout.target(state), layout.phase(state)
        hidden = phase == DEFENCE and not target
        sides = {side: self._write_side(state, player) for player, side in enumerate(SIDES)}
        return {**sides, "target": "?" if hidden else self.cell_list(target), "turns": str(layout.turns(state))}

    def _write_side(self, state: State, player: int) -> str:
        huts = layout.huts(state, player)
        chosen = layout.phase(state) == SETTING_UP and not status.is_to_act(state[0], player)
        return "?" if chosen and not huts else self.cell_list(huts)

    def read(self, fields: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        huts = [self.cell_set(fields[side]) for side in SIDES]
        if huts[0] & huts[1]:
            raise self.impossible("shared", cells=self.names(huts[0] & huts[1]))
        for player in (0, 1):
            self._check_side(player, huts[player], playing=bool(turn))
        target = 0 if fields["target"] == "-" else 1 << self.cell(fields["target"])
        # The last turn ends the game (MAS-8f).
        turns = self.whole_number("turns", fields["turns"], 0, TURN_LIMIT - 1 if turn else TURN_LIMIT)
        if all(huts) and len(turn) < 2:
            if target and not (turn and target & huts[turn[0]] & beside(self.board, huts[1 - turn[0]])):
                raise self.impossible("target", cell=fields["target"])
            return layout.make_words(huts, target, DEFENCE if target else TURN, turns)
        if not turn and any(huts) and not target:
            return layout.make_words(huts, 0, TURN, turns)
        if turn != tuple(player for player in (0, 1) if not huts[player]) or target or turns:
            raise self.impossible("phase")
        self._check_set_ups(huts)
        return layout.make_words(huts, 0, SETTING_UP, 0)

    def _check_side(self, player: int, huts: int, playing: bool) -> None:
        """Raise a `PositionError` for huts that a side can never have."""
        side, found = self.player_name(player), huts.bit_count()
        if found > HUTS_EACH:
            raise self.impossible("many", side=side, found=found)
        if alone := isolated(self.board, huts):
            raise self.impossible("isolated", side=side, cells=self.names(alone))
        if playing and (joins(self.board, huts) or (found == HUTS_EACH and self.options["fifteen"])):
            raise self.impossible("over", side=side)

    def _check_set_ups(self, huts: Sequence[int]) -> None:
        """Raise a `PositionError` for a set-up, already chosen, that MAS-2 does not allow."""
        for player in (0, 1):
            if huts[player] and (huts[player].bit_count() != SET_UP_HUTS or huts[player] & ~HALVES[player]):
                raise self.impossible("set_up", side=self.player_name(player))
