"""What is said while Moaaï is played: which piece went where, what left the game, which moves lose at once."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.arrays import WORD, empty, word, words
from ludotheque.board import numbers
from ludotheque.games.moaai import layout
from ludotheque.games.moaai.layout import OCCUPIED, STOCK
from ludotheque.games.moaai.look import last_moves
from ludotheque.games.moaai.notation import PieceNames
from ludotheque.rulebook import Danger, Narration, State
from ludotheque.texts import Text, join

FEW = 3
"""A danger names at most this many pieces that can still move without losing."""


class MoaaiNarration(PieceNames, Narration):
    def move(self, before: State, player: int, move: int) -> Text:
        end, source = self.name(layout.end_of(move)), layout.source_of(move)
        if not layout.is_move(move):
            return self.say("narration.put", piece=self.piece_name(source), end=end)
        return self.say("narration.move", piece=self.name_on(before, source), start=self.name(source), end=end)

    def events(self, before: State, after: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Text]:
        """Return which pieces left the game, that the same player goes on, or that the movement begins."""
        told = [event for _, move in revealed if (event := self._event(before, after, move))]
        if before[STOCK] and not after[STOCK]:
            told.append(self.say("narration.filled", side=self.player_name(0)))
        return told

    def _event(self, before: State, after: State, move: int) -> Text | None:
        """What one piece that moved did there (MOA-5)."""
        if not layout.is_move(move):
            return None
        start = layout.source_of(move)
        partners = before[OCCUPIED] & ~after[OCCUPIED] & ~(1 << start)
        if partners:
            others = join([self.name_on(before, cell) for cell in numbers(partners)])
            return self.say("narration.leaves", piece=_capital(self.name_on(before, start)), others=others)
        return None if self.book.rules.ending(after) else self.say("narration.again")

    def dangers(self, state: State, player: int) -> Sequence[Danger]:
        """Return the pieces that lose at once when they move, where few others or none can move (MOA-6)."""
        lost = last_moves(self.book, state, player)
        if not lost:
            return ()
        safe = sorted(set(self._moves(state, player)) - set(lost))
        safe_pieces = {layout.source_of(move) for move in safe}
        lost_pieces = {layout.source_of(move) for move in lost}
        cells = sum(1 << cell for cell in lost_pieces - safe_pieces)
        if not safe:
            return [Danger(cells, self.say("dangers.all"))]
        if len(safe) == 1:
            text = self.say("dangers.one", move=self.move(state, player, safe[0]))
            return [Danger(cells or sum(1 << cell for cell in lost_pieces), text)]
        if not cells or len(safe_pieces) > FEW:
            return ()
        pieces = [
            self.say("dangers.piece", piece=self.name_on(state, cell), cell=self.name(cell))
            for cell in sorted(safe_pieces)
        ]
        return [Danger(cells, self.say("dangers.few", pieces=join(pieces)))]

    def _moves(self, state: State, player: int) -> list[int]:
        """All legal moves."""
        out = empty(self.book.rules.max_moves, WORD)
        found = self.book.rules.kernels.moves(words(state), word(player), out)
        return [int(move) for move in out[:found]]


def _capital(text: Text) -> Text:
    """Return a text as a sentence begins."""
    return Text.each(lambda code: text.to(code)[0].upper() + text.to(code)[1:])
