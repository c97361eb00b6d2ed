"""The seats of a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ludotheque.server.messages.tables import Seat as SeatJson


@dataclass(frozen=True)
class Seat:
    """A seat and its player. `holders` are the browsers that may move for it."""

    kind: Literal["human", "computer", "open"]
    name: str | None = None
    level: int | None = None
    holders: frozenset[str] = frozenset()
    since: int = 0
    """The number of the event with which the player joined. Private links of earlier players do not open the seat."""

    def to_json(self) -> dict[str, Any]:
        """Return the seat with its holders, for an event."""
        return {"kind": self.kind, "name": self.name, "level": self.level, "holders": sorted(self.holders)}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Seat:
        """Return the seat that `to_json` described."""
        return cls(data["kind"], data["name"], data["level"], frozenset(data["holders"]))

    def public_json(self, present: bool) -> SeatJson:
        """Return what everybody may know of a seat; `present` says whether its player has a page open."""
        return {"kind": self.kind, "name": self.name, "level": self.level, "present": present}


def changed_holders(before: Sequence[Seat], after: Sequence[Seat]) -> tuple[list[str], list[str]]:
    """Return the browsers that hold a seat only now, and those that hold none any more."""
    old, new = ({guest for seat in seats for guest in seat.holders} for seats in (before, after))
    return sorted(new - old), sorted(old - new)
