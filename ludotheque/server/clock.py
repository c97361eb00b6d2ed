"""Clocks: none, minutes with an increment, or days for each turn.

The state of a clock is part of the events that a table keeps, so that a game that is read from disk, taken back or
moved to another server shows the same times.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ludotheque.server.settings import DAY, MINUTE

Elapsed = Callable[[int, int], int]
"""How much time players had between two moments: what the server slept through is not theirs."""


@dataclass(frozen=True)
class Time:
    """How much time the players have."""

    kind: Literal["none", "minutes", "days"] = "none"
    allowance: int = 0
    """For the whole game, or for each turn."""
    increment: int = 0

    @classmethod
    def of(cls, told: dict[str, Any]) -> Time:
        if told["kind"] == "minutes":
            return cls("minutes", int(told["minutes"] * MINUTE), int(told["increment"] * 1000))
        if told["kind"] == "days":
            return cls("days", int(told["days"] * DAY))
        return cls()

    def to_json(self) -> dict[str, Any]:
        if self.kind == "minutes":
            return {"kind": "minutes", "minutes": self.allowance / MINUTE, "increment": self.increment / 1000}
        if self.kind == "days":
            return {"kind": "days", "days": self.allowance / DAY}
        return {"kind": "none"}


@dataclass
class Clock:
    """The time left to each seat, and since when it is running down."""

    time: Time
    left: Sequence[int]
    """Never changed in place: a table keeps what the clocks showed at each ply."""
    since: dict[int, int] = field(default_factory=dict)
    """The seats whose time runs, and from when on."""
    moved: set[int] = field(default_factory=set)
    """Who has decided: nobody's minutes run before his first decision, when he may still be away from the board."""

    @classmethod
    def full(cls, time: Time, seats: int) -> Clock:
        return cls(time, [time.allowance] * seats)

    def copy(self) -> Clock:
        return Clock(self.time, self.left, self.since.copy(), self.moved.copy())

    def turn_to(self, seats: Collection[int], now: int) -> None:
        """These seats owe a decision from now on; who owed one already goes on owing it."""
        if self.time.kind == "none":
            return
        running = [seat for seat in seats if self.time.kind == "days" or seat in self.moved]
        self.since = {seat: self.since.get(seat, now) for seat in running}

    def left_at(self, seat: int, now: int, elapsed: Elapsed, forgiven: int = 0) -> int:
        """What a seat has left at a moment; a slow line is forgiven within bounds."""
        if seat not in self.since:
            return self.left[seat]
        return self.left[seat] - max(0, elapsed(self.since[seat], now) - forgiven)

    def press(self, seat: int, now: int, elapsed: Elapsed, forgiven: int = 0) -> Sequence[int]:
        """The times after a seat's decision."""
        if self.time.kind == "days":
            return [self.time.allowance for _ in self.left]
        if self.time.kind == "none":
            return self.left
        left = list(self.left)
        left[seat] = max(0, self.left_at(seat, now, elapsed, forgiven)) + self.time.increment
        return left

    def out_of_time(self, now: int, elapsed: Elapsed) -> int | None:
        """The seat whose time is up, the one with the least left first."""
        left = {seat: self.left_at(seat, now, elapsed) for seat in self.since}
        seat = min(left, key=left.__getitem__, default=None)
        return seat if seat is not None and left[seat] <= 0 else None

    def deadline(self, now: int, elapsed: Elapsed) -> int | None:
        """The next moment when somebody's time is up."""
        if not self.since:
            return None
        return min((now + self.left_at(seat, now, elapsed) for seat in self.since), default=None)
