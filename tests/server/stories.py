"""Tables without a server: requests in, events out, told again from what would be on disk."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.server.events import Event
from ludotheque.server.refusal import Refusal
from ludotheque.server.table import Table
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
    """A table, its events and its time."""

    def __init__(
        self,
        game: str = "malawi",
        seats: Sequence[dict[str, Any]] = (human("Anna"), human("Ben")),
        time: dict[str, Any] = NONE,
        **options: object,
    ) -> None:
        self.now = NOW
        told = {"game": game, "options": options, "seats": list(seats), "time": time, "public": False, "seed": 1}
        self.events = [Event("created", NOW, {**told, "series": []})]
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

    # Requests.

    def decide(self, seat: int, text: str, *, due: int | None = None, key: str | None = None) -> list[Event]:
        ticket = self.table.due.get(seat) if due is None else due
        found = self.table.decide(seat, ticket, text, key or self.key(), self.now, self.elapsed)
        return self.happen(found)

    def decide_any(self, dice: random.Random) -> list[Event]:
        seat = dice.choice(self.table.to_act)
        return self.decide(seat, str(dice.choice(self.table.position.legal_moves(seat))))

    def decide_all(self, *texts: str) -> None:
        """Decisions of whoever is to act."""
        for text in texts:
            self.decide(self.table.to_act[0], text)

    def first_moves(self, count: int) -> None:
        for _ in range(count):
            seat = self.table.to_act[0]
            self.decide(seat, str(self.table.position.legal_moves(seat)[0]))

    def offer(self, seat: int, what: str) -> list[Event]:
        return self.happen(self.table.offer(seat, what, self.key(), self.now))

    def decline(self, seat: int, what: str) -> list[Event]:
        return self.happen(self.table.decline(seat, what, self.key(), self.now))

    def resign(self, seat: int) -> list[Event]:
        return self.happen(self.table.resign(seat, self.key(), self.now))

    def expire(self) -> list[Event]:
        return self.happen(self.table.expire(self.now, self.elapsed))

    def set_up_huts(self) -> None:
        for seat in (0, 1):
            self.decide(seat, SET_UPS[seat])

    # What it comes to.

    def all_want_more(self) -> bool:
        return self.table.wants_rematch

    def told_again(self) -> Table:
        """From the events as the database gives them back."""
        return Table.told("table", [Event.stored(event.kind, event.at, event.body) for event in self.events])

    @property
    def returns(self) -> tuple[float, ...]:
        assert self.table.ending
        return self.table.ending.returns

    @property
    def reason(self) -> str:
        assert self.table.ending
        return self.table.ending.reason


def snapshot(table: Table) -> dict[str, Any]:
    """Everything that is true of a table."""
    found = {each.name: getattr(table, each.name) for each in fields(table) if not each.name.startswith("_")}
    found["last"] = [(ply.number, ply.position.words, list(ply.left), ply.step) for ply in table.last]
    found["shown"] = table.shown.number
    found["requests"] = repr(table.requests)
    found["game"] = repr(table.game)
    return copy.deepcopy(found)


def random_request(story: Story, dice: random.Random) -> list[Event]:
    """Somebody asks for something, sensible or not."""
    table, key, now = story.table, story.key(), story.now
    seat = dice.randrange(len(table.seats))
    what = dice.choice(["draw", "takeback", "takeback", "rematch"])
    guest = dice.choice(["Anna", "Ben", "Carl", "Dora"])
    requests: dict[str, Callable[[], list[Event]]] = {
        "offer": lambda: table.offer(seat, what, key, now),
        "decline": lambda: table.decline(seat, what, key, now),
        "rename": lambda: table.rename(seat, dice.choice(["Anna", "Zoé", ""]), key, now),
        "join": lambda: table.join(guest, guest, dice.choice([None, 0, 1, 2]), now),
        "return": lambda: table.come_back(guest, seat, now) if table.seats[seat].kind == "human" else [],
        "leave": lambda: table.leave(seat, now) if dice.random() < 0.1 else [],
        "resign": lambda: table.resign(seat, key, now) if dice.random() < 0.05 else [],
        "nonsense": lambda: table.decide(seat, table.due.get(seat), dice.choice(NONSENSE), key, now, story.elapsed),
        "stale": lambda: table.decide(seat, dice.randrange(50) - 60, "a1", key, now, story.elapsed),
        "expire": lambda: table.expire(now, story.elapsed),
    }
    return requests[dice.choice(list(requests))]()


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
    """Random decisions and requests; what is refused leaves no trace."""
    for _ in range(steps):
        story.wait(dice.randrange(20_000))
        before = snapshot(story.table)
        try:
            if story.table.to_act and dice.random() < 0.6:
                story.decide_any(dice)
            else:
                story.happen(random_request(story, dice))
        except LudothequeError:
            assert snapshot(story.table) == before
        if story.table.phase == "over" and dice.random() < 0.3:
            return


def refusal(ask: Any, *particulars: Any) -> str:
    """The code of a refusal."""
    with pytest.raises(Refusal) as found:
        ask(*particulars)
    return found.value.code
