"""The legal moves of a state: as the kernels number them, and as a list of `Move`."""

from __future__ import annotations

from collections import UserList
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Self, SupportsIndex, overload

from ludotheque.arrays import WORD, empty
from ludotheque.errors import RuledError
from ludotheque.move import Move, Origin
from ludotheque.rulebook import Rules

if TYPE_CHECKING:
    from ludotheque.kernel import Words
    from ludotheque.position import Game


def legal_codes(rules: Rules, words: Words, player: int) -> Words:
    """Return the codes of the legal moves of a player to move, in an array of their own."""
    moves, _, room, most = rules.entries
    while True:
        out = empty(room, WORD)
        count = moves(words, player, out)
        if count < room or room == most:
            return out[:count]
        room = min(16 * room, most)


class LegalMoves(UserList[Move]):
    """Legal moves: a list that makes its moves when you look at them.

    The text of a move can be looked for too: `"a1-a3" in position.legal_moves()`, and with `index` and `count`.
    """

    _made: list[Move] | None
    _game: Game
    _codes: list[int]
    _origin: Origin

    def __init__(self, moves: Iterable[Move] = ()) -> None:
        self._made = list(moves)

    @classmethod
    def of(cls, game: Game, codes: list[int], origin: Origin) -> LegalMoves:
        """Return the moves with these codes, not made yet."""
        moves = cls.__new__(cls)
        moves._made, moves._game, moves._codes, moves._origin = None, game, codes, origin
        return moves

    @property
    def data(self) -> list[Move]:
        """All moves as a plain list. Once it is made, the codes do not count any more."""
        if self._made is None:
            self._made = [Move(self._game, code, self._origin) for code in self._codes]
        return self._made

    @data.setter
    def data(self, moves: list[Move]) -> None:
        self._made = moves

    def __len__(self) -> int:
        return len(self._codes if self._made is None else self._made)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.data)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> Self: ...

    def __getitem__(self, index: SupportsIndex | slice) -> Move | Self:
        if self._made is None and not isinstance(index, slice):
            return Move(self._game, self._codes[index], self._origin)
        return super().__getitem__(index)

    def __contains__(self, move: object) -> bool:
        return self._meant(move) in self.data

    def count(self, item: Move | str) -> int:
        return self.data.count(self._meant(item))  # type: ignore[arg-type]

    def index(self, item: Move | str, *bounds: SupportsIndex) -> int:
        try:
            return self.data.index(self._meant(item), *bounds)  # type: ignore[arg-type]
        except ValueError:
            raise ValueError(f"{item} is not in this list of moves") from None

    def _meant(self, move: object) -> object:
        """Return the move that a text names; None where it names none. Whatever is not a text stays as it is."""
        if not isinstance(move, str):
            return move
        try:
            return self[0].game.read(move) if self else None
        except RuledError:
            return None

    def __copy__(self) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[type[Self], tuple[list[Move]]]:
        return type(self), (self.data,)
