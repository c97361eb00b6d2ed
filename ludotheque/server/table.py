"""A table: seats, a game, a clock, offers.

Requests are checked by methods that answer with the events to come (or raise a `Refusal`); `apply` lets an event
happen. A table knows nothing of sockets and databases, and its events are all that needs to be kept of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ludotheque.errors import LudothequeError
from ludotheque.library import load
from ludotheque.position import Game, Move, Position
from ludotheque.record import Decision, Record
from ludotheque.server.clock import Clock, Elapsed, Time
from ludotheque.server.events import Event
from ludotheque.server.plies import Ply, Step
from ludotheque.server.refusal import Refusal

Phase = Literal["open", "playing", "over"]
OFFERS = ("draw", "takeback", "rematch")
LONGEST_SERIES = 30
MOST_SMALL_TALK = 100


@lru_cache(1 << 15)
def read(game: Game, text: str) -> tuple[Move, str]:
    """The decision that a text names, and its canonical text: the same ones come again and again."""
    move = game.read(text)
    return move, str(move)


@dataclass(frozen=True)
class Seat:
    """Who sits here. `holders` are the browsers that may decide for the seat."""

    kind: Literal["human", "computer", "open"]
    name: str | None = None
    level: int | None = None
    holders: frozenset[str] = frozenset()
    since: int = 0
    """The number of the event with which somebody sat down: private links of those before do not open the seat."""

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "name": self.name, "level": self.level, "holders": sorted(self.holders)}

    @classmethod
    def of(cls, told: dict[str, Any]) -> Seat:
        return cls(told["kind"], told["name"], told["level"], frozenset(told["holders"]))


class Request(NamedTuple):
    """A request that was carried out, with the key that its seat chose, and the one before it."""

    seat: int
    key: str
    before: Request | None


@dataclass(frozen=True)
class Ending:
    returns: tuple[float, ...]
    reason: str


@dataclass
class Table:
    """Everything about one game among people and computers."""

    id: str
    game: Game
    seats: tuple[Seat, ...]
    time: Time
    public: bool
    seed: int
    series: list[dict[str, Any]]
    """The earlier games of a series of rematches: table and returns, by the seats of this table."""
    clock: Clock
    last: Ply
    shown: Ply
    """The last one that everybody knows: the later ones wait for their reveal."""
    due: dict[int, int] = field(default_factory=dict)
    """For each seat that owes a decision, the number of the event since which it does: the ticket of the decision."""
    owed: dict[int, int] = field(default_factory=dict)
    """For each seat that owes a decision, the moment since which it does."""
    offers: dict[str, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys(OFFERS, ()))
    """Who wants what, in the order of asking."""
    requests: Request | None = None
    """What was carried out, the latest first."""
    small_talk: int = 0
    """How much has happened since the last decision: there is a bound to it."""
    ending: Ending | None = None
    cancelled: bool = False
    next: str | None = None
    seq: int = 0
    """How many events there were."""
    updated: int = 0
    phase: Phase = "open"
    to_act: tuple[int, ...] = ()
    """The seats that owe a decision; none before the start and after the end."""
    settled: int = 0
    """How many decisions cannot be taken back: up to the last one that was secret, or taken beside another."""
    _checked: tuple[int, int, str, Position] | None = None
    """The decision that was checked last, and where it leads: it need not be played twice."""

    @classmethod
    def created(cls, id: str, event: Event) -> Table:
        """The table that a first event sets up."""
        told = event.data
        game = load(told["game"], **told["options"])
        seats = tuple(Seat.of(seat) for seat in told["seats"])
        time = Time.of(told["time"])
        clock = Clock.full(time, len(seats))
        start = Ply(game.start(), clock.left)
        table = cls(id, game, seats, time, told["public"], told["seed"], told["series"], clock, start, start)
        table._happened(event)
        table._begin(event.at)
        return table

    @classmethod
    def told(cls, id: str, events: Iterable[Event]) -> Table:
        """The table after all that happened."""
        first, *others = events
        table = cls.created(id, first)
        for event in others:
            table.apply(event)
        return table

    def copy(self) -> Table:
        """Another table just like this one: what is tried there is not seen here."""
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.clock = self.clock.copy()
        other.due, other.owed, other.offers = self.due.copy(), self.owed.copy(), self.offers.copy()
        return other

    # What it is like now.

    @property
    def position(self) -> Position:
        return self.last.position

    @property
    def decisions(self) -> list[Step]:
        """All of them, secret ones too."""
        return [ply.step for ply in self.last if ply.step][::-1]

    @property
    def thinking(self) -> list[int]:
        """The computers that owe a decision."""
        return [seat for seat in self.to_act if self.seats[seat].kind == "computer"]

    @property
    def early(self) -> bool:
        """Whether somebody has not decided yet: until then a game can be called off."""
        return len(self.clock.moved) < len(self.seats)

    def seats_of(self, guest: str | None) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if guest is not None and guest in seat.holders]

    def others(self, seat: int) -> list[int]:
        """The seats of other people, whose consent one needs."""
        own = self.seats[seat].holders
        return [
            number
            for number, other in enumerate(self.seats)
            if number != seat and other.kind == "human" and not other.holders & own
        ]

    def carried_out(self, seat: int, key: str | None) -> bool:
        """Whether this very request was carried out before."""
        request = self.requests
        while request and (request.seat, request.key) != (seat, key):
            request = request.before
        return request is not None

    def record(self) -> Record:
        """The whole truth: hand out only what somebody may know of it."""
        decisions = tuple(Decision(seat, move) for seat, move in self.decisions)
        headers = {f"Player{number}": seat.name for number, seat in enumerate(self.seats) if seat.name}
        positions = tuple(ply.position for ply in self.last)[::-1]
        record = Record(positions[0], decisions, headers, positions=positions)
        if self.ending and not self.position.outcome:
            return record.concluded(self.ending.returns, self.ending.reason)
        return record

    def undo_to(self, seat: int) -> int | None:
        """The ply to which a takeback by this seat leads; None when there is none, or a secret was shown since."""
        if self.phase != "playing" or self.shown is not self.last:
            return None
        own = self.seats[seat].holders
        for ply in self.last:
            if not ply.step or ply.number <= self.settled:
                return None
            # On one device the last decision is taken back, whoever of the people there took it.
            if ply.step[0] == seat or self.seats[ply.step[0]].holders & own:
                return ply.number - 1
        return None

    # Requests: who asks was checked already.

    def join(self, guest: str, name: str, seat: int | None, now: int) -> list[Event]:
        free = [number for number, other in enumerate(self.seats) if other.kind == "open"]
        if self.phase == "over":
            raise Refusal("over")
        if not free or (seat is not None and seat not in free):
            raise Refusal("taken")
        if self.seats_of(guest):
            raise Refusal("seated")
        return [Event("joined", now, {"seat": free[0] if seat is None else seat, "guest": guest, "name": name})]

    def come_back(self, guest: str, seat: int, now: int) -> list[Event]:
        """A private link was shown: this browser holds the seat as well."""
        if guest in self.seats[seat].holders:
            return []
        return [Event("returned", now, {"seat": seat, "guest": guest})]

    def leave(self, seat: int, now: int) -> list[Event]:
        """Call a game off before everybody has decided once; give a seat back while others are open."""
        if self.phase == "over":
            raise Refusal("over")
        if not self.early:
            raise Refusal("begun")
        alone = not self.others(seat)
        if self.phase == "open" and not alone:
            return [Event("left", now, {"seat": seat})]
        return [Event("cancelled", now, {})]

    def decide(
        self, seat: int, due: int | None, text: str, key: str | None, now: int, elapsed: Elapsed, forgiven: int = 0
    ) -> list[Event]:
        """Computers need no key: their ticket is enough, and nobody else has it."""
        if due is None or self.due.get(seat) != due:
            if self.carried_out(seat, key):
                return []
            self._check_playing()
            raise Refusal("stale")
        if self.clock.left_at(seat, now, elapsed, forgiven) <= 0 and seat in self.clock.since:
            return self.expire(now, elapsed)
        try:
            move, written = read(self.game, text)
        except LudothequeError:
            self.position.play(text, seat)  # knows best what to say to a text that is no decision
            raise
        after = self.position.play(move, seat)
        self._checked = self.seq, seat, written, after
        left = self.clock.press(seat, now, elapsed, forgiven)
        events = [Event("decided", now, {"seat": seat, "move": written, "key": key, "left": left})]
        if after.outcome:
            ending = {"returns": list(after.outcome.returns), "reason": after.outcome.reason}
            events.append(Event("ended", now, ending))
        return events

    def resign(self, seat: int, key: str, now: int) -> list[Event]:
        if self.carried_out(seat, key):
            return []
        self._check_playing()
        return [self._end(self.game.rulebook.forfeit(seat), "resigned", now, seat, key)]

    def offer(self, seat: int, what: str, key: str, now: int) -> list[Event]:
        """Offer or accept; what everybody wants happens."""
        if self.carried_out(seat, key):
            return []
        self._check_small_talk()
        self._check_offer(seat, what)
        events = [Event("offered", now, {"seat": seat, "what": what, "key": key})]
        if what == "rematch" or not set(self.others(seat)) <= set(self.offers[what]):
            return events
        if what == "draw":
            return [*events, self._end((0.0,) * len(self.seats), "agreed", now)]
        return [*events, Event("taken_back", now, {"ply": self.undo_to(self._asker(seat))})]

    def _asker(self, seat: int) -> int:
        """Who asked first to take back; this seat, when nobody has."""
        return self.offers["takeback"][0] if self.offers["takeback"] else seat

    def _check_offer(self, seat: int, what: str) -> None:
        if what == "rematch":
            if not self.ending or self.next:
                raise Refusal("rematch")
            return
        self._check_playing()
        if what == "takeback":
            if self.undo_to(self._asker(seat)) is None:
                raise Refusal("takeback")
        elif any(other.kind == "computer" for other in self.seats):
            raise Refusal("computer_draw")

    @property
    def wants_rematch(self) -> bool:
        """Whether all people here have asked for another game."""
        if not self.offers["rematch"]:
            return False
        people = {number for number, seat in enumerate(self.seats) if seat.kind == "human"}
        asked = frozenset().union(*(self.seats[seat].holders for seat in self.offers["rematch"]))
        return bool(asked) and self.next is None and all(self.seats[number].holders & asked for number in people)

    def decline(self, seat: int, what: str, key: str, now: int) -> list[Event]:
        if self.carried_out(seat, key) or not self.offers[what]:
            return []
        self._check_small_talk()
        return [Event("declined", now, {"seat": seat, "what": what, "key": key})]

    def claim(self, seat: int, absent: int | None, draw: bool, key: str, now: int) -> list[Event]:
        """The game against somebody (`absent`) who left on his turn and has been away long enough."""
        if self.carried_out(seat, key):
            return []
        self._check_playing()
        if absent is None or seat in self.to_act or absent not in self.to_act:
            raise Refusal("claim")
        returns = (0.0,) * len(self.seats) if draw else self.game.rulebook.forfeit(absent)
        return [self._end(returns, "abandoned", now, seat, key)]

    def rename(self, seat: int, name: str, key: str, now: int) -> list[Event]:
        if self.carried_out(seat, key) or self.seats[seat].name == name:
            return []
        self._check_small_talk()
        return [Event("renamed", now, {"seat": seat, "name": name, "key": key})]

    def expire(self, now: int, elapsed: Elapsed) -> list[Event]:
        """What time alone brings about: somebody's time is up, or nobody comes any more."""
        if self.phase == "playing":
            late = self.clock.out_of_time(now, elapsed)
            if late is not None:
                return [self._end(self.game.rulebook.forfeit(late), "time", now)]
        return []

    def close(self, now: int) -> list[Event]:
        """Nobody has been here for long."""
        if self.phase == "playing" and not self.early:
            return [self._end((0.0,) * len(self.seats), "abandoned", now)]
        return [] if self.phase == "over" else [Event("cancelled", now, {})]

    def rematch(self) -> dict[str, Any]:
        """The particulars of another game with everybody one seat further."""
        assert self.ending
        turn = len(self.seats) - 1
        series = [*self.series, {"table": self.id, "returns": list(self.ending.returns)}][-LONGEST_SERIES:]
        return {
            "game": self.game.id,
            "options": dict(self.game.options),
            "seats": [self.seats[(number + turn) % len(self.seats)].to_json() for number in range(len(self.seats))],
            "time": self.time.to_json(),
            "public": False,
            "series": [{**played, "returns": _turned(played["returns"], turn)} for played in series],
        }

    def _check_playing(self) -> None:
        if self.phase != "playing":
            raise Refusal("over" if self.phase == "over" else "not_begun")

    def _check_small_talk(self) -> None:
        if self.small_talk >= MOST_SMALL_TALK:
            raise Refusal("fast")

    def _end(
        self, returns: Sequence[float], reason: str, now: int, seat: int | None = None, key: str | None = None
    ) -> Event:
        return Event("ended", now, {"returns": list(returns), "reason": reason, "seat": seat, "key": key})

    def timed(self, event: Event, elapsed: Elapsed) -> Event:
        """An event that ends the game, with what the clocks show at that moment."""
        if event.kind not in {"ended", "cancelled"} or not self.clock.since:
            return event
        left = [max(0, self.clock.left_at(seat, event.at, elapsed)) for seat in range(len(self.seats))]
        return replace(event, data={**event.data, "left": left})

    # What happens.

    def apply(self, event: Event) -> None:
        """Let an event happen."""
        self._happened(event)
        getattr(self, f"_{event.kind}")(event)
        self._look()

    def _happened(self, event: Event) -> None:
        self.seq += 1
        self.updated = event.at
        self.small_talk = 0 if event.kind == "decided" else self.small_talk + 1
        if key := event.data.get("key"):
            self.requests = Request(event.data["seat"], key, self.requests)

    def _begin(self, now: int) -> None:
        """The game begins with the last seat taken."""
        self._look()
        if self.phase == "playing":
            self._turn(now)

    def _look(self) -> None:
        """Note what phase the table is in, and who owes a decision."""
        if self.ending or self.cancelled:
            self.phase = "over"
        else:
            self.phase = "open" if any(seat.kind == "open" for seat in self.seats) else "playing"
        self.to_act = self.position.to_act if self.phase == "playing" else ()
        self.shown = self.last.known()

    def _turn(self, now: int) -> None:
        """Whoever owes a decision gets a ticket; who owed one already keeps his."""
        self._look()
        self.due = {seat: self.due.get(seat, self.seq) for seat in self.to_act}
        self.owed = {seat: self.owed.get(seat, now) for seat in self.to_act}
        self.clock.turn_to(self.to_act, now)

    def _seat(self, number: int, sitter: Seat) -> None:
        self.seats = (*self.seats[:number], sitter, *self.seats[number + 1 :])

    def _joined(self, event: Event) -> None:
        told = event.data
        holders = frozenset([told["guest"]])
        self._seat(told["seat"], Seat("human", told["name"] or None, holders=holders, since=self.seq))
        self._begin(event.at)

    def _returned(self, event: Event) -> None:
        seat = self.seats[event.data["seat"]]
        self._seat(event.data["seat"], replace(seat, holders=seat.holders | {event.data["guest"]}))

    def _left(self, event: Event) -> None:
        self._seat(event.data["seat"], Seat("open"))

    def _renamed(self, event: Event) -> None:
        seat = self.seats[event.data["seat"]]
        self._seat(event.data["seat"], replace(seat, name=event.data["name"] or None))

    def _decided(self, event: Event) -> None:
        seat, text = event.data["seat"], event.data["move"]
        move, _ = read(self.game, text)
        if len(self.position.to_act) > 1 or self.shown is not self.last:
            self.settled = self.last.number + 1
        if self._checked and self._checked[:3] == (self.seq - 1, seat, text):
            position = self._checked[3]
        else:
            position = self.position.play(move, seat)
        self._checked = None
        self.clock.left = event.data["left"]
        self.last = Ply(position, self.clock.left, (seat, move), self.last)
        self.clock.moved.add(seat)
        # What somebody offers stands until another one decides; a request to take back does not outlive any decision.
        self.offers["draw"] = (seat,) if seat in self.offers["draw"] else ()
        self.offers["takeback"] = ()
        del self.due[seat], self.owed[seat]
        self.clock.since.pop(seat, None)
        self._turn(event.at)

    def _offered(self, event: Event) -> None:
        seat, what = event.data["seat"], event.data["what"]
        if seat not in self.offers[what]:
            self.offers[what] = *self.offers[what], seat

    def _declined(self, event: Event) -> None:
        self.offers[event.data["what"]] = ()

    def _taken_back(self, event: Event) -> None:
        self.last = self.last.back_to(event.data["ply"])
        self.clock.left = self.last.left
        self.clock.since.clear()
        self.offers["draw"] = self.offers["takeback"] = ()
        self.due.clear()
        self.owed.clear()
        self._turn(event.at)

    def _ended(self, event: Event) -> None:
        self.ending = Ending(tuple(map(float, event.data["returns"])), event.data["reason"])
        self._stop(event)

    def _cancelled(self, event: Event) -> None:
        self.cancelled = True
        self._stop(event)

    def _stop(self, event: Event) -> None:
        self.clock.left = event.data.get("left", self.clock.left)
        self.due.clear()
        self.owed.clear()
        self.clock.since.clear()
        self.offers = dict.fromkeys(OFFERS, ())

    def _continued(self, event: Event) -> None:
        self.next = event.data["table"]


def _turned(returns: Sequence[float], turn: int) -> list[float]:
    return [returns[(number + turn) % len(returns)] for number in range(len(returns))]
