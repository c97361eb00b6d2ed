"""What every referee offers, and perft.

A referee knows the rules of one game with one set of options. Its states are immutable. Its moves are texts.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

Option = bool | int | str
S = TypeVar("S")


@dataclass(frozen=True)
class Result:
    """The end of a game."""

    returns: tuple[int, ...]  # by player: 1 won, −1 lost, 0 otherwise (ALL-2)
    reason: str
    points: tuple[int, ...] | None = None


class Referee(ABC, Generic[S]):
    """The rules of one game. A subclass is a frozen dataclass whose fields are the options."""

    OPTIONS: ClassVar[Mapping[str, tuple[Option, ...]]]
    """The values of each option, the default first."""

    REASONS: ClassVar[tuple[str, ...]]
    """Every reason for which a game can end."""

    @abstractmethod
    def start(self) -> S:
        """Return the state in which a game begins."""

    @abstractmethod
    def to_move(self, state: S) -> tuple[int, ...]:
        """Return the players to move, lowest number first; nobody when the game is over."""

    @abstractmethod
    def moves(self, state: S, player: int) -> Iterator[str]:
        """Yield the moves of a player to move, each one once, in any order."""

    @abstractmethod
    def after(self, state: S, player: int, text: str) -> S:
        """Return the state after a legal move, without a check."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """Return how the game ended, or None while it goes on."""

    def legal_moves(self, state: S, player: int) -> list[str]:
        """Return the canonical texts of the legal moves (ALL-3), sorted."""
        return sorted(self.moves(state, player)) if player in self.to_move(state) else []

    def play(self, state: S, player: int, text: str) -> S:
        """Return the state after a move. Raise ValueError when the move is illegal."""
        if text not in self.legal_moves(state, player):
            raise ValueError(f"{text!r} is illegal for player {player}")
        return self.after(state, player, text)


def perft(referee: Referee[S], state: S, depth: int) -> int:
    """Return the number of sequences of exactly `depth` moves (ALL-5)."""
    if depth == 0:
        return 1
    players = referee.to_move(state)
    if not players:
        return 0
    moves = list(referee.moves(state, players[0]))
    if depth == 1:
        return len(moves)
    return sum(perft(referee, referee.after(state, players[0], text), depth - 1) for text in moves)


def won_by(player: int) -> tuple[int, int]:
    """Return the returns of a game for two players that `player` won."""
    return (1, -1) if player == 0 else (-1, 1)


def cell_list(text: str) -> tuple[str, ...]:
    """Return the cells that a list in a move names.

    >>> cell_list("a1,d3")
    ('a1', 'd3')
    """
    return tuple(text.split(",")) if text else ()
