"""Rematches: the next game of the same players, each one seat further."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludotheque.server.messages.tables import Played
from ludotheque.server.tables.table import Table

MAX_SERIES = 30


def rematch_wanted(table: Table) -> bool:
    """Return whether all people at the table have offered a rematch."""
    if not table.offers["rematch"]:
        return False
    people = {number for number, seat in enumerate(table.seats) if seat.kind == "human"}
    asked = frozenset().union(*(table.seats[seat].holders for seat in table.offers["rematch"]))
    return bool(asked) and table.next is None and all(table.seats[number].holders & asked for number in people)


def rematch_setup(table: Table) -> dict[str, Any]:
    """Return the data of the event that creates the rematch, without its seed."""
    assert table.ending
    shift, count = len(table.seats) - 1, len(table.seats)
    played: Played = {"table": table.id, "returns": list(table.ending.returns)}
    series = [*table.setup.series, played][-MAX_SERIES:]
    return {
        "game": table.game.id,
        "options": dict(table.game.options),
        "seats": [table.seats[(number + shift) % count].to_json() for number in range(count)],
        "time": table.setup.time.to_json(),
        "public": False,
        "guided": table.setup.guided,
        "series": [{**one, "returns": _rotated(one["returns"], shift)} for one in series],
    }


def _rotated(returns: Sequence[float], shift: int) -> list[float]:
    return [returns[(number + shift) % len(returns)] for number in range(len(returns))]
