"""What Masterplan looks like: houses in their places, parks, towers, and points that float up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, NamedTuple

from ludotheque.arrays import word, words
from ludotheque.board import Point, numbers
from ludotheque.clicks import QUIET, ClickableMove, Clicks, Kind, Token
from ludotheque.games.masterplan import layout
from ludotheque.games.masterplan.board import BOARD, PLACES, RIM_STEPS, SIDES, STEPS, rim, rim_places
from ludotheque.games.masterplan.layout import HOUSE_STOCK, PARK_STOCK, PARKS, POINTS, TOWER_STOCK, TOWERS
from ludotheque.games.masterplan.notation import forgotten_parks
from ludotheque.rulebook import CACHED, Look, Motion, Piece, Preview, Rulebook, State, Supply, box
from ludotheque.texts import Text

ARROWS = "↑↗→↘↓↙←↖"

SPOT = 0.3
"""How far from the middle of a cell the spots lie that are clicked to place the house."""
RISE = 0.45
"""How far points float up from where they are won."""
TRACK = (Piece("start", *rim(0)), *(Piece("tick", *rim(step), label=str(step)) for step in range(5, RIM_STEPS, 5)))
"""Where the figures begin, and every fifth step of the rim."""
FEW, FEW_TOWERS = 5, 2
"""A remark tells when no more houses or parks than this are left, and no more towers."""


class Won(NamedTuple):
    """The points that White and Yellow won in a turn: for new parks (PLN-6), and at the end for towers (PLN-7)."""

    parks: tuple[int, int]
    towers: tuple[int, int]


def tower_points(book: Rulebook, state: State, tower: int) -> tuple[int, int]:
    """Return what a tower gives to White and Yellow at the end (PLN-7)."""
    return layout.split_points(int(book.rules.compiled.tower_gain(words(state), word(tower))))


def points_won(book: Rulebook, before: State, after: State) -> Won:
    """Return what the moves between two states won. What no tower gave, parks did."""
    towers = after[TOWERS] if book.rules.ending(after) else 0
    gains = [tower_points(book, after, tower) for tower in numbers(towers)]
    white, yellow = sum(gain[0] for gain in gains), sum(gain[1] for gain in gains)
    had, has = layout.split_points(before[POINTS]), layout.split_points(after[POINTS])
    return Won((has[0] - had[0] - white, has[1] - had[1] - yellow), (white, yellow))


_PARKS = [Piece("park", cell.x, cell.y, number, "♣") for number, cell in enumerate(BOARD.cells)]
_TOWERS = [Piece("tower", cell.x, cell.y, number, "#") for number, cell in enumerate(BOARD.cells)]


@lru_cache(CACHED)
def _house(cell: int, player: int, place: int, initial: str) -> Piece:
    """A house where it stands in its cell."""
    (dx, dy), home = STEPS[place], BOARD.cells[cell]
    reach = 0.178 if dx and dy else 0.23
    x, y = home.x + reach * dx, home.y + reach * dy
    glyph, turned = initial + ARROWS[place], initial + ARROWS[place - 4]
    return Piece(f"{SIDES[player]}-{PLACES[place]}", x, y, cell, glyph=glyph, turned=turned)


def _floating(player: int, place: Point, points: int) -> Motion:
    """Points that rise from where they are won."""
    return Motion(f"won-{SIDES[player]}", place, (place[0], place[1] + RISE), f"+{points}")


class MasterplanLook(Look):
    emblems = tuple(f"figure-{side}" for side in SIDES)
    glyph_width = 2
    previews = True
    portrait = (
        "turn=0 white=c3se,d6ne,e1nw,e2ne,e4sw,g2s,g3ne,g4e,g6sw,h1n "
        "yellow=b4sw,b6s,b7w,c5e,c7nw,d7se,e5w,f5e,f7w,h5w "
        "parks=a3,a7,b5,b8,d2,d3,d5,e3,e6,e7,e8,f3,g1,g5,h7 towers=c6,f4 "
        "white_points=23 yellow_points=29"
    )
    kinds: ClassVar[Mapping[str, Kind]] = {"build": Kind(), "mark": Kind(confirm=True)}

    def pieces(self, state: State) -> Sequence[Piece]:
        """Return parks, towers, houses where they stand in their cells, and the two figures on the rim."""
        pieces, initials = list(TRACK), (self.initial(0), self.initial(1))
        for cells, standing in ((state[PARKS], _PARKS), (state[TOWERS], _TOWERS)):
            pieces += [standing[cell] for cell in numbers(cells)]
        for cell in reversed(list(numbers(layout.all_houses(state)))):
            player = layout.houses(state, 1) >> cell & 1
            pieces.append(_house(cell, player, layout.place_in(state, cell), initials[player]))
        both = layout.split_points(state[POINTS])
        for side, points, place in zip(SIDES, both, rim_places(*both), strict=True):
            pieces.append(Piece(f"figure-{side}", *place, label=str(points)))
        return pieces

    def supplies(self) -> Sequence[Supply]:
        """Return houses, parks and towers (PLN-1), and the figures that count the points (PLN-6)."""
        houses = [Supply(side, [f"{side}-n"], HOUSE_STOCK, box(0.48, 0.54)) for side in SIDES]
        return [
            *houses,
            Supply("parks", ["park"], PARK_STOCK, box(0.96, 0.96)),
            Supply("towers", ["tower"], TOWER_STOCK, box(0.96, 0.96)),
            Supply("figures", self.emblems, 1, box(0.9, 0.9)),
        ]

    def fixtures(self) -> Sequence[Piece]:
        return TRACK

    def clicks(self, move: int) -> Clicks:
        return Clicks(f"{self.name(layout.cell_of(move))} {PLACES[layout.place_of(move)]}", "build")

    def clicks_here(self, state: State, player: int, moves: Sequence[int]) -> Mapping[int, ClickableMove]:
        """Return the moves with the parks to announce, under vigilance (PLN-8).

        A house that brings no park asks for them like any other, so that the page gives nothing away. Every set of the
        parks that a house brings may be forgotten, so all of them together are what it brings.
        """
        if not self.options["vigilance"]:
            return {}
        brought = [0] * len(BOARD.cells)
        for move in moves:
            brought[layout.cell_of(move)] |= forgotten_parks(move)
        return {move: self._marked(move, brought[layout.cell_of(move)]) for move in moves}

    def _marked(self, move: int, brought: int) -> ClickableMove:
        """The move with the announced parks to click."""
        house = self.clickable[move]
        announced = self.any_order(brought & ~forgotten_parks(move))
        return house._replace(path=f"{house.path} {QUIET}{announced}", kind="mark")

    def tokens(self) -> Mapping[str, Token]:
        return {
            place: Token(self.say(f"places.{place}"), (SPOT * dx, SPOT * dy))
            for place, (dx, dy) in zip(PLACES, STEPS, strict=True)
        }

    def task(self, state: State, player: int) -> Text:
        return self.say("tasks.mark" if self.options["vigilance"] else "tasks.build")

    def motions(self, before: State, after: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Motion]:
        """Return points that float up: from the houses beside new parks (PLN-6), at the end from the towers (PLN-7)."""
        if not revealed:
            return []
        parks = after[PARKS] & ~before[PARKS]
        for _, move in revealed:
            parks &= ~forgotten_parks(move)
        towers = after[TOWERS] if self.book.rules.ending(after) else 0
        return [*self._house_motions(after, parks), *self._tower_motions(after, towers)]

    def _house_motions(self, state: State, parks: int) -> Sequence[Motion]:
        """The points that each house scores for these parks."""
        motions = []
        for house in numbers(layout.all_houses(state) if parks else 0):
            if points := int(self.book.rules.compiled.house_gain(words(state), word(house), word(parks))):
                player = layout.houses(state, 1) >> house & 1
                piece = _house(house, player, layout.place_in(state, house), "")
                motions.append(_floating(player, (piece.x, piece.y), points))
        return motions

    def _tower_motions(self, state: State, towers: int) -> Sequence[Motion]:
        """The points that these towers give."""
        motions = []
        for tower in numbers(towers):
            gains = tower_points(self.book, state, tower)
            place = BOARD.cells[tower].place
            motions += [_floating(player, place, points) for player, points in enumerate(gains) if points]
        return motions

    def preview(self, state: State, player: int, move: int) -> Preview:
        """Return the house, the parks and the towers that it would bring, and the points for both sides.

        Under vigilance only the house is shown, because the player must find the parks (PLN-8).
        """
        new, after = 1 << layout.cell_of(move), self.book.rules.after(state, player, move)
        vigilance = self.options["vigilance"]
        if not vigilance:
            new |= (after[PARKS] | after[TOWERS]) & ~(state[PARKS] | state[TOWERS])
        pieces = [piece for piece in self.pieces(after) if piece.cell is not None and new >> piece.cell & 1]
        return Preview(pieces, None if vigilance else self._forecast(state, player, after))

    def _forecast(self, before: State, player: int, after: State) -> Text:
        """The parks with their points, the towers and the end, in a few short sentences."""
        parks, towers = after[PARKS] & ~before[PARKS], after[TOWERS] & ~before[TOWERS]
        won = points_won(self.book, before, after).parks
        told = [self.say("previews.none")]
        if parks:
            points = {"own": won[player], "other": won[1 - player]}
            told = [self.say("previews.parks", count=parks.bit_count(), cells=self.names(parks), **points)]
        if towers:
            told.append(self.say("previews.towers", count=towers.bit_count(), cells=self.names(towers)))
        if self.book.rules.ending(after):
            final = layout.split_points(after[POINTS])
            told.append(self.say("previews.end", own=final[player], other=final[1 - player]))
        return Text.each(lambda code: " ".join(text.to(code) for text in told))

    def notes(self, state: State) -> Sequence[Text]:
        """Return the points and the houses left of both sides, and the stock."""
        sides = [
            self.say(
                "notes.side", side=self.player_name(player), points=points, houses=self._houses_left(state, player)
            )
            for player, points in enumerate(layout.split_points(state[POINTS]))
        ]
        parks, towers = PARK_STOCK - state[PARKS].bit_count(), TOWER_STOCK - state[TOWERS].bit_count()
        return [*sides, self.say("notes.stock", parks=parks, towers=towers)]

    def remarks(self, state: State) -> Sequence[Text]:
        """Return what runs out while the game goes on: few houses, few parks, few towers."""
        if self.book.rules.ending(state):
            return ()
        houses = [self._houses_left(state, player) for player in range(len(SIDES))]
        parks, towers = PARK_STOCK - state[PARKS].bit_count(), TOWER_STOCK - state[TOWERS].bit_count()
        remarks = []
        if min(houses) <= FEW:
            names = {"first": self.player_name(0), "second": self.player_name(1)}
            remarks.append(self.say("remarks.houses", white=houses[0], yellow=houses[1], **names))
        if parks <= FEW:
            remarks.append(self.say("remarks.parks", parks=parks) if parks else self.say("remarks.no_park"))
        if towers <= FEW_TOWERS:
            remarks.append(self.say("remarks.towers", towers=towers) if towers else self.say("remarks.no_tower"))
        return remarks

    def _houses_left(self, state: State, player: int) -> int:
        return HOUSE_STOCK - layout.houses(state, player).bit_count()
