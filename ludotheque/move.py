"""Move and Outcome: what a player plays, and how a game ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

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


PASSES = frozenset({"", "-", "--", "pass", "passe"})
"""Texts with which people try to pass, tidied."""


def tidy(text: str) -> str:
    """Return a text as the games read it: lower case, no blanks (ALL-3)."""
    if not isinstance(text, str):
        raise TypeError(f"a move is a Move or its text, not {text!r}")
    return "".join(text.lower().split())


set_once = object.__setattr__
"""Sets an attribute of an `Immutable` while it is made."""


class Immutable:
    """An object that never changes once it is made."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} never changes: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} never changes: {name}")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


Origin = tuple[object, int]
"""The position or view that listed a move, and the player."""


class Move(Immutable):
    """One move. `str()` gives its canonical text (ALL-3). Moves of the same game are equal when their texts are."""

    __slots__ = ("_origin", "code", "game")

    game: Game
    code: int
    _origin: Origin | None
    """Where it was listed as legal. Moves are equal wherever they come from."""

    def __init__(self, game: Game, code: int, origin: Origin | None = None) -> None:
        set_once(self, "game", game)
        set_once(self, "code", code)
        set_once(self, "_origin", origin)

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
