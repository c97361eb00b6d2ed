"""What Moaaï looks like: pieces on the terrain and in the tray, and water where a cell is gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from ludotheque.arrays import WORD, empty, word, words
from ludotheque.board import Point, numbers
from ludotheque.clicks import ClickableMove, Clicks, Kind, Token
from ludotheque.games.moaai import layout
from ludotheque.games.moaai.board import nest, tray
from ludotheque.games.moaai.layout import GROUND, OCCUPIED, PIECES, STOCK
from ludotheque.rulebook import Look, Piece, Rulebook, State, Supply, box
from ludotheque.texts import Text, join


def last_moves(book: Rulebook, state: State, player: int) -> Sequence[int]:
    """Return the legal moves after which no piece can move: they lose (MOA-6)."""
    if state[STOCK]:
        return []
    out = empty(book.rules.max_moves + len(state), WORD)
    found = book.rules.compiled.last_moves(words(state), word(player), out)
    return [int(move) for move in out[:found]]


class MoaaiLook(Look):
    glyph_width = 2
    portrait = "turn=0 pieces=Rr@d2,Rs@c5,Rt@a3,Or@b1,Os@e2,Ot@e1,Gr@d4,Gs@b2,Gt@e3,Br@a1,Bs@c1,Bt@c4 gone=b4,c2,d1,d3"
    kinds: ClassVar[Mapping[str, Kind]] = {
        "put": Kind(),
        "move": Kind(),
        "last_move": Kind(confirm=True, costly=True),
    }

    def pieces(self, state: State) -> Sequence[Piece]:
        """Return water where a cell is gone, pieces on the terrain, and the others in the tray: in stock, or out."""
        places, standing = self.board.cells, layout.standing(state)
        pieces = list(self.fixtures())
        pieces += [Piece(f"water-{self._kind}", places[c].x, places[c].y, c, "~") for c in numbers(self._gone(state))]
        for number, name in PIECES.items():
            if number in standing:
                cell = standing[number]
                pieces.append(Piece(name, places[cell].x, places[cell].y, cell, name))
            else:
                x, y = self._nests[number]
                pieces.append(Piece(name, x, y, token=name) if state[STOCK] else Piece(f"out-{name}", x, y))
        return pieces

    def supplies(self) -> Sequence[Supply]:
        """Return the pieces (MOA-1), and water to lay on the cells that are gone: all but one may go (MOA-5)."""
        cells = self.board.cells
        pieces = Supply("pieces", list(PIECES.values()), 1, box(0.84, 0.84))
        return [pieces, Supply("water", [f"water-{self._kind}"], len(cells) - 1, cells[0].outline)]

    def fixtures(self) -> Sequence[Piece]:
        return [Piece("tray", *tray(self.board))]

    @property
    def _kind(self) -> str:
        """The shape of the cells."""
        return "honeycomb" if "honeycomb" in self.board.zones else "square"

    def clicks(self, move: int) -> Clicks:
        end, source = self.name(layout.end_of(move)), layout.source_of(move)
        if layout.is_move(move):
            return Clicks(f"{self.name(source)} {end}", "move")
        return Clicks(f"{PIECES[source]} {end}", "put")

    def clicks_here(self, state: State, player: int, moves: Sequence[int]) -> Mapping[int, ClickableMove]:
        """Return the moves that lose at once, because no piece can move after them (MOA-6)."""
        lost = last_moves(self.book, state, player)
        return {move: self.clickable[move]._replace(kind="last_move") for move in lost}

    def tokens(self) -> Mapping[str, Token]:
        return {name: Token(self.say(f"pieces.{name}")) for name in PIECES.values()}

    def task(self, state: State, player: int) -> Text:
        return self.say("tasks.put" if state[STOCK] else "tasks.move")

    def notes(self, state: State) -> Sequence[Text]:
        if state[STOCK]:
            return [self.say("notes.stock", pieces=join([PIECES[piece] for piece in numbers(state[STOCK])]))]
        return [self.say("notes.left", pieces=state[OCCUPIED].bit_count(), gone=self._gone(state).bit_count())]

    def remarks(self, state: State) -> Sequence[Text]:
        """Return nothing: the picture shows the pieces that are left and the cells that are gone."""
        return ()

    def _gone(self, state: State) -> int:
        """The cells that were taken off the terrain (MOA-5)."""
        return layout.all_cells(len(self.board.cells)) & ~state[GROUND]

    @cached_property
    def _nests(self) -> Mapping[int, Point]:
        """Where each piece lies while it is in the tray."""
        return {number: nest(self.board, layout.colour_of(number), layout.shape_of(number)) for number in PIECES}
