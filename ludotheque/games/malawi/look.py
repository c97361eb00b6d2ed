"""What Malawi looks like: pawns with their rings, rings that fly to their receivers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from ludotheque.board import numbers
from ludotheque.clicks import Clicks, Kind, Token
from ludotheque.games.malawi import layout
from ludotheque.games.malawi.board import BOARD, DISTRIBUTE, SIDES
from ludotheque.rulebook import CACHED, Look, Motion, Piece, State, Supply, box
from ludotheque.texts import Text

NEAR_DRAW = 15
"""So many quiet turns before the draw, the page begins to count them (MAL-5d)."""
STEPS = {layout.MOVE: "move", layout.STRIKE: "strike"}


@lru_cache(CACHED)
def _pawn(cell: int, player: int, rings: int, initial: str) -> Sequence[Piece]:
    """A pawn, and over it the stack of its rings with their number."""
    place = BOARD.cells[cell]
    pawn = Piece(SIDES[player], place.x, place.y, cell, glyph=f"{initial}{rings}")
    return [pawn, Piece(f"rings-{rings}", place.x, place.y, cell)] if rings else [pawn]


class MalawiLook(Look):
    emblems = SIDES
    glyph_width = 2
    portrait = "turn=0 white=a1*2,b3*1,c2*3,d4*2,e1*1,f2*2 black=a6*1,b5*2,c6*2,d6*3,e4*1,f5*2 quiet=3"
    kinds: ClassVar[Mapping[str, Kind]] = {"move": Kind(), "strike": Kind(captures=True), "share": Kind()}

    def pieces(self, state: State) -> Sequence[Piece]:
        pieces: list[Piece] = []
        initials = self.initial(0), self.initial(1)
        for cell, player, rings in layout.stacks(state):
            pieces += _pawn(cell, player, rings, initials[player])
        return pieces

    def supplies(self) -> Sequence[Supply]:
        """Return the pawns and the rings (MAL-1)."""
        pawns = [Supply(side, [side], layout.PAWNS_EACH, box(0.84, 1.06)) for side in SIDES]
        return [*pawns, Supply("rings", ["ring"], len(SIDES) * layout.MAX_RINGS, box(0.56, 0.3, 0, -0.255))]

    def clicks(self, move: int) -> Clicks:
        pawn, kind = self.name(layout.pawn_of(move)), layout.kind_of(move)
        if kind == layout.SHARE:
            return Clicks(f"{pawn} {DISTRIBUTE} {self.any_order(layout.receivers_of(move))}", "share")
        return Clicks(f"{pawn} {self.name(layout.target_of(move))}", STEPS[kind])

    def tokens(self) -> Mapping[str, Token]:
        """Return the ring beside a pawn. It is clicked before the receivers, lest a pawn become one by accident."""
        return {DISTRIBUTE: Token(self.say("tokens.distribute"), (0.36, -0.36), "share")}

    def task(self, state: State, player: int) -> Text:
        return self.say("tasks.pawn")

    def notes(self, state: State) -> Sequence[Text]:
        return [self.say("notes.quiet", turns=state[layout.QUIET])] if state[layout.QUIET] else []

    def remarks(self, state: State) -> Sequence[Text]:
        """Return the notes once the draw comes near."""
        return self.notes(state) if state[layout.QUIET] >= layout.QUIET_LIMIT - NEAR_DRAW else []

    def motions(self, before: State, after: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Motion]:
        """Return the rings of a pawn that distributes, one to each receiver (MAL-3)."""
        return [
            Motion("ring", BOARD.cells[layout.pawn_of(move)].place, BOARD.cells[receiver].place)
            for _, move in revealed
            if layout.kind_of(move) == layout.SHARE
            for receiver in numbers(layout.receivers_of(move))
        ]
