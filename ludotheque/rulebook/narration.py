"""What is said of a game while it is played: moves as people say them, what they did, dangers, what decided the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ludotheque.rulebook.part import Part, State
from ludotheque.texts import Text, say


class Danger(NamedTuple):
    """Something that a player should see before the first click: the cells, and a sentence."""

    cells: int
    text: Text


class Narration(Part):
    """The sentences of a game that is going on. A game without its own says moves by their notation."""

    def move(self, before: State, player: int, move: int) -> Text:
        """Return a move as people say it, without a capital or a full stop: `the pawn on a6 moves to a4`."""
        return Text.same(self.book.notation.write(move))

    def events(self, before: State, after: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Text]:
        """Return what the moves revealed last did, as whole sentences.

        They are (player, move) from the state `before` on, and led to the state `after`.
        """
        return ()

    def dangers(self, state: State, player: int) -> Sequence[Danger]:
        """Return what threatens a player to move at once, as far as it is certain."""
        return ()

    def decided(self, state: State) -> int:
        """Return the cells of what decided a finished game: the chain, the pawn, the fortress."""
        return 0

    # What every game has.

    def tell(self, before: State, after: State, revealed: Sequence[tuple[int, int]]) -> Sequence[Text]:
        """Return the whole story of the moves revealed last: each move, then what they did."""
        moves = [_move_sentence(self.player_name(player), self.move(before, player, move)) for player, move in revealed]
        return [*moves, *self.events(before, after, revealed)]


@lru_cache(1 << 14)
def _move_sentence(side: Text, move: Text) -> Text:
    """`White: the pawn on a6 moves to a4.` The same moves come again and again."""
    return say("narration.move", side=side, move=move)
