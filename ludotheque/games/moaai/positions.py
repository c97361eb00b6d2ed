"""Moaaï's positions as texts: `pieces=Rt@c3,… gone=a1,a2`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotheque.board import numbers
from ludotheque.games.moaai import layout
from ludotheque.games.moaai.layout import ALL_PIECES, GROUND, MAX_TAKEN, MIN_TAKEN, PIECE_NUMBERS, PIECES
from ludotheque.rulebook import Positions, State


class MoaaiPositions(Positions):
    fields = ("pieces", "gone")

    def write(self, state: State) -> Mapping[str, str]:
        """Return the pieces with their cells. While no cell is gone, the others are in stock; later they are out."""
        pieces = [f"{PIECES[piece]}@{self.name(cell)}" for piece, cell in layout.standing(state).items()]
        return {"pieces": ",".join(pieces) or "-", "gone": self.cell_list(self._all & ~state[GROUND])}

    def read(self, fields: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        gone = self.cell_set(fields["gone"])
        cells = self._read_pieces(fields["pieces"], gone)
        stock = ALL_PIECES & ~sum(1 << piece for piece in cells)
        if stock and not gone:
            self._check_filling(turn, len(cells))
        else:
            self._check_movement(turn, stock.bit_count(), sum(1 << cell for cell in cells.values()), gone)
            stock = 0
        return layout.make_words(self._all & ~gone, stock, cells)

    @property
    def _all(self) -> int:
        return layout.all_cells(len(self.board.cells))

    def _read_pieces(self, text: str, gone: int) -> Mapping[int, int]:
        """Read the pieces on the terrain, with their cells."""
        cells: dict[int, int] = {}
        for entry in () if text == "-" else text.split(","):
            letters, _, name = entry.partition("@")
            piece = PIECE_NUMBERS.get(letters.lower())
            if piece is None or not name:
                raise self.impossible("piece", entry=entry)
            cell = self.cell(name)
            if piece in cells:
                raise self.impossible("double", piece=self.say(f"pieces.{PIECES[piece]}"))
            if cell in cells.values():
                raise self.impossible("crowded", cell=name)
            if gone >> cell & 1:
                raise self.impossible("gone", cell=name, piece=self.say(f"pieces.{PIECES[piece]}"))
            cells[piece] = cell
        return cells

    def _check_filling(self, turn: tuple[int, ...], placed: int) -> None:
        """The players place pieces in turn (MOA-3, MOA-4), and the end comes later."""
        if not turn:
            raise self.impossible("filling_end")
        player = placed % self.book.rules.players
        if turn != (player,):
            raise self.impossible("filling_turn", placed=placed, player=self.player_name(player))

    def _check_movement(self, turn: tuple[int, ...], left: int, pieces: int, gone: int) -> None:
        """Each finished turn took some pieces away, and each move one cell (MOA-5)."""
        turns = range(-(-left // MAX_TAKEN), min(left // MIN_TAKEN, gone.bit_count()) + 1)
        if not turns:
            raise self.impossible("left", left=left, gone=gone.bit_count())
        if turn and turn not in {(number % self.book.rules.players,) for number in turns}:
            raise self.impossible("turn", left=left, gone=gone.bit_count())
        if not turn and any(self.board.neighbours[cell] & ~pieces & ~gone for cell in numbers(pieces)):
            raise self.impossible("alive")
