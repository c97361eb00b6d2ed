"""Moves, positions and refusals as texts."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from ludotheque.errors import IllegalMove, NotationError, PositionError
from ludotheque.rulebook.part import Part, State
from ludotheque.texts import say


class Notation(Part, ABC):
    """The text of a move (ALL-3). A move's code alone gives its text, without a position."""

    @abstractmethod
    def write(self, move: int) -> str:
        """Return the canonical text of a move."""

    @abstractmethod
    def read(self, text: str) -> int:
        """Return the move that a tidy text (lower case, no blanks) names, legal or not; see `unreadable`."""

    def unreadable(self, text: str) -> NotationError:
        """Return the error for a text that has none of the game's forms (ALL-3)."""
        forms = self.book.texts.say("notation.forms")
        return NotationError("ALL-3", say("notation.form", text=text, forms=forms))


class Positions(Part, ABC):
    """A position as named fields without blanks; the status (`turn`, `end`) is written elsewhere."""

    fields: ClassVar[tuple[str, ...]]
    """The names of the fields, in print order."""

    @abstractmethod
    def write(self, state: State) -> Mapping[str, str]:
        """Return the fields of a state. `?` stands for a secret."""

    @abstractmethod
    def read(self, fields: Mapping[str, str], turn: tuple[int, ...]) -> Sequence[int]:
        """Return the words after the status word, or raise a `PositionError`; `turn` is empty when the game is over."""

    def impossible(self, key: str, /, **values: Any) -> PositionError:
        """Return a `PositionError` with the game's sentence `positions.<key>`."""
        return PositionError(self.book.texts.say(f"positions.{key}", **values))

    def whole_number(self, field: str, text: str, low: int, high: int) -> int:
        """Return the number in a field of a position."""
        if not re.fullmatch("[0-9]{1,9}", text) or not low <= int(text) <= high:
            why = say("position.number", value=text, low=low, high=high)
            raise PositionError(say("position.value", name=field, value=text, why=why))
        return int(text)


class Refusals(Part, ABC):
    """Why a move is not legal."""

    @abstractmethod
    def explain(self, state: State, player: int, move: int) -> IllegalMove:
        """Return the error for a move that is not legal here. The state holds only what this player may know."""

    def click_refusal(self, ruling: str, key: str, /, **values: Any) -> IllegalMove:
        """Return an `IllegalMove` with the game's sentence `clicks.<key>`, for a click that no written move can be."""
        return IllegalMove(ruling, self.say(f"clicks.{key}", **values))

    def intended(self, state: State, player: int, clicks: Sequence[str]) -> int | IllegalMove | None:
        """Return the move that a player seems to mean who clicked these cells and tokens.

        The last click is one that no legal move has after the others. Where the clicks make no whole move, return the
        error itself; None where there is nothing to say.
        """
        return None
