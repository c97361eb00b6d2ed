"""Clocks: none, minutes with an increment, or days for each turn.

The events of a table hold the state of its clock. A game that is read from disk, taken back or moved to another server
shows the same times.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ludotheque.server.messages.tables import Time
from ludotheque.server.settings import DAY, MINUTE

Elapsed = Callable[[int, int], int]
"""Returns the time between two moments that counts for players. The absences of the server do not count."""


@dataclass(frozen=True)
class TimeControl:
    """How much time the players have."""

    kind: Literal["none", "minutes", "days"] = "none"
    allowance: int = 0
    """For the whole game, or for each turn."""
    increment: int = 0

    @classmethod
    def from_json(cls, data: Time) -> TimeControl:
        """Return the time control that `to_json` described."""
        if data["kind"] == "minutes":
            return cls("minutes", int(data["minutes"] * MINUTE), int(data["increment"] * 1000))
        if data["kind"] == "days":
            return cls("days", int(data["days"] * DAY))
        return cls()

    def to_json(self) -> Time:
        """Return the time control as a page asks for it."""
        if self.kind == "minutes":
            return {"kind": "minutes", "minutes": self.allowance / MINUTE, "increment": self.increment / 1000}
        if self.kind == "days":
            return {"kind": "days", "days": self.allowance / DAY}
        return {"kind": "none"}


@dataclass
class Clock:
    """The time left to each seat, and since when it is running down."""

    time: TimeControl
    left: Sequence[int]
    """Never changed in place, because the history keeps the times of each ply."""
    since: dict[int, int] = field(default_factory=dict)
    """The seats whose time runs, and since when."""
    moved: set[int] = field(default_factory=set)
    """The seats that have moved. Minutes run from a player's second turn on, because they may arrive late."""

    @classmethod
    def full(cls, time: TimeControl, seats: int) -> Clock:
        """Return the clock at the start of a game."""
        return cls(time, [time.allowance] * seats)

    def copy(self) -> Clock:
        """Return another clock with the same times."""
        return Clock(self.time, self.left, self.since.copy(), self.moved.copy())

    def turn_to(self, seats: Collection[int], now: int) -> None:
        """Let the time of the seats to move run from now on. A seat whose time runs already goes on."""
        if self.time.kind == "none":
            return
        running = [seat for seat in seats if self.time.kind == "days" or seat in self.moved]
        self.since = {seat: self.since.get(seat, now) for seat in running}

    def left_at(self, seat: int, now: int, elapsed: Elapsed, lag: int = 0) -> int:
        """Return the time that a seat has left. `lag` is the delay of its connection, which is not charged."""
        if seat not in self.since:
            return self.left[seat]
        return self.left[seat] - max(0, elapsed(self.since[seat], now) - lag)

    def press(self, seat: int, now: int, elapsed: Elapsed, lag: int = 0) -> Sequence[int]:
        """Return the times after a seat's move."""
        if self.time.kind == "days":
            return [self.time.allowance for _ in self.left]
        if self.time.kind == "none":
            return self.left
        left = list(self.left)
        left[seat] = max(0, self.left_at(seat, now, elapsed, lag)) + self.time.increment
        return left

    def all_left(self, now: int, elapsed: Elapsed) -> list[int]:
        """Return the time that each seat has left, never below zero."""
        return [max(0, self.left_at(seat, now, elapsed)) for seat in range(len(self.left))]

    def out_of_time(self, now: int, elapsed: Elapsed) -> int | None:
        """Return the seat whose time is up. Of several, it is the one with the least time left."""
        left = {seat: self.left_at(seat, now, elapsed) for seat in self.since}
        seat = min(left, key=left.__getitem__, default=None)
        return seat if seat is not None and left[seat] <= 0 else None

    def deadline(self, now: int, elapsed: Elapsed) -> int | None:
        """Return the next moment at which a seat's time is up."""
        return min((now + self.left_at(seat, now, elapsed) for seat in self.since), default=None)
