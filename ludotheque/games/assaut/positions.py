"""Assaut's positions as texts: `soldiers=a3,… officers=c5,e7 quiet=2`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.games.assaut import layout
from ludotheque.games.assaut.board import INSIDE, OUTSIDE
from ludotheque.games.assaut.layout import ALL_OFFICERS, ALL_SOLDIERS, MIN_SOLDIERS, OFFICER_SIDE, QUIET, QUIET_LIMIT
from ludotheque.rulebook import Positions, State


class AssautPositions(Positions):
    fields = ("soldiers", "officers", "quiet")

    def write(self, state: State) -> Mapping[str, str]:
        return {
            "soldiers": self.cell_list(layout.soldiers(state)),
            "officers": self.cell_list(layout.officers(state)),
            "quiet": str(state[QUIET]),
        }

    def read(self, fields: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        soldiers, officers = self.cell_set(fields["soldiers"]), self.cell_set(fields["officers"])
        if soldiers & officers:
            raise self.impossible("twice", cells=self.names(soldiers & officers))
        for key, cells, limit in (("soldiers", soldiers, ALL_SOLDIERS), ("officers", officers, ALL_OFFICERS)):
            if cells.bit_count() > limit:
                raise self.impossible(key, found=cells.bit_count())
        # The last quiet turn ends the game (ASS-6e).
        quiet = self.whole_number("quiet", fields["quiet"], 0, QUIET_LIMIT - 1 if turn else QUIET_LIMIT)
        if turn:
            self._check_unfinished(soldiers, officers, quiet, turn)
        return layout.make_words(soldiers, officers, quiet)

    def _check_unfinished(self, soldiers: int, officers: int, quiet: int, turn: tuple[int, ...]) -> None:
        """A game that goes on has one side to move and none of the endings of ASS-6."""
        if len(turn) > 1:
            raise self.impossible("turn")
        if not officers and (turn, soldiers, quiet) != ((OFFICER_SIDE,), OUTSIDE, 0):
            raise self.impossible("unplaced")
        if soldiers.bit_count() < MIN_SOLDIERS:
            raise self.impossible("few", found=soldiers.bit_count())
        if soldiers & INSIDE == INSIDE:
            raise self.impossible("taken")
