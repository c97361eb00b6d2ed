"""Masterplan, from the rulings PLN-1 to PLN-8."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar, NamedTuple

from tests.referee.referee import Option, Referee, Result, cell_list, won_by

COLUMNS, ROWS = "abcdefgh", "12345678"
CELLS = [column + row for row in ROWS for column in COLUMNS]  # row by row, as PLN-5 deals them
HOUSES, PARKS, TOWERS = 14, 21, 6  # PLN-1
COMPASS = {
    "n": (0, 1),
    "ne": (1, 1),
    "e": (1, 0),
    "se": (1, -1),
    "s": (0, -1),
    "sw": (-1, -1),
    "w": (-1, 0),
    "nw": (-1, 1),
}


class House(NamedTuple):
    """A house in its cell."""

    owner: int
    where: str  # a direction of the compass (PLN-2)


Houses = Mapping[str, House]


def towards(cell: str, direction: tuple[int, int]) -> str | None:
    """Return the neighbouring cell in a direction, if the board has it."""
    column, row = COLUMNS.index(cell[0]) + direction[0], ROWS.index(cell[1]) + direction[1]
    return COLUMNS[column] + ROWS[row] if 0 <= column < 8 and 0 <= row < 8 else None


NEIGHBOURS = {cell: {where: towards(cell, direction) for where, direction in COMPASS.items()} for cell in CELLS}
LINES = (("n", "s"), ("ne", "sw"), ("e", "w"), ("se", "nw"))
SQUARES = (("n", "ne", "e"), ("e", "se", "s"), ("s", "sw", "w"), ("w", "nw", "n"))


@dataclass(frozen=True)
class State:
    """A position of Masterplan."""

    houses: Houses
    parks: frozenset[str] = frozenset()
    towers: frozenset[str] = frozenset()
    points: tuple[int, int] = (0, 0)
    mover: int = 0
    result: Result | None = None

    def is_empty(self, cell: str) -> bool:
        """Return whether a cell holds neither house, park nor tower."""
        return cell not in self.houses and cell not in self.parks and cell not in self.towers


def run(houses: Houses, cell: str, where: str) -> int:
    """Return how many houses stand in an unbroken row beside a cell in one direction."""
    length, beside = 0, NEIGHBOURS[cell][where]
    while beside is not None and beside in houses:
        length, beside = length + 1, NEIGHBOURS[beside][where]
    return length


def makes_line(houses: Houses, cell: str) -> bool:
    """Return whether one more house would make a line of four or more (PLN-3)."""
    return any(run(houses, cell, one) + 1 + run(houses, cell, other) >= 4 for one, other in LINES)


def makes_square(houses: Houses, cell: str) -> bool:
    """Return whether one more house would complete a square (PLN-4)."""
    return any(all(NEIGHBOURS[cell][where] in houses for where in square) for square in SQUARES)


def deal(due: Iterable[str], left: int) -> frozenset[str]:
    """Return the cells that get a park or a tower; the stock may run out (PLN-5)."""
    return frozenset(sorted(due, key=CELLS.index)[:left])


def new_parks(state: State) -> frozenset[str]:
    """Return the cells that become parks once a house is put down (PLN-3)."""
    due = [cell for cell in CELLS if state.is_empty(cell) and makes_line(state.houses, cell)]
    return deal(due, PARKS - len(state.parks))


def new_towers(state: State) -> frozenset[str]:
    """Return the cells that become towers once the parks are put down (PLN-4)."""
    due = [cell for cell in CELLS if state.is_empty(cell) and makes_square(state.houses, cell)]
    return deal(due, TOWERS - len(state.towers))


def rating(houses: Houses, cell: str) -> tuple[int, int]:
    """Return how many points the houses beside a park give to each player (PLN-6)."""
    points = [0, 0]
    for where, (x, y) in COMPASS.items():
        beside = NEIGHBOURS[cell][where]
        if beside is not None and beside in houses:
            house = houses[beside]
            points[house.owner] += 2 if COMPASS[house.where] == (-x, -y) else 1
    return points[0], points[1]


def add_house(state: State, cell: str, house: House) -> State:
    """Put a house down, without its consequences."""
    return replace(state, houses={**state.houses, cell: house})


@dataclass(frozen=True)
class Masterplan(Referee[State]):
    """The rules of Masterplan."""

    vigilance: bool = False

    OPTIONS: ClassVar[Mapping[str, tuple[Option, ...]]] = {"vigilance": (False, True)}
    REASONS: ClassVar[tuple[str, ...]] = ("points",)

    def start(self) -> State:
        """Begin with an empty board."""
        return State({})

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return the player whose turn it is."""
        return () if state.result else (state.mover,)

    def result(self, state: State) -> Result | None:
        """Return how the game ended."""
        return state.result

    def moves(self, state: State, player: int) -> Iterator[str]:
        """Yield every house that the player may put down (PLN-2), with every list of forgotten parks (PLN-8)."""
        if sum(house.owner == player for house in state.houses.values()) == HOUSES:
            return
        for cell in CELLS:
            if not state.is_empty(cell) or makes_line(state.houses, cell):  # PLN-3, PLN-5
                continue
            parks = new_parks(add_house(state, cell, House(player, "n"))) if self.vigilance else frozenset()
            for where in COMPASS:
                for count in range(len(parks) + 1):
                    for forgotten in combinations(sorted(parks), count):
                        yield cell + where + ("~" + ",".join(forgotten) if forgotten else "")

    def after(self, state: State, player: int, text: str) -> State:
        """Put a house down, then the parks, then the towers. Score the parks, then look for the end of the game."""
        built, _, forgotten = text.partition("~")
        state = add_house(state, built[:2], House(player, built[2:]))
        parks = new_parks(state)
        state = replace(state, parks=state.parks | parks)
        state = replace(state, towers=state.towers | new_towers(state))
        points = list(state.points)
        for park in parks.difference(cell_list(forgotten)):  # PLN-6, PLN-8
            for owner, gain in enumerate(rating(state.houses, park)):
                points[owner] += gain
        state = replace(state, points=(points[0], points[1]), mover=1 - player)
        return replace(state, result=self.end(state))

    def end(self, state: State) -> Result | None:
        """Return the result when the player to move cannot build (PLN-7)."""
        if next(self.moves(state, state.mover), None) is not None:
            return None
        points = list(state.points)
        for tower in state.towers:
            white, yellow = rating(state.houses, tower)
            if white != yellow:
                points[0 if white > yellow else 1] += 2
        white, yellow = points
        returns = (0, 0) if white == yellow else won_by(0 if white > yellow else 1)
        return Result(returns, "points", (white, yellow))
