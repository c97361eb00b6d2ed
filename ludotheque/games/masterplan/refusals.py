"""Why a move is not legal in Masterplan, in the order in which a person would notice."""

from __future__ import annotations

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
        name = self.name(cell)
        sides = {f"on_{side}": layout.houses(state, owner) for owner, side in enumerate(SIDES)}
        for key, members in {**sides, "on_park": state[PARKS], "on_tower": state[TOWERS]}.items():
            if members >> cell & 1:
                return self.refusal("PLN-2", key, cell=name)
        line = line_through(cell, layout.all_houses(state))
        if line.bit_count() >= FORBIDDEN_LINE:
            # Only once the parks have run out; before that the cell would be a park (PLN-5).
            return self.refusal("PLN-3", "line", cell=name, number=line.bit_count(), line=self.names(line))
        return self._explain_forgotten(state, cell, move)

    def _explain_forgotten(self, state: State, cell: int, move: int) -> IllegalMove:
        """The house may be built, but one of the forgotten parks does not appear (PLN-8)."""
        houses, parks, towers = layout.all_houses(state), state[PARKS], state[TOWERS]
        due = due_parks(houses | 1 << cell, parks, towers)
        left = PARK_STOCK - parks.bit_count()
        park = next(park for park in numbers(forgotten_parks(move)) if park not in due[:left])
        name, house = self.name(park), self.name(cell) + PLACES[layout.place_of(move)]
        if park in due:
            return self.refusal("PLN-5", "no_park_left", park=name, house=house, left=left)
        for members, key in ((houses, "house"), (parks, "park"), (towers, "tower")):
            if members >> park & 1:
                return self.refusal("PLN-3", f"forgotten_{key}", park=name)
        return self.refusal("PLN-3", "forgotten_free", park=name, house=house)
