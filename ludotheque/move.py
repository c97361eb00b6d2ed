"""Move and Outcome: what a player plays, and how a game ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from ludotheque.errors import RuledError
from ludotheque.texts import Text

if TYPE_CHECKING:
    from ludotheque.position import Game


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the returns by player, the reason as the rules page calls it, and the score if there is one."""

    returns: tuple[float, ...]
    reason: str
    points: tuple[int, ...] | None
    sentence: Text


class Immutable:
    """An object that never changes once it is made."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} never changes: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} never changes: {name}")

    _set = object.__setattr__

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class LegalMoves(list["Move"]):
    """Legal moves. The text of a move can be looked for too: `"a1-a3" in position.legal_moves()`."""

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, str):
            return super().__contains__(move)
        try:
            return bool(self) and super().__contains__(self[0].game.read(move))
        except RuledError:
            return False


class Move(Immutable):
    """One move. `str()` gives its canonical text (ALL-3). Moves of the same game are equal when their texts are."""

    __slots__ = ("code", "game")

    game: Game
    code: int

    def __init__(self, game: Game, code: int) -> None:
        self._set("game", game)
        self._set("code", code)

    def __reduce__(self) -> tuple[type[Move], tuple[Game, int]]:
        return type(self), (self.game, self.code)

    def __str__(self) -> str:
        return self.game.rulebook.notation.write(self.code)

    def __repr__(self) -> str:
        return f"<Move {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.code == other.code and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.code)

    @property
    def cells(self) -> tuple[str, ...]:
        """The cells that its text names, in order."""
        return tuple(self.game.board.name_pattern.findall(str(self).lower()))
