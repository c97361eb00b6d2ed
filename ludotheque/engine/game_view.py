"""What one player may know of a game so far."""

from __future__ import annotations

from dataclasses import dataclass

from ludotheque.engine.analyse import acting_view
from ludotheque.position import Move, Position, View
from ludotheque.record import Record

SeenMoves = tuple[tuple[int, Move | None], ...]


@dataclass(frozen=True)
class GameView:
    """What a player to move may know of a game so far: the position, and how it came about.

    `moves` holds the player of each move and the move since `start`, None for a move that is still a secret. Where only
    the position is known, both are None.
    """

    now: View
    start: View | None = None
    moves: SeenMoves | None = None

    @classmethod
    def of(cls, shown: Record | Position | View | GameView, player: int | None = None) -> GameView:
        """Return what the player to move may know; `player` says which one where several are to move.

        >>> import ludotheque as lt
        >>> record = lt.Record(lt.load("massai").start()).play("a3,a4,b3,c2,c3", player=0)
        >>> GameView.of(record).moves
        ((0, None),)
        """
        if isinstance(shown, GameView):
            return shown
        if isinstance(shown, Record):
            now = acting_view(shown.final, player)
            return cls(now, shown.start.view(now.player), shown.seen_by(now.player))
        return cls(acting_view(shown, player))

    def follows(self, earlier: GameView) -> bool:
        """Return whether this can be the game of an earlier view, some moves later."""
        if self.now.game != earlier.now.game:
            return False
        if self.start is None or self.moves is None or earlier.start is None or earlier.moves is None:
            return True
        known = zip(earlier.moves, self.moves, strict=False)
        same = all(old == new or (old[0] == new[0] and None in (old[1], new[1])) for old, new in known)
        return same and self.start.state == earlier.start.state and len(earlier.moves) <= len(self.moves)
