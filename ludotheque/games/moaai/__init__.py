"""Moaaï (Guilain Dorsimont, I.G.O.R. 2015): twelve shared stones on a sinking ground, where the last to move loses."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from ludotheque.board import Board, Point, Symmetry, numbers
from ludotheque.clicks import Clicks, Kind, Word
from ludotheque.errors import IllegalMove
from ludotheque.games.moaai.board import BOARDS, COLOURS, SHAPES, TERRAINS, TURNS, nest, tray
from ludotheque.games.moaai.refusals import explain
from ludotheque.rulebook import Option, Piece, Rulebook, State
from ludotheque.texts import Text, join

FORMS = re.compile(r"(?P<piece>[a-z]{2})@(?P<cell>[a-z]+\d+)|(?P<start>[a-z]+\d+)-(?P<end>[a-z]+\d+)")
MOVE = 1 << 12
PIECES = {4 * c + s: colour + shape for c, colour in enumerate(COLOURS) for s, shape in enumerate(SHAPES)}
"""The twelve pieces (MOA-1), by the number that the kernels give them."""
NUMBERS = {name.lower(): number for number, name in PIECES.items()}
ALL = sum(1 << number for number in PIECES)
MOST_TAKEN = 6
"""A moved piece, the two others of its colour and the three others of its shape (MOA-5b)."""


class Moaai(Rulebook):
    id = "moaai"
    offers = (Option("terrain", TERRAINS), Option("players", (2, 3)))
    reasons = ("last",)
    size = 8
    widest_glyph = 2
    thinker = "tree"
    habits: ClassVar[Mapping[str, float]] = {"blind": 1.0, "explore": 1.0}
    fields = ("pieces", "gone")
    minutes = 15
    portrait = "turn=0 pieces=Rr@d2,Rs@c5,Rt@a3,Or@b1,Os@e2,Ot@e1,Gr@d4,Gs@b2,Gt@e3,Br@a1,Bs@c1,Bt@c4 gone=b4,c2,d1,d3"
    kinds: ClassVar[Mapping[str, Kind]] = {"put": Kind(), "move": Kind()}

    def lay_board(self) -> Board:
        return BOARDS[str(self.options["terrain"])]

    @property
    def players(self) -> int:
        return int(self.options["players"])

    @property
    def solvable(self) -> int:
        """The movement and, before it, the last stone or two."""
        return {"hex19": 40, "square5": 62, "hex37": 98}[str(self.options["terrain"])]

    @property
    def most_moves(self) -> int:
        """Twelve pieces to put on any cell (MOA-4); on the move each has at most 8 neighbouring cells (MOA-2)."""
        return 12 * len(self.board.cells)

    @property
    def most_decisions(self) -> int:
        """Twelve pieces are put; then every move takes a cell away, and the last one still stands on a cell (MOA-5)."""
        return 12 + len(self.board.cells) - 1

    @property
    def symmetries(self) -> Sequence[Symmetry]:
        return [Symmetry(cells) for cells in TURNS[str(self.options["terrain"])]]

    def set_up(self) -> tuple[Sequence[int], Sequence[int]]:
        return [0], [(1 << len(self.board.cells)) - 1, ALL, 0, 0, 0, 0, 0]

    def write(self, move: int) -> str:
        end, source = self.name(move & 63), move >> 6 & 63
        return f"{self.name(source)}-{end}" if move & MOVE else f"{PIECES[source]}@{end}"

    def read(self, text: str) -> int:
        form = FORMS.fullmatch(text)
        if not form:
            raise self.unreadable(text)
        if form["start"]:
            return MOVE | self.cell(form["start"]) << 6 | self.cell(form["end"])
        cell = self.cell(form["cell"])
        if form["piece"] not in NUMBERS:
            raise self.refusal("MOA-1", "unknown", piece=form["piece"].capitalize())
        return NUMBERS[form["piece"]] << 6 | cell

    def clicks(self, move: int) -> Clicks:
        end, source = self.name(move & 63), move >> 6 & 63
        return Clicks(f"{self.name(source)} {end}", "move") if move & MOVE else Clicks(f"{PIECES[source]} {end}", "put")

    def words(self) -> Mapping[str, Word]:
        return {name: Word(self.piece_name(number)) for number, name in PIECES.items()}

    def task(self, state: State, player: int) -> Text:
        return self.tell("tasks.put" if state[2] else "tasks.move")

    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        return explain(self, state, player, move)

    def piece_on(self, state: State, cell: int) -> int | None:
        """The number of the piece on a cell."""
        if not state[3] >> cell & 1:
            return None
        low, high, *shape = (plane >> cell & 1 for plane in state[4:8])
        return 8 * high + 4 * low + 2 * shape[1] + shape[0]

    def piece_name(self, piece: int) -> Text:
        """`the red triangle (Rt)`, for sentences."""
        return self.tell(f"pieces.{PIECES[piece]}")

    def name_on(self, state: State, cell: int) -> Text:
        piece = self.piece_on(state, cell)
        assert piece is not None
        return self.piece_name(piece)

    def standing(self, state: State) -> dict[int, int]:
        """The pieces on the terrain and their cells."""
        found = {self.piece_on(state, cell): cell for cell in numbers(state[3])}
        return {piece: found[piece] for piece in PIECES if piece in found}

    def gone(self, state: State) -> int:
        """The cells that were taken off the terrain (MOA-5)."""
        return ~state[1] & (1 << len(self.board.cells)) - 1

    def describe(self, state: State) -> Mapping[str, str]:
        """The pieces with their cells. While no cell is gone the others are in stock, later they have left the game."""
        pieces = [f"{PIECES[piece]}@{self.name(cell)}" for piece, cell in self.standing(state).items()]
        return {"pieces": ",".join(pieces) or "-", "gone": self.cell_list(self.gone(state))}

    def compose(self, told: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        gone = self.cell_set(told["gone"])
        stock, planes = ALL, [0] * 5
        for entry in () if told["pieces"] == "-" else told["pieces"].split(","):
            written, _, place = entry.partition("@")
            piece = NUMBERS.get(written.lower())
            if piece is None or not place:
                raise self.no_position("piece", entry=entry)
            cell = self.cell(place)
            if not stock >> piece & 1:
                raise self.no_position("double", piece=self.piece_name(piece))
            if planes[0] >> cell & 1:
                raise self.no_position("crowded", cell=place)
            if gone >> cell & 1:
                raise self.no_position("gone", cell=place, piece=self.piece_name(piece))
            stock ^= 1 << piece
            for plane, value in enumerate((1, piece >> 2, piece >> 3, piece, piece >> 1)):
                planes[plane] |= (value & 1) << cell
        if stock and not gone:
            self._check_filling(turn, 12 - stock.bit_count())
        else:
            self._check_movement(turn, stock.bit_count(), planes[0], gone)
            stock = 0
        return [(1 << len(self.board.cells)) - 1 ^ gone, stock, *planes]

    def _check_filling(self, turn: tuple[int, ...], placed: int) -> None:
        """Pieces come one by one, and nobody is left out (MOA-3, MOA-4); the end comes later."""
        if not turn:
            raise self.no_position("filling_end")
        if turn != (placed % self.players,):
            raise self.no_position("filling_turn", placed=placed, player=self.player_name(placed % self.players))

    def _check_movement(self, turn: tuple[int, ...], left: int, pieces: int, gone: int) -> None:
        """Each turn that was finished took from two to six pieces away, and each move one cell (MOA-5)."""
        turns = range(-(-left // MOST_TAKEN), min(left // 2, gone.bit_count()) + 1)
        if not turns:
            raise self.no_position("left", left=left, gone=gone.bit_count())
        if turn and turn not in {(number % self.players,) for number in turns}:
            raise self.no_position("turn", left=left, gone=gone.bit_count())
        if not turn and any(self.board.neighbours[cell] & ~pieces & ~gone for cell in numbers(pieces)):
            raise self.no_position("alive")

    def pieces(self, state: State) -> Sequence[Piece]:
        """Water where a cell is gone, stones on the terrain, and the others in the tray: in stock, or out of play."""
        kind = "honeycomb" if "honeycomb" in self.board.zones else "square"
        places, standing = self.board.cells, self.standing(state)
        found = [Piece("tray", *tray(self.board))]
        found += [Piece(f"water-{kind}", places[c].x, places[c].y, c, "~") for c in numbers(self.gone(state))]
        for number, name in PIECES.items():
            if number in standing:
                cell = standing[number]
                found.append(Piece(name, places[cell].x, places[cell].y, cell, name))
            else:
                x, y = self.nests[number]
                found.append(Piece(name, x, y, choice=name) if state[2] else Piece(f"out-{name}", x, y))
        return found

    @cached_property
    def nests(self) -> Mapping[int, Point]:
        """Where each stone lies while it is in the tray."""
        return {number: nest(self.board, number >> 2, number & 3) for number in PIECES}

    def notes(self, state: State) -> Sequence[Text]:
        if state[2]:
            return [self.tell("notes.stock", pieces=join([PIECES[piece] for piece in numbers(state[2])]))]
        pieces, gone = state[3].bit_count(), self.gone(state).bit_count()
        return [self.tell("notes.left", pieces=pieces, gone=gone)]

    def remarks(self, state: State) -> Sequence[Text]:
        return [] if state[2] else self.notes(state)


RULEBOOK = Moaai
