"""Masterplan (Bernhard Lach and Uwe Rapp, Chili Spiele): houses that look towards the parks to come."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import ClassVar

from ludotheque.board import Board, Point, Symmetry, numbers
from ludotheque.clicks import QUIET, Choice, Clicks, Kind, Word
from ludotheque.errors import IllegalMove
from ludotheque.games.masterplan.board import (
    BOARD,
    HOUSES,
    PARKS,
    PLACES,
    RAYS,
    STEPS,
    SYMMETRIES,
    TOWERS,
    on_ray,
    rim,
)
from ludotheque.games.masterplan.positions import check
from ludotheque.games.masterplan.refusals import explain
from ludotheque.rulebook import REMEMBERED, Flight, Option, Piece, Rulebook, State
from ludotheque.texts import Text

SIDES = ("white", "yellow")
_HOUSE = r"(?P<cell>[a-z]+\d+)(?P<place>[ns]?[ew]|[ns])"
HOUSE = re.compile(_HOUSE)
FORMS = re.compile(_HOUSE + r"(?:~(?P<forgotten>[a-z0-9,]+))?")
ARROWS = "↑↗→↘↓↙←↖"

SPOT = 0.3
"""How far from the middle of a plot the spots lie that are clicked to say where in it the house stands."""
RISE = 0.45
"""How far points float up from where they are won."""


@lru_cache(REMEMBERED)
def forgotten_parks(move: int) -> int:
    """The parks that a decision leaves unmarked."""
    rays, found = RAYS[move & 63], 0
    for side in range(8):
        far = move >> (9 + 2 * side) & 3
        found |= 1 << rays[side][far - 1] if far else 0
    return found


@lru_cache(REMEMBERED)
def _house(cell: int, player: int, place: int, letter: str) -> Piece:
    """A house where it stands in its plot."""
    (dx, dy), home = STEPS[place], BOARD.cells[cell]
    reach = 0.178 if dx and dy else 0.23
    x, y, glyph, turned = home.x + reach * dx, home.y + reach * dy, letter + ARROWS[place], letter + ARROWS[place - 4]
    return Piece(f"{SIDES[player]}-{PLACES[place]}", x, y, cell, glyph=glyph, turned=turned)


def _floating(side: int, place: Point, points: int) -> Flight:
    """Points that rise from where they are won."""
    return Flight(f"won-{SIDES[side]}", place, (place[0], place[1] + RISE), f"+{points}")


class Masterplan(Rulebook):
    id = "masterplan"
    offers = (Option("vigilance", (False, True)),)
    reasons = ("points",)
    size = 9
    widest_glyph = 2
    thinker = "tree"
    fields = (*SIDES, "parks", "towers", "white_points", "yellow_points")
    minutes = 25
    portrait = (
        "turn=0 white=c3se,d6ne,e1nw,e2ne,e4sw,g2s,g3ne,g4e,g6sw,h1n "
        "yellow=b4sw,b6s,b7w,c5e,c7nw,d7se,e5w,f5e,f7w,h5w "
        "parks=a3,a7,b5,b8,d2,d3,d5,e3,e6,e7,e8,f3,g1,g5,h7 towers=c6,f4 "
        "white_points=23 yellow_points=29"
    )
    kinds: ClassVar[Mapping[str, Kind]] = {"build": Kind(), "mark": Kind(asks=True)}

    def lay_board(self) -> Board:
        return BOARD

    @property
    def most_moves(self) -> int:
        """64 cells with 8 places each (PLN-2); with vigilance, as many times 2^p as the house on a cell brings p parks.

        The parks lie on the four axes of the cell, and a mean of four numbers is at least the fourth root of their
        product: 2^p is at most the mean, over the axes, of 16^(parks on that axis). Summed over the cells of one line
        of n plots, however filled, 16^(parks on that line) is at most 1, 2, 3, 32, 288, 544, 545, 546 for n = 1 to 8
        (lines of eight: `..HH....`). There are 8 rows and 8 columns of 8, and two sets of diagonals with one line of 8
        and two of each shorter length: 8 × (2 × 8 × 546 + 2 × (546 + 2 × 1415)) / 4 = 30,976.
        """
        return 30_976 if self.options["vigilance"] else 512

    @property
    def most_letters(self) -> int:
        """A cell and a place in it (PLN-2); with vigilance a forgotten park on each of the eight sides."""
        return 2 + 8 * bool(self.options["vigilance"])

    @property
    def most_decisions(self) -> int:
        """Every turn takes one of the 28 houses (PLN-1, PLN-2)."""
        return 2 * HOUSES

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        return SYMMETRIES

    def set_up(self) -> tuple[Sequence[int], Sequence[int]]:
        return [0], [0] * 8

    def write(self, move: int) -> str:
        cell, place = move & 63, move >> 6 & 7
        forgotten = forgotten_parks(move)
        tail = f"~{self.cell_list(forgotten)}" if forgotten else ""
        return f"{self.name(cell)}{PLACES[place]}{tail}"

    def read(self, text: str) -> int:
        form = FORMS.fullmatch(text)
        if not form:
            raise self.unreadable(text)
        cell = self.cell(form["cell"])
        move = cell | PLACES.index(form["place"]) << 6
        if not form["forgotten"]:
            return move
        forgotten = self.cell_set(form["forgotten"])
        if not self.options["vigilance"]:
            raise self.refusal("PLN-6", "no_vigilance", parks=self.names_of(forgotten))
        taken: dict[int, int] = {}
        for park in numbers(forgotten):
            way = on_ray(cell, park)
            if not way:
                raise self.refusal("PLN-3", "far", park=self.name(park), cell=self.name(cell))
            side, far = way
            if side in taken:
                both = self.names_of(1 << park | 1 << taken[side])
                raise self.refusal("PLN-3", "same_side", parks=both, cell=self.name(cell))
            taken[side] = park
            move |= far << (9 + 2 * side)
        return move

    def clicks(self, move: int) -> Clicks:
        return Clicks(f"{self.name(move & 63)} {PLACES[move >> 6 & 7]}", "build")

    def clicks_here(self, state: State, player: int, moves: Sequence[int]) -> Mapping[int, Choice]:
        """With vigilance the player also clicks the parks that he announces, or says that he sees none.

        That he may announce some is not told: a house that brings no park asks for them like any other.
        Every set of the parks that a house brings may be forgotten, so that all of them together are what it brings.
        """
        if not self.options["vigilance"]:
            return {}
        brought = [0] * 64
        for move in moves:
            brought[move & 63] |= forgotten_parks(move)
        return {move: self._marked(move, brought[move & 63]) for move in moves}

    def _marked(self, move: int, brought: int) -> Choice:
        """The choice with the announced parks to click."""
        house = self.choice[move]
        announced = self.any_order(brought & ~forgotten_parks(move))
        return house._replace(path=f"{house.path} {QUIET}{announced}", kind="mark")

    def words(self) -> Mapping[str, Word]:
        return {
            place: Word(self.tell(f"places.{place}"), (SPOT * dx, SPOT * dy))
            for place, (dx, dy) in zip(PLACES, STEPS, strict=True)
        }

    def task(self, state: State, player: int) -> Text:
        return self.tell("tasks.mark" if self.options["vigilance"] else "tasks.build")

    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        return explain(self, state, move)

    def place_of(self, state: State, cell: int) -> int:
        """Where the house on a cell stands in it, a number of `PLACES`."""
        return state[3] >> cell & 1 | (state[4] >> cell & 1) << 1 | (state[5] >> cell & 1) << 2

    def points(self, state: State) -> tuple[int, ...]:
        return state[8] & 0xFFFF_FFFF, state[8] >> 32

    def describe(self, state: State) -> Mapping[str, str]:
        """Each house as it was written when it was built: `d4ne`."""
        told = {
            side: ",".join(
                name + PLACES[self.place_of(state, self.cell(name))] for name in BOARD.names(state[1 + player])
            )
            or "-"
            for player, side in enumerate(SIDES)
        }
        told |= {"parks": self.cell_list(state[6]), "towers": self.cell_list(state[7])}
        return told | {f"{side}_points": str(points) for side, points in zip(SIDES, self.points(state), strict=True)}

    def compose(self, told: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        words = [0] * 8
        for player, side in enumerate(SIDES):
            for entry in [] if told[side] == "-" else told[side].split(","):
                form = HOUSE.fullmatch(entry)
                if not form:
                    raise self.no_position("house", entry=entry)
                cell, place = self.cell(form["cell"]), PLACES.index(form["place"])
                if (words[0] | words[1]) >> cell & 1:
                    raise self.no_position("twice", cell=form["cell"])
                words[player] |= 1 << cell
                for k in range(3):
                    words[2 + k] |= (place >> k & 1) << cell
            # No park is worth more than its eight neighbours, all exact, and towers give two (PLN-6, PLN-7).
            points = self.whole_number(f"{side}_points", told[f"{side}_points"], 0, PARKS * 16 + TOWERS * 2)
            words[7] |= points << (32 * player)
        words[5], words[6] = self.cell_set(told["parks"]), self.cell_set(told["towers"])
        check(self, (words[0], words[1]), words[5], words[6], turn)
        return words

    def pieces(self, state: State) -> Sequence[Piece]:
        """Parks, towers, houses where they stand in their plots, and the two figures on the rim."""
        found, letters = [Piece("start", *rim(0, 0))], (self.letter(0), self.letter(1))
        for word, symbol, glyph in ((6, "park", "♣"), (7, "tower", "#")):
            found += [Piece(symbol, BOARD.cells[c].x, BOARD.cells[c].y, c, glyph) for c in numbers(state[word])]
        for cell in reversed(list(numbers(state[1] | state[2]))):
            player = state[2] >> cell & 1
            found.append(_house(cell, player, self.place_of(state, cell), letters[player]))
        for lane, side, points in zip((0.19, -0.17), SIDES, self.points(state), strict=True):
            found.append(Piece(f"figure-{side}", *rim(points, lane), words=str(points)))
        return found

    def flights(self, before: State, after: State, shown: Sequence[tuple[int, int]]) -> Sequence[Flight]:
        """Points float up: from the houses beside new parks (PLN-6), at the end from the towers (PLN-7)."""
        if not shown:
            return []
        announced = after[6] & ~before[6]
        for _, move in shown:
            announced &= ~forgotten_parks(move)
        worth = partial(self._worth, after)
        found = []
        for house in numbers(after[1] | after[2]):
            if points := sum(worth(house, park) for park in numbers(announced)):
                side, place = after[2] >> house & 1, self.place_of(after, house)
                found.append(_floating(side, _house(house, side, place, "")[1:3], points))
        for tower in numbers(after[7]) if self.ending(after) else ():
            white, yellow = (sum(worth(house, tower) for house in numbers(after[1 + side])) for side in (0, 1))
            if white != yellow:
                found.append(_floating(int(yellow > white), BOARD.cells[tower].place, 2))
        return found

    def _worth(self, state: State, house: int, park: int) -> int:
        """What a house scores for a park: nothing unless it is beside it, two points if it stands right towards it."""
        side, far = on_ray(house, park) or (0, 0)
        return 0 if far != 1 else 1 + (self.place_of(state, house) == side)

    def notes(self, state: State) -> Sequence[Text]:
        """Points and houses of both sides, and the stock."""
        sides = [
            self.tell(
                "notes.side",
                side=self.player_name(player),
                points=points,
                houses=HOUSES - state[1 + player].bit_count(),
            )
            for player, points in enumerate(self.points(state))
        ]
        return [*sides, self._stock(state)]

    def remarks(self, state: State) -> Sequence[Text]:
        houses = [HOUSES - state[1 + player].bit_count() for player in (0, 1)]
        sides = [
            self.tell("remarks.houses", side=self.player_name(side), houses=left) for side, left in enumerate(houses)
        ]
        return [*sides, self._stock(state)]

    def _stock(self, state: State) -> Text:
        parks, towers = PARKS - state[6].bit_count(), TOWERS - state[7].bit_count()
        return self.tell("notes.stock", parks=parks, towers=towers)


RULEBOOK = Masterplan
