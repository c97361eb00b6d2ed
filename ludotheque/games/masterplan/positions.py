"""Masterplan's positions as texts: `white=d4ne,… yellow=… parks=… towers=… white_points=3 yellow_points=1`.

A position is read only if it keeps what the rules keep true after every turn. The points may be any possible number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.games.masterplan import layout
from ludotheque.games.masterplan.board import EVERYWHERE, LINES, PLACES, SIDES, SQUARES, lacking_one
from ludotheque.games.masterplan.layout import HOUSE_STOCK, MAX_POINTS, PARK_STOCK, PARKS, POINTS, TOWER_STOCK, TOWERS
from ludotheque.games.masterplan.notation import HOUSE
from ludotheque.rulebook import Positions, State


class MasterplanPositions(Positions):
    fields = (*SIDES, "parks", "towers", "white_points", "yellow_points")

    def write(self, state: State) -> Mapping[str, str]:
        """Return each house as it was written when it was built: `d4ne`."""
        sides = {side: self._write_houses(state, player) for player, side in enumerate(SIDES)}
        points = zip(SIDES, layout.split_points(state[POINTS]), strict=True)
        return {
            **sides,
            "parks": self.cell_list(state[PARKS]),
            "towers": self.cell_list(state[TOWERS]),
            **{f"{side}_points": str(number) for side, number in points},
        }

    def _write_houses(self, state: State, player: int) -> str:
        names = self.board.names(layout.houses(state, player))
        return ",".join(name + PLACES[layout.place_in(state, self.cell(name))] for name in names) or "-"

    def read(self, fields: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        draft, points = [0] * layout.STATE_SIZE, []
        for player, side in enumerate(SIDES):
            self._read_houses(draft, player, fields[side])
            points.append(self.whole_number(f"{side}_points", fields[f"{side}_points"], 0, MAX_POINTS))
        draft[POINTS] = layout.join_points(*points)
        draft[PARKS], draft[TOWERS] = self.cell_set(fields["parks"]), self.cell_set(fields["towers"])
        state = tuple(draft)
        self._check_cells(state)
        self._check_stock(state)
        self._check_shapes(state)
        self._check_parks_and_towers(state)
        self._check_turn(state, turn)
        return state[1:]

    def _read_houses(self, draft: list[int], player: int, text: str) -> None:
        for entry in [] if text == "-" else text.split(","):
            form = HOUSE.fullmatch(entry)
            if not form:
                raise self.impossible("house", entry=entry)
            cell = self.cell(form["cell"])
            if layout.all_houses(tuple(draft)) >> cell & 1:
                raise self.impossible("twice", cell=form["cell"])
            layout.put_house(draft, player, cell, PLACES.index(form["place"]))

    def _check_cells(self, state: State) -> None:
        """A cell holds one thing at most (PLN-2)."""
        built, parks, towers = layout.all_houses(state), state[PARKS], state[TOWERS]
        for both in (built & parks, built & towers, parks & towers):
            if both:
                raise self.impossible("twice", cell=self.names(both))

    def _check_stock(self, state: State) -> None:
        """Nothing stands on the board that is not in the stock (PLN-1)."""
        for player in range(len(SIDES)):
            number = layout.houses(state, player).bit_count()
            if number > HOUSE_STOCK:
                raise self.impossible("houses", side=self.player_name(player), number=number)
        parks, towers = state[PARKS].bit_count(), state[TOWERS].bit_count()
        if parks > PARK_STOCK or towers > TOWER_STOCK:
            raise self.impossible("stock", parks=parks, towers=towers)

    def _check_shapes(self, state: State) -> None:
        """Houses fill no line (PLN-3), and no square while towers are left (PLN-4, PLN-5)."""
        built = layout.all_houses(state)
        for line in LINES:
            if line & built == line:
                raise self.impossible("line", cells=self.names(line))
        if state[TOWERS].bit_count() < TOWER_STOCK:
            for square in SQUARES:
                if square & built == square:
                    raise self.impossible("square", cells=self.names(square))

    def _check_parks_and_towers(self, state: State) -> None:
        """Parks and towers stand only where the houses ask for them, and everywhere there while the stock lasts.

        Houses never leave, so a cell that should be a park or a tower stays so.
        """
        built, parks, towers = layout.all_houses(state), state[PARKS], state[TOWERS]
        line_due, square_due = lacking_one(LINES, built), lacking_one(SQUARES, built)
        if parks & ~line_due:
            raise self.impossible("idle_park", cells=self.names(parks & ~line_due))
        if towers & ~square_due:
            raise self.impossible("idle_tower", cells=self.names(towers & ~square_due))
        missing = line_due & ~(parks | towers)
        if missing and parks.bit_count() < PARK_STOCK:
            raise self.impossible("no_park", cells=self.names(missing))
        missing = square_due & ~(parks | towers)
        if missing and towers.bit_count() < TOWER_STOCK:
            raise self.impossible("no_tower", cells=self.names(missing))

    def _check_turn(self, state: State, turn: tuple[int, ...]) -> None:
        """Players alternate (PLN-1), and the game goes on while they can build (PLN-7)."""
        white, yellow = (layout.houses(state, player).bit_count() for player in range(len(SIDES)))
        built = layout.all_houses(state)
        if len(turn) > 1:
            raise self.impossible("both")
        if turn:
            own, other = (white, yellow) if turn[0] == 0 else (yellow, white)
            if other - own not in (0, 1):
                raise self.impossible("turns", side=self.player_name(turn[0]), own=own, other=other)
            if own == HOUSE_STOCK:
                raise self.impossible("spent", side=self.player_name(turn[0]))
            return
        free = EVERYWHERE & ~(built | state[PARKS] | state[TOWERS] | lacking_one(LINES, built))
        if abs(white - yellow) > 1 or (white + yellow < 2 * HOUSE_STOCK and free):
            raise self.impossible("unfinished")
