"""Assaut, from the rulings ASS-1 to ASS-6."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import ClassVar

from tests.referee.referee import Option, Referee, Result, cell_list, won_by

Points = frozenset[str]

COLUMNS, ROWS = "abcdefg", "1234567"
POINTS = frozenset(column + row for column in COLUMNS for row in ROWS if column in "cde" or row in "345")
FORTRESS = frozenset(column + row for column in "cde" for row in "567")
SOLDIERS, OFFICERS = 0, 1  # the players (ASS-2)


def place(point: str) -> tuple[int, int]:
    """Return the column and the row of a point, numbered from 1.

    >>> place("d6")
    (4, 6)
    """
    return COLUMNS.index(point[0]) + 1, ROWS.index(point[1]) + 1


def beside(point: str, direction: tuple[int, int]) -> str | None:
    """Return the point that a line joins to this one in a direction, if there is such a line (ASS-1)."""
    column, row = place(point)
    if 0 not in direction and (column + row) % 2 == 1:
        return None
    column, row = column + direction[0], row + direction[1]
    if not (1 <= column <= 7 and 1 <= row <= 7):
        return None
    neighbour = COLUMNS[column - 1] + ROWS[row - 1]
    return neighbour if neighbour in POINTS else None


DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
BESIDE = {point: {direction: beside(point, direction) for direction in DIRECTIONS} for point in POINTS}
NEIGHBOURS = {point: sorted(end for end in BESIDE[point].values() if end is not None) for point in POINTS}


def distance(point: str) -> int:
    """Return the square of the straight-line distance to the nearest point of the fortress (ASS-3)."""
    column, row = place(point)
    return min((column - x) ** 2 + (row - y) ** 2 for x, y in map(place, FORTRESS))


DISTANCE = {point: distance(point) for point in POINTS}


@dataclass(frozen=True)
class State:
    """A position of Assaut."""

    soldiers: Points
    officers: Points
    mover: int
    quiet: int = 0  # turns in a row without progress (ASS-6e)
    result: Result | None = None


def captures(start: str, soldiers: Points, officers: Points) -> Iterator[tuple[str, ...]]:
    """Yield the paths of every capture by the officer on `start`, short ones too (ASS-4)."""
    others = officers - {start}

    def go_on(path: tuple[str, ...], left: Points) -> Iterator[tuple[str, ...]]:
        for direction in DIRECTIONS:
            jumped = BESIDE[path[-1]][direction]
            landing = BESIDE[jumped][direction] if jumped in left else None
            if jumped is None or landing is None or landing in left or landing in others:
                continue
            yield (*path, landing)
            yield from go_on((*path, landing), left - {jumped})

    return go_on((start,), soldiers)


def jumped_points(path: list[str]) -> Points:
    """Return the points that an officer jumps over on a path."""
    between = set()
    for start, end in pairwise(path):
        (left, low), (right, high) = place(start), place(end)
        between.add(COLUMNS[(left + right) // 2 - 1] + ROWS[(low + high) // 2 - 1])
    return frozenset(between)


def most(officer: str, state: State) -> int:
    """Return the largest number of soldiers that an officer could capture."""
    paths = captures(officer, state.soldiers, state.officers)
    return max((len(path) - 1 for path in paths), default=0)


@dataclass(frozen=True)
class Assaut(Referee[State]):
    """The rules of Assaut."""

    huff: bool = True
    sideways: bool = False

    OPTIONS: ClassVar[Mapping[str, tuple[Option, ...]]] = {"huff": (True, False), "sideways": (False, True)}
    REASONS: ClassVar[tuple[str, ...]] = ("fortress", "soldiers", "officers", "immobilised", "quiet")

    def start(self) -> State:
        """Place the soldiers. The officers come with the first move (ASS-2)."""
        return State(POINTS - FORTRESS, frozenset(), OFFICERS)

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return the player whose turn it is."""
        return () if state.result else (state.mover,)

    def result(self, state: State) -> Result | None:
        """Return how the game ended."""
        return state.result

    def moves(self, state: State, player: int) -> Iterator[str]:
        """Yield every move of the side to move."""
        if player == SOLDIERS:
            return self.soldier_moves(state)
        if not state.officers:  # ASS-2: a game without officers would be over (ASS-6c)
            return (",".join(pair) for pair in combinations(sorted(FORTRESS), 2))
        return self.officer_moves(state)

    def soldier_moves(self, state: State) -> Iterator[str]:
        """Yield the moves of the soldiers (ASS-3)."""
        for start in state.soldiers:
            for end in NEIGHBOURS[start]:
                empty = end not in state.soldiers and end not in state.officers
                if empty and self.soldier_may_go(start, end):
                    yield f"{start}-{end}"

    def soldier_may_go(self, start: str, end: str) -> bool:
        """Return whether a soldier may take a line from `start` to `end` (ASS-3)."""
        if start in FORTRESS:
            return end in FORTRESS
        if DISTANCE[end] < DISTANCE[start]:
            return end[1] >= start[1]
        return self.sideways and end[1] == start[1] and DISTANCE[end] == DISTANCE[start]

    def officer_moves(self, state: State) -> Iterator[str]:
        """Yield the moves of the officers (ASS-4). Without huffing only the largest captures are legal (ASS-5c)."""
        paths = [path for start in state.officers for path in captures(start, state.soldiers, state.officers)]
        largest = max(map(len, paths), default=0)
        for path in paths:
            if self.huff or len(path) == largest:
                yield "x".join(path)
        if self.huff or not paths:
            for start in state.officers:
                for end in NEIGHBOURS[start]:
                    if end not in state.soldiers and end not in state.officers:
                        yield f"{start}-{end}"

    def after(self, state: State, player: int, text: str) -> State:
        """Play a move and look for the end of the game."""
        if "," in text:  # ASS-2, after which ASS-6 is not checked
            return replace(state, officers=frozenset(cell_list(text)), mover=SOLDIERS)
        turn = soldier_turn(state, text) if player == SOLDIERS else officer_turn(state, text)
        return replace(turn, result=self.end(turn))

    def end(self, state: State) -> Result | None:
        """Return the result after a turn, if the game is over (ASS-6)."""
        if state.soldiers >= FORTRESS:
            return Result(won_by(SOLDIERS), "fortress")
        if len(state.soldiers) < 9:
            return Result(won_by(OFFICERS), "soldiers")
        if not state.officers:
            return Result(won_by(SOLDIERS), "officers")
        if next(self.moves(state, state.mover), None) is None:
            return Result(won_by(1 - state.mover), "immobilised")
        if state.quiet == 60:
            return Result((0, 0), "quiet")
        return None


