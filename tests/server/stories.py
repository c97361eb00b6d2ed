"""Tables without a server: requests in, events out, and tables made from stored events."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.server.errors import RequestError
from ludotheque.server.messages.games import Offered
from ludotheque.server.tables import requests
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.table import Table
from tests.server.people import SET_UPS

NOW = 1_800_000_000_000
MINUTES = {"kind": "minutes", "minutes": 5, "increment": 2}
DAYS = {"kind": "days", "days": 2}
NONE = {"kind": "none"}


def elapsed(begun: int, ended: int) -> int:
    return max(0, ended - begun)


def human(name: str, *holders: str) -> dict[str, Any]:
    return {"kind": "human", "name": name, "level": None, "holders": list(holders or (name,))}


OPEN: dict[str, Any] = {"kind": "open", "name": None, "level": None, "holders": []}
COMPUTER: dict[str, Any] = {"kind": "computer", "name": None, "level": 1, "holders": []}


class Story:
    """A table, its events and its time. Its methods carry requests out, and return their events."""

    def __init__(
        self,
        game: str = "malawi",
        seats: Sequence[dict[str, Any]] = (human("Anna"), human("Ben")),
        time: dict[str, Any] = NONE,
        **options: object,
    ) -> None:
        self.now = NOW
        setup = {"game": game, "options": options, "seats": list(seats), "time": time, "public": False, "seed": 1}
        self.events = [Event("created", NOW, {**setup, "series": []})]
        self.table = Table.created("table", self.events[0])
        self.numbers = 0
        self.outages: list[tuple[int, int]] = []

    def elapsed(self, begun: int, ended: int) -> int:
        away = sum(max(0, min(ended, to) - max(begun, since)) for since, to in self.outages)
        return max(0, ended - begun - away)

    def happen(self, events: list[Event]) -> list[Event]:
        for event in events:
            self.table.apply(event)
        self.events += events
        return events

    def key(self) -> str:
        self.numbers += 1
        return f"key {self.numbers}"

    def wait(self, span: int) -> None:
        self.now += span

    def ticket(self, seat: int) -> int:
        return self.table.turns[seat].ticket

    # Requests.

    def check_move(self, seat: int, ticket: int | None, text: str, key: str = "key") -> list[Event]:
        """Return the events of a move that is only checked."""
        return requests.move(self.table, seat, key, self.now, ticket=ticket, text=text, elapsed=self.elapsed)

    def move(self, seat: int, text: str, *, ticket: int | None = None, key: str | None = None) -> list[Event]:
        """Play a move, with the ticket of the turn unless another one is given."""
        turn = self.table.turns.get(seat)
        own = turn.ticket if turn else None
        return self.happen(self.check_move(seat, own if ticket is None else ticket, text, key or self.key()))

    def move_any(self, dice: random.Random) -> list[Event]:
        seat = dice.choice(self.table.to_act)
        return self.move(seat, str(dice.choice(self.table.position.legal_moves(seat))))

    def move_all(self, *texts: str) -> None:
        """Play these moves, each for the first player to move."""
        for text in texts:
            self.move(self.table.to_act[0], text)

    def first_moves(self, count: int) -> None:
        for _ in range(count):
            seat = self.table.to_act[0]
            self.move(seat, str(self.table.position.legal_moves(seat)[0]))

    def set_up_huts(self) -> None:
        for seat in (0, 1):
            self.move(seat, SET_UPS[seat])

    def join(self, guest: str, seat: int | None = None) -> list[Event]:
        return self.happen(requests.join(self.table, self.now, guest=guest, name=guest, seat=seat))

    def come_back(self, guest: str, seat: int) -> list[Event]:
        return self.happen(requests.come_back(self.table, self.now, guest=guest, seat=seat))

    def leave(self, seat: int) -> list[Event]:
        return self.happen(requests.leave(self.table, self.now, seat=seat))

    def rename(self, seat: int, name: str, key: str | None = None) -> list[Event]:
        return self.happen(requests.rename(self.table, seat, key or self.key(), self.now, name=name))

    def offer(self, seat: int, what: Offered) -> list[Event]:
        return self.happen(requests.offer(self.table, seat, self.key(), self.now, what=what))

    def decline(self, seat: int, what: Offered) -> list[Event]:
        return self.happen(requests.decline(self.table, seat, self.key(), self.now, what=what))

    def resign(self, seat: int) -> list[Event]:
        return self.happen(requests.resign(self.table, seat, self.key(), self.now))

    def claim(self, seat: int, absent: int | None, *, draw: bool, key: str = "key") -> list[Event]:
        return self.happen(requests.claim(self.table, seat, key, self.now, absent=absent, draw=draw))

    def expire(self) -> list[Event]:
        return self.happen(requests.expire(self.table, self.now, elapsed=self.elapsed))

    def close(self) -> list[Event]:
        return self.happen(requests.close(self.table, self.now))

    # Results.

    def takeback_ply(self, seat: int) -> int | None:
        return requests.takeback_ply(self.table, seat)

    def reloaded(self) -> Table:
        """Return the table made from its events, as the database returns them."""
        return Table.from_events("table", [Event.from_row(event.kind, event.at, event.body) for event in self.events])

    @property
    def returns(self) -> tuple[float, ...]:
        assert self.table.ending
        return self.table.ending.returns

    @property
    def reason(self) -> str:
        assert self.table.ending
        return self.table.ending.reason


def snapshot(table: Table) -> dict[str, Any]:
    """Return everything that is true of a table."""
    found = {each.name: getattr(table, each.name) for each in fields(table) if each.name != "checked"}
    found["last"] = [(ply.number, ply.position.state, list(ply.left), ply.played) for ply in table.last]
    found["revealed"] = table.revealed.number
    found["accepted"] = repr(table.accepted)
    found["setup"] = repr(table.setup)
    return copy.deepcopy(found)


def random_request(story: Story, dice: random.Random) -> list[Event]:
    """Return the events of a random request, sensible or not, that is only checked."""
    table, key, now = story.table, story.key(), story.now
    seat = dice.randrange(len(table.seats))
    offers: list[Offered] = ["draw", "takeback", "takeback", "rematch"]
    what = dice.choice(offers)
    guest = dice.choice(["Anna", "Ben", "Carl", "Dora"])
    turn = table.turns.get(seat)
    ticket = turn.ticket if turn else None
    kinds: dict[str, Callable[[], list[Event]]] = {
        "offer": lambda: requests.offer(table, seat, key, now, what=what),
        "decline": lambda: requests.decline(table, seat, key, now, what=what),
        "rename": lambda: requests.rename(table, seat, key, now, name=dice.choice(["Anna", "Zoé", ""])),
        "join": lambda: requests.join(table, now, guest=guest, name=guest, seat=dice.choice([None, 0, 1, 2])),
        "return": lambda: (
            requests.come_back(table, now, guest=guest, seat=seat) if table.seats[seat].kind == "human" else []
        ),
        "leave": lambda: requests.leave(table, now, seat=seat) if dice.random() < 0.1 else [],
        "resign": lambda: requests.resign(table, seat, key, now) if dice.random() < 0.05 else [],
        "nonsense": lambda: story.check_move(seat, ticket, dice.choice(NONSENSE), key),
        "stale": lambda: story.check_move(seat, dice.randrange(50) - 60, "a1", key),
        "expire": lambda: requests.expire(table, now, elapsed=story.elapsed),
    }
    return kinds[dice.choice(list(kinds))]()


NONSENSE = [
    "",
    "z9",
    "a1",
    "a1-a1",
    "🤷",
    "pass",
    "a1,a1",
    "x" * 400,
    "\x00",
    "xd4",
    "+a1",
    "１",
    "a1>a1,a1",
    "a1xa1xa1",
]


def wander(story: Story, dice: random.Random, steps: int) -> None:
    """Make random moves and requests. A refused one leaves no trace."""
    for _ in range(steps):
        story.wait(dice.randrange(20_000))
        before = snapshot(story.table)
        try:
            if story.table.to_act and dice.random() < 0.6:
                story.move_any(dice)
            else:
                story.happen(random_request(story, dice))
        except LudothequeError:
            assert snapshot(story.table) == before
        if story.table.phase == "over" and dice.random() < 0.3:
            return


def error_code(ask: Callable[..., object], *values: Any, **more: Any) -> str:
    """Return the code of the error that a request raises."""
    with pytest.raises(RequestError) as caught:
        ask(*values, **more)
    return caught.value.code
