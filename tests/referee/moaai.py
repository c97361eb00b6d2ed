"""Moaaï, from the rulings MOA-1 to MOA-6."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from tests.referee.referee import Option, Referee, Result

PIECES = frozenset(colour + shape for colour in "ROGB" for shape in "rst")  # MOA-1
HEXAGONS = {"hex19": (3, 4, 5, 4, 3), "hex37": (4, 5, 6, 7, 6, 5, 4)}  # MOA-2: the lengths of the rows
Neighbours = Mapping[str, frozenset[str]]


def hexagon(lengths: tuple[int, ...]) -> Neighbours:
    """Return the neighbours of each cell of a hexagon (MOA-2).

    >>> sorted(hexagon((3, 4, 5, 4, 3))["a1"])
    ['a2', 'b1', 'b2']
    """
    # A cell is two units wide, so a row that is one cell shorter begins one unit farther right.
    places = {}
    for row, length in enumerate(lengths):
        for number in range(length):
            places["abcdefg"[row] + str(number + 1)] = (max(lengths) - length + 2 * number, row)
    return {
        cell: frozenset(
            other for other, (column, line) in places.items() if (abs(column - x), abs(line - y)) in ((2, 0), (1, 1))
        )
        for cell, (x, y) in places.items()
    }


def squares(size: int) -> Neighbours:
    """Return the neighbours of each square; diagonal squares are neighbours too (MOA-2)."""
    places = {"abcde"[column] + str(row + 1): (column, row) for column in range(size) for row in range(size)}
    return {
        cell: frozenset(other for other, (column, row) in places.items() if max(abs(column - x), abs(row - y)) == 1)
        for cell, (x, y) in places.items()
    }


TERRAINS = {**{name: hexagon(lengths) for name, lengths in HEXAGONS.items()}, "square5": squares(5)}


@dataclass(frozen=True)
class State:
    """A position of Moaaï."""

    terrain: frozenset[str]  # the cells that are left
    board: Mapping[str, str]  # the piece on each occupied cell
    stock: frozenset[str]
    mover: int = 0
    result: Result | None = None


def alike(one: str, other: str) -> bool:
    """Return whether two pieces share their colour or their shape (MOA-5).

    >>> alike("Rt", "Ot"), alike("Rt", "Os")
    (True, False)
    """
    return one[0] == other[0] or one[1] == other[1]


@dataclass(frozen=True)
class Moaai(Referee[State]):
    """The rules of Moaaï."""

    terrain: str = "hex19"
    players: int = 2

    OPTIONS: ClassVar[Mapping[str, tuple[Option, ...]]] = {
        "terrain": ("hex19", "hex37", "square5"),
        "players": (2, 3),
    }
    REASONS: ClassVar[tuple[str, ...]] = ("last",)

    def start(self) -> State:
        """Begin with an empty terrain and twelve pieces in stock."""
        return State(frozenset(TERRAINS[self.terrain]), {}, PIECES)

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return the player whose turn it is."""
        return () if state.result else (state.mover,)

    def result(self, state: State) -> Result | None:
        """Return how the game ended."""
        return state.result

    def moves(self, state: State, player: int) -> Iterator[str]:
        """Yield every placement while pieces are in stock (MOA-4), then every move (MOA-5)."""
        empty = state.terrain - set(state.board)
        if state.stock:
            for piece in state.stock:
                for cell in empty:
                    yield f"{piece}@{cell}"
            return
        for start in state.board:
            for end in TERRAINS[self.terrain][start] & empty:
                yield f"{start}-{end}"

    def after(self, state: State, player: int, text: str) -> State:
        """Play a placement or a move."""
        following = (player + 1) % self.players  # MOA-3
        if "@" in text:
            piece, cell = text.split("@")
            return replace(state, board={**state.board, cell: piece}, stock=state.stock - {piece}, mover=following)
        start, end = text.split("-")
        board = dict(state.board)
        piece = board.pop(start)
        partners = [cell for cell in TERRAINS[self.terrain][end] if cell in board and alike(board[cell], piece)]
        if partners:  # MOA-5b
            for cell in partners:
                del board[cell]
        else:  # MOA-5a
            board[end] = piece
        turn = replace(state, terrain=state.terrain - {start}, board=board, mover=following if partners else player)
        return replace(turn, result=self.end(turn, player))

    def end(self, state: State, last: int) -> Result | None:
        """Return the result when no piece can move (MOA-6)."""
        if next(self.moves(state, state.mover), None) is not None:
            return None
        returns = [0] * self.players
        returns[last] = -1
        returns[(last - 1) % self.players] = 1
        return Result(tuple(returns), "last")