def soldier_turn(state: State, text: str) -> State:
    """Move a soldier."""
    start, end = text.split("-")
    nearer = start not in FORTRESS and DISTANCE[end] < DISTANCE[start]  # ASS-6e
    soldiers = state.soldiers - {start} | {end}
    return State(soldiers, state.officers, OFFICERS, 0 if nearer else state.quiet + 1)


def officer_turn(state: State, text: str) -> State:
    """Move an officer, and lift the officer who failed the duty to capture (ASS-5b)."""
    path = text.replace("-", "x").split("x")
    taken = jumped_points(path) if "x" in text else frozenset()
    officers = state.officers - {path[0]} | {path[-1]}
    lifted = huffed(state, path, len(taken))
    quiet = 0 if taken or lifted else state.quiet + 1
    return State(state.soldiers - taken, officers - lifted, SOLDIERS, quiet)


def huffed(state: State, path: list[str], taken: int) -> Points:
    """Return where the officer stands who is lifted after a turn, if any (ASS-5)."""
    could = {officer: most(officer, state) for officer in state.officers}
    duty = max(could.values())
    if taken == duty:  # ASS-5a
        return frozenset()
    guilty = could[path[0]] == duty if taken else could[path[0]] > 0
    return frozenset({path[-1]}) if guilty else state.officers - {path[0]}
