"""Masterplan's moves as texts: `d4ne`, and with vigilance `d4ne~c3,f6`."""

from __future__ import annotations

import re
from functools import lru_cache

from ludotheque.board import numbers
from ludotheque.games.masterplan import layout
from ludotheque.games.masterplan.board import PLACES, RAYS, on_ray
from ludotheque.rulebook import CACHED, Notation

HOUSE = re.compile(r"(?P<cell>[a-z]+\d+)(?P<place>[ns]?[ew]|[ns])")
FORMS = re.compile(HOUSE.pattern + r"(?:~(?P<forgotten>[a-z0-9,]+))?")


@lru_cache(CACHED)
def forgotten_parks(move: int) -> int:
    """Return the set of parks that a move leaves unmarked (PLN-8)."""
    rays = RAYS[layout.cell_of(move)]
    distances = enumerate(layout.forgotten_distances(move))
    return sum(1 << rays[side][distance - 1] for side, distance in distances if distance)


class MasterplanNotation(Notation):
    def write(self, move: int) -> str:
        forgotten = forgotten_parks(move)
        tail = f"~{self.cell_list(forgotten)}" if forgotten else ""
        return f"{self.name(layout.cell_of(move))}{PLACES[layout.place_of(move)]}{tail}"

    def read(self, text: str) -> int:
        form = FORMS.fullmatch(text)
        if not form:
            raise self.unreadable(text)
        cell = self.cell(form["cell"])
        move = layout.make_move(cell, PLACES.index(form["place"]))
        return move | self._read_forgotten(cell, form["forgotten"]) if form["forgotten"] else move

    def _read_forgotten(self, cell: int, names: str) -> int:
        """Return the part of a move's code that forgets the parks with these names (PLN-8)."""
        parks = self.cell_set(names)
        if not self.options["vigilance"]:
            raise self.refusal("PLN-8", "no_vigilance", parks=self.names(parks))
        code = 0
        taken: dict[int, int] = {}
        for park in numbers(parks):
            way = on_ray(cell, park)
            if not way:
                raise self.refusal("PLN-3", "far", park=self.name(park), cell=self.name(cell))
            side, distance = way
            if side in taken:
                both = self.names(1 << park | 1 << taken[side])
                raise self.refusal("PLN-3", "same_side", parks=both, cell=self.name(cell))
            taken[side] = park
            code |= layout.forgotten(side, distance)
        return code
