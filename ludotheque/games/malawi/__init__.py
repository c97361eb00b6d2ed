"""Malawi (Gerhard Kodys, Piatnik 1986): pawns as strong as the rings they carry."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from ludotheque.board import Board, Symmetry, numbers
from ludotheque.clicks import Clicks, Kind
from ludotheque.errors import IllegalMove
from ludotheque.games.malawi.board import BOARD, FIRST_ROWS, SYMMETRIES
from ludotheque.games.malawi.refusals import explain
from ludotheque.rulebook import REMEMBERED, Flight, Option, Piece, Rulebook, State
from ludotheque.texts import Text

SHARE = 2
"""The kind of a decision that distributes; moves and strikes are 0 and 1, the places of their signs."""
FORMS = re.compile(r"(?P<cell>[a-z]+\d+)(?:(?P<sign>[-x])(?P<end>[a-z]+\d+)|>(?P<receivers>[a-z0-9,]+))")
PAWN = re.compile(r"(?P<cell>[a-z]+\d+)\*(?P<rings>[0-9]{1,2})", re.IGNORECASE)
SIDES = ("white", "black")


@lru_cache(REMEMBERED)
def _pawn(cell: int, player: int, rings: int, letter: str) -> Sequence[Piece]:
    """A pawn, and over it the stack of its rings with their number."""
    place = BOARD.cells[cell]
    pawn = Piece(SIDES[player], place.x, place.y, cell, glyph=f"{letter}{rings}")
    return [pawn, Piece(f"rings-{rings}", place.x, place.y, cell)] if rings else [pawn]


class Malawi(Rulebook):
    id = "malawi"
    offers = (Option("diagonals", (True, False)),)
    reasons = ("rings", "breakthrough", "quiet")
    size = 8
    widest_glyph = 2
    fields = ("white", "black", "quiet")
    minutes = 20
    portrait = "turn=0 white=a1*2,b3*1,c2*3,d4*2,e1*1,f2*2 black=a6*1,b5*2,c6*2,d6*3,e4*1,f5*2 quiet=3"
    kinds: ClassVar[Mapping[str, Kind]] = {"move": Kind(), "strike": Kind(takes=True), "share": Kind()}

    def lay_board(self) -> Board:
        return BOARD

    @property
    def most_moves(self) -> int:
        """Six pawns with 8 straight ways and at most 10 ways to share each (MAL-2, MAL-3)."""
        return 6 * (8 + 10)

    @property
    def most_letters(self) -> int:
        """A pawn and the five others, who receive its rings (MAL-3)."""
        return 1 + 5

    @property
    def most_decisions(self) -> int:
        """24 rings can leave the game, each after at most 59 quiet turns; then at most 60 more (MAL-5d)."""
        return 24 * 60 + 60

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        return SYMMETRIES

    def set_up(self) -> tuple[Sequence[int], Sequence[int]]:
        white, black = FIRST_ROWS
        return [0], [white, black, 0, white | black, 0, 0, 0]

    def write(self, move: int) -> str:
        cell = self.name(move >> 2 & 63)
        if move & 3 == SHARE:
            return f"{cell}>{self.cell_list(move >> 8)}"
        return f"{cell}{'-x'[move & 3]}{self.name(move >> 8 & 63)}"

    def read(self, text: str) -> int:
        form = FORMS.fullmatch(text)
        if not form:
            raise self.unreadable(text)
        cell = self.cell(form["cell"])
        if form["receivers"]:
            return SHARE | cell << 2 | self.cell_set(form["receivers"]) << 8
        return "-x".index(form["sign"]) | cell << 2 | self.cell(form["end"]) << 8

    def clicks(self, move: int) -> Clicks:
        cell = self.name(move >> 2 & 63)
        if move & 3 == SHARE:
            return Clicks(f"{cell} {self.any_order(move >> 8)}", "share")
        return Clicks(f"{cell} {self.name(move >> 8 & 63)}", ("move", "strike")[move & 3])

    def task(self, state: State, player: int) -> Text:
        return self.tell("tasks.pawn")

    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        return explain(self, state, player, move)

    def rings_on(self, state: State, cell: int) -> int:
        low, high = (
            state[3] >> cell & 1 | (state[4] >> cell & 1) << 1,
            state[5] >> cell & 1 | (state[6] >> cell & 1) << 1,
        )
        return low | high << 2

    def describe(self, state: State) -> Mapping[str, str]:
        """Each pawn as its cell and its rings: `a1*2`."""
        told = {
            side: ",".join(f"{name}*{self.rings_on(state, self.cell(name))}" for name in BOARD.names(state[1 + player]))
            for player, side in enumerate(SIDES)
        }
        return {**told, "quiet": str(state[7])}

    def compose(self, told: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        words = [0] * 7
        for player, side in enumerate(SIDES):
            rings = 0
            for entry in told[side].split(","):
                pawn = PAWN.fullmatch(entry)
                if not pawn:
                    raise self.no_position("pawn", entry=entry)
                cell, number = self.cell(pawn["cell"]), int(pawn["rings"])
                if (words[0] | words[1]) >> cell & 1:
                    raise self.no_position("twice", cell=self.name(cell))
                words[player] |= 1 << cell
                rings += number
                for k in range(4):
                    words[2 + k] |= (number >> k & 1) << cell
            if words[player].bit_count() != 6 or rings > 12:
                raise self.no_position("side", side=self.player_name(player))
        self._check_turn(words, turn)
        # The sixtieth quiet turn ends the game (MAL-5d).
        words[6] = self.whole_number("quiet", told["quiet"], 0, 59 if turn else 60)
        return words

    def _check_turn(self, words: Sequence[int], turn: tuple[int, ...]) -> None:
        """One player moves at a time, and only while MAL-5a and MAL-5c let the game go on."""
        if len(turn) > 1:
            raise self.no_position("both")
        ringed = words[2] | words[3] | words[4] | words[5]
        for player in turn:
            if not words[1 - player] & ringed:
                raise self.no_position("rings", side=self.player_name(1 - player))
            if words[player] & ringed & FIRST_ROWS[1 - player]:
                raise self.no_position("late", side=self.player_name(player))

    def notes(self, state: State) -> Sequence[Text]:
        return [self.tell("notes.quiet", turns=state[7])] if state[7] else []

    def flights(self, before: State, after: State, shown: Sequence[tuple[int, int]]) -> Sequence[Flight]:
        """The rings of a pawn that distributes: one to each receiver (MAL-3)."""
        return [
            Flight("ring", BOARD.cells[move >> 2 & 63].place, BOARD.cells[receiver].place)
            for _, move in shown
            if move & 3 == SHARE
            for receiver in numbers(move >> 8)
        ]

    def pieces(self, state: State) -> Sequence[Piece]:
        """The pawns with their rings."""
        found: list[Piece] = []
        letters = self.letter(0), self.letter(1)
        for cell in numbers(state[1] | state[2]):
            player = state[2] >> cell & 1
            found += _pawn(cell, player, self.rings_on(state, cell), letters[player])
        return found


RULEBOOK = Malawi
