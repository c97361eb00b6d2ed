"""Malawi, from the rulings MAL-1 to MAL-6."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from tests.referee.referee import Option, Referee, Result, cell_list, won_by

Rings = Mapping[str, int]
"""The pawns of one player: how many rings the pawn on each cell carries."""

COLUMNS, ROWS = "abcdef", "123456"
FIRST_ROW = ("1", "6")  # MAL-1: where the pawns of each player start
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))


@dataclass(frozen=True)
class State:
    """A position of Malawi."""

    pawns: tuple[Rings, Rings]
    mover: int = 0
    quiet: int = 0  # turns in a row without a ring leaving the game
    result: Result | None = None


def ray(cell: str, direction: tuple[int, int], length: int) -> list[str]:
    """Return the next `length` cells in a direction; fewer where the board ends."""
    column, row = COLUMNS.index(cell[0]), ROWS.index(cell[1])
    cells = []
    for _ in range(length):
        column, row = column + direction[0], row + direction[1]
        if not (0 <= column < 6 and 0 <= row < 6):
            break
        cells.append(COLUMNS[column] + ROWS[row])
    return cells


@dataclass(frozen=True)
class Malawi(Referee[State]):
    """The rules of Malawi."""

    diagonals: bool = True

    OPTIONS: ClassVar[Mapping[str, tuple[Option, ...]]] = {"diagonals": (True, False)}
    REASONS: ClassVar[tuple[str, ...]] = ("rings", "breakthrough", "quiet")

    def start(self) -> State:
        """Place six pawns with two rings each on both first rows (MAL-1)."""
        white, black = ({column + row: 2 for column in COLUMNS} for row in FIRST_ROW)
        return State((white, black))

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return the player whose turn it is."""
        return () if state.result else (state.mover,)

    def result(self, state: State) -> Result | None:
        """Return how the game ended."""
        return state.result

    def moves(self, state: State, player: int) -> Iterator[str]:
        """Yield every move, strike and distribution."""
        own, enemy = state.pawns[player], state.pawns[1 - player]
        for cell, rings in own.items():
            for end in self.ends(state.pawns, cell, rings):
                if end not in own and end not in enemy:  # MAL-2
                    yield f"{cell}-{end}"
                elif enemy.get(end, 0) >= 1:  # MAL-4
                    yield f"{cell}x{end}"
            if rings >= 1:  # MAL-3
                others = sorted(set(own) - {cell})
                for receivers in combinations(others, min(rings, 5)):
                    yield f"{cell}>{','.join(receivers)}"

    def ends(self, pawns: tuple[Rings, Rings], cell: str, rings: int) -> Iterator[str]:
        """Yield the cells exactly `rings` cells away with only empty cells between (MAL-2, MAL-4)."""
        if rings == 0:
            return
        for direction in STRAIGHT + DIAGONAL if self.diagonals else STRAIGHT:
            cells = ray(cell, direction, rings)
            between = cells[:-1]
            if len(cells) == rings and not any(crossed in pawns[0] or crossed in pawns[1] for crossed in between):
                yield cells[-1]

    def after(self, state: State, player: int, text: str) -> State:
        """Play a move and look for the end of the game."""
        cell, sign, rest = text[:2], text[2], text[3:]
        own, enemy = dict(state.pawns[player]), dict(state.pawns[1 - player])
        if sign == "-":
            own[rest] = own.pop(cell)
        elif sign == "x":
            enemy[rest] = 0
        else:
            own[cell] = 0
            for receiver in cell_list(rest):
                own[receiver] += 1
        pawns = (own, enemy) if player == 0 else (enemy, own)
        quiet = state.quiet + 1 if count_rings(pawns) == count_rings(state.pawns) else 0
        return State(pawns, 1 - player, quiet, self.end(pawns, player, quiet))

    def end(self, pawns: tuple[Rings, Rings], player: int, quiet: int) -> Result | None:
        """Return the result after a turn of `player`, if the game is over (MAL-5)."""
        own, enemy = pawns[player], pawns[1 - player]
        if sum(enemy.values()) == 0:  # MAL-5a
            return Result(won_by(player), "rings")
        struck = {end for cell, rings in enemy.items() for end in self.ends(pawns, cell, rings)}
        arrived = {cell for cell, rings in own.items() if rings >= 1 and cell[1] == FIRST_ROW[1 - player]}
        if arrived - struck:  # MAL-5b, MAL-6
            return Result(won_by(player), "breakthrough")
        if any(rings >= 1 and cell[1] == FIRST_ROW[player] for cell, rings in enemy.items()):  # MAL-5c
            return Result(won_by(1 - player), "breakthrough")
        if quiet == 60:  # MAL-5d
            return Result((0, 0), "quiet")
        return None


def count_rings(pawns: tuple[Rings, Rings]) -> int:
    """Return how many rings are in the game."""
    return sum(pawns[0].values()) + sum(pawns[1].values())
