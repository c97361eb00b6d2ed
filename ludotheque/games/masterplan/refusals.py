"""Why a move is not legal in Masterplan, in the order in which a person would notice."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.board import numbers
from ludotheque.errors import IllegalMove
from ludotheque.games.masterplan import layout
from ludotheque.games.masterplan.board import PLACES, SIDES, due_parks, line_through
from ludotheque.games.masterplan.layout import FORBIDDEN_LINE, PARK_STOCK, PARKS, TOWERS
from ludotheque.games.masterplan.notation import forgotten_parks
from ludotheque.rulebook import Refusals, State


class MasterplanRefusals(Refusals):
    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        cell = layout.cell_of(move)
        if taken := self._explain_cell(state, cell):
            return taken
        # The house may be built, but one of the forgotten parks does not appear (PLN-8).
        parks = numbers(forgotten_parks(move))
        return next(why for park in parks if (why := self._explain_no_park(state, cell, park)))

    def intended(self, state: State, player: int, clicks: Sequence[str]) -> int | IllegalMove | None:
        """Return a house on the first cell, or what is wrong with a click after it: the place, then the parks."""
        if clicks[0] in PLACES:
            return self.click_refusal("PLN-2", "first_cell")
        cell, last = self.cell(clicks[0]), clicks[-1]
        if self._explain_cell(state, cell):
            return layout.make_move(cell, 0)
        if len(clicks) == 1:
            return None
        if last in PLACES:
            return None if len(clicks) == 2 else self.click_refusal("PLN-2", "one_house")
        if len(clicks) == 2:
            return self._explain_cell(state, self.cell(last)) or self.click_refusal(
                "PLN-2", "place", cell=self.name(cell)
            )
        if not self.options["vigilance"]:
            return self.click_refusal("PLN-2", "one_house")
        if last in clicks[2:-1]:
            return self.click_refusal("PLN-8", "marked", park=last)
        return self._explain_no_park(state, cell, self.cell(last))

    def _explain_cell(self, state: State, cell: int) -> IllegalMove | None:
        """Why no house can be built on a cell; None where it can."""
        name = self.name(cell)
        sides = {f"on_{side}": layout.houses(state, owner) for owner, side in enumerate(SIDES)}
        for key, members in {**sides, "on_park": state[PARKS], "on_tower": state[TOWERS]}.items():
            if members >> cell & 1:
                return self.refusal("PLN-2", key, cell=name)
        line = line_through(cell, layout.all_houses(state))
        if line.bit_count() < FORBIDDEN_LINE:
            return None
        # Only once the parks have run out; before that the cell would be a park (PLN-5).
        return self.refusal("PLN-3", "line", cell=name, number=line.bit_count(), line=self.names(line))

    def _explain_no_park(self, state: State, cell: int, park: int) -> IllegalMove | None:
        """Why a house on a cell brings no park there; None where it brings one (PLN-3)."""
        houses, parks, towers = layout.all_houses(state) | 1 << cell, state[PARKS], state[TOWERS]
        due = due_parks(houses, parks, towers)
        left = PARK_STOCK - parks.bit_count()
        name, house = self.name(park), self.name(cell)
        if park in due[:left]:
            return None
        if park in due:
            return self.refusal("PLN-5", "no_park_left", park=name, house=house, left=left)
        for members, key in ((houses, "house"), (parks, "park"), (towers, "tower")):
            if members >> park & 1:
                return self.refusal("PLN-3", f"no_park_{key}", park=name)
        return self.refusal("PLN-3", "no_park_free", park=name, house=house)
