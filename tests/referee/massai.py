"""Massaï, from the rulings MAS-1 to MAS-8."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import ClassVar

from tests.referee.referee import Option, Referee, Result, cell_list, won_by

Huts = frozenset[str]

ROWS, COLUMNS = "abcdefgh", "123456"
CELLS = [row + column for row in ROWS for column in COLUMNS]
OWN_ROWS = ("abcd", "efgh")  # MAS-2
ALL_HUTS = 15


@dataclass(frozen=True)
class State:
    """A position of Massaï, with its secrets."""

    huts: tuple[Huts, Huts] = (frozenset(), frozenset())
    set_ups: tuple[str | None, str | None] = (None, None)  # what each player has chosen so far
    mover: int = 0  # the player whose turn it is; during an attack, the attacker
    target: str | None = None  # the attacked hut, until the guards are set
    turns: int = 0
    result: Result | None = None


def touching(cell: str, orthogonal: bool) -> Huts:
    """Return the cells that touch a cell (MAS-1)."""
    row, column = ROWS.index(cell[0]), int(cell[1])
    found = set()
    for other in CELLS:
        down, across = abs(ROWS.index(other[0]) - row), abs(int(other[1]) - column)
        if down + across == 1 or (down == across == 1 and not orthogonal):
            found.add(other)
    return frozenset(found)


TOUCHING = {orthogonal: {cell: touching(cell, orthogonal) for cell in CELLS} for orthogonal in (False, True)}


def isolated(huts: Huts, orthogonal: bool) -> Huts:
    """Return the huts that touch none of the others (MAS-4)."""
    return frozenset(hut for hut in huts if not TOUCHING[orthogonal][hut] & huts)


@cache
def set_ups(player: int, orthogonal: bool) -> tuple[str, ...]:
    """Return every set-up of a player (MAS-2)."""
    cells = [cell for cell in CELLS if cell[0] in OWN_ROWS[player]]
    choices = (choice for choice in combinations(cells, 5) if not isolated(frozenset(choice), orthogonal))
    return tuple(",".join(sorted(choice)) for choice in choices)


def guards_due(threatened: int) -> int:
    """Return how many huts the defender guards (MAS-6).

    >>> [guards_due(threatened) for threatened in range(1, 10)]
    [1, 1, 2, 2, 3, 3, 4, 4, 4]
    """
    return min((threatened + 1) // 2, 4)


@dataclass(frozen=True)
class Massai(Referee[State]):
    """The rules of Massaï."""

    orthogonal: bool = False
    fifteen: bool = False

    OPTIONS: ClassVar[Mapping[str, tuple[Option, ...]]] = {"orthogonal": (False, True), "fifteen": (False, True)}
    REASONS: ClassVar[tuple[str, ...]] = ("chain", "eliminated", "fifteen", "immobilised", "length")

    def start(self) -> State:
        """Begin with an empty board."""
        return State()

    def to_move(self, state: State) -> tuple[int, ...]:
        """Return the players to move: both during the set-up (MAS-2), the defender after an attack (MAS-6)."""
        if state.result:
            return ()
        if None in state.set_ups:
            return tuple(player for player in (0, 1) if state.set_ups[player] is None)
        return (state.mover,) if state.target is None else (1 - state.mover,)

    def result(self, state: State) -> Result | None:
        """Return how the game ended."""
        return state.result

    def touched(self, huts: Huts) -> Huts:
        """Return the cells that touch a hut."""
        cells: Huts = frozenset()
        return cells.union(*(TOUCHING[self.orthogonal][hut] for hut in huts))

    def threatened(self, state: State) -> list[str]:
        """Return the huts that the player whose turn it is threatens (MAS-5)."""
        own, enemy = state.huts[state.mover], state.huts[1 - state.mover]
        return sorted(enemy & self.touched(own))

    def moves(self, state: State, player: int) -> Iterator[str]:
        """Yield every move of a player to move."""
        if state.set_ups[player] is None:
            yield from set_ups(player, self.orthogonal)
        elif state.target is not None:
            threatened = self.threatened(state)
            for guards in combinations(threatened, guards_due(len(threatened))):  # MAS-6
                yield "+" + ",".join(guards)
        else:
            yield from self.turns(state, player)

    def turns(self, state: State, player: int) -> Iterator[str]:
        """Yield the turns of a player: builds or moves, then attacks."""
        own, enemy = state.huts[player], state.huts[1 - player]
        empty = set(CELLS) - own - enemy
        if len(own) < ALL_HUTS:  # MAS-3
            yield from self.touched(own) & empty
        else:  # MAS-4
            for start in own:
                for end in empty:
                    if not isolated(own - {start} | {end}, self.orthogonal):
                        yield f"{start}-{end}"
        for target in self.threatened(state):  # MAS-5
            yield f"x{target}"

    def after(self, state: State, player: int, text: str) -> State:
        """Play a move."""
        if state.set_ups[player] is None:
            return self.after_set_up(state, player, text)
        if text.startswith("x"):
            return replace(state, target=text[1:])
        if text.startswith("+"):
            return self.after_turn(state, self.attack(state, cell_list(text[1:])))
        own, enemy = state.huts[player], state.huts[1 - player]
        start, _, end = text.rpartition("-")
        own = own - {start} | {end}
        return self.after_turn(state, (own, enemy))

    def after_set_up(self, state: State, player: int, text: str) -> State:
        """Keep a secret set-up. Put all huts on the board when both are known (MAS-2)."""
        dark, light = (text, state.set_ups[1]) if player == 0 else (state.set_ups[0], text)
        if dark is None or light is None:
            return replace(state, set_ups=(dark, light))
        huts = frozenset(cell_list(dark)), frozenset(cell_list(light))
        return replace(state, set_ups=(dark, light), huts=huts)

    def attack(self, state: State, guards: tuple[str, ...]) -> tuple[Huts, Huts]:
        """Return the attacker's and the defender's huts after an attack (MAS-7)."""
        own, enemy = state.huts[state.mover], state.huts[1 - state.mover]
        target = state.target
        assert target is not None
        beside = TOUCHING[self.orthogonal][target]
        if target in guards:  # MAS-7b
            own = own - beside
            return own - isolated(own, self.orthogonal), enemy
        enemy = enemy - beside - {target}  # MAS-7a
        enemy = enemy - isolated(enemy, self.orthogonal)
        return (own | {target} if len(own) < ALL_HUTS else own), enemy

    def after_turn(self, state: State, huts: tuple[Huts, Huts]) -> State:
        """Give the turn to the opponent. `huts` are the mover's, then the opponent's."""
        mover = state.mover
        by_player = huts if mover == 0 else (huts[1], huts[0])
        turn = State(by_player, state.set_ups, 1 - mover, None, state.turns + 1)
        return replace(turn, result=self.end(turn, mover))

    def end(self, state: State, mover: int) -> Result | None:
        """Return the result after a turn of `mover`, if the game is over (MAS-8)."""
        own, enemy = state.huts[mover], state.huts[1 - mover]
        if self.joins_banks(own):
            return Result(won_by(mover), "chain")
        if not enemy:
            return Result(won_by(mover), "eliminated")
        if not own:
            return Result(won_by(1 - mover), "eliminated")
        if self.fifteen and len(own) == ALL_HUTS:
            return Result(won_by(mover), "fifteen")
        if next(self.moves(state, 1 - mover), None) is None:
            return Result(won_by(mover), "immobilised")
        if state.turns == 300:
            return Result((0, 0), "length")
        return None

    def joins_banks(self, huts: Huts) -> bool:
        """Return whether a chain of huts joins row a and row h (MAS-8a)."""
        reached = frozenset(hut for hut in huts if hut[0] == "a")
        while True:
            wider = reached | (self.touched(reached) & huts)
            if wider == reached:
                return any(hut[0] == "h" for hut in reached)
            reached = wider
