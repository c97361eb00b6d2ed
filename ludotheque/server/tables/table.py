"""A table: seats, a game, a clock, offers.

`apply` lets an event happen. The functions of `requests` check what players ask for and return the events. A table
knows nothing of sockets and databases. Its events are all that needs to be stored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ludotheque.library import load
from ludotheque.position import Game, Move, Position
from ludotheque.record import PlayedMove, Record
from ludotheque.server.messages.games import Offered
from ludotheque.server.messages.tables import Played
from ludotheque.server.tables.clock import Clock, TimeControl
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.history import Ply, SeatMove
from ludotheque.server.tables.seat import Seat

Phase = Literal["open", "playing", "over"]
MAX_KEYS = 64
"""How many requests a table remembers. A page repeats a request within seconds, or it is not its turn any more."""
OFFERS: tuple[Offered, ...] = ("draw", "takeback", "rematch")


@lru_cache(1 << 15)
def read_move(game: Game, text: str) -> tuple[Move, str]:
    """Return the move that a text names, and its canonical text. The same texts come many times."""
    move = game.read(text)
    return move, str(move)


@dataclass(frozen=True)
class Setup:
    """The data of a table that never change."""

    game: Game
    time: TimeControl
    public: bool
    seed: int
    series: list[Played]
    """The earlier games of a series of rematches: table and returns, by the seats of this table."""
    guided: bool = False
    """Whether it is a first game, with notes about what is new."""

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Setup:
        """Return the setup in the event that created a table."""
        game = load(data["game"], **data["options"])
        time = TimeControl.from_json(data["time"])
        return cls(game, time, data["public"], data["seed"], data["series"], data.get("guided", False))


class Turn(NamedTuple):
    """The turn of a seat."""

    ticket: int
    """The number of the event with which the turn began. It entitles the seat to one move."""
    waiting_since: int
    """The moment at which the turn began."""


@dataclass(frozen=True)
class Ending:
    """The result of a game, and why it ended."""

    returns: tuple[float, ...]
    reason: str


@dataclass
class Table:
    """The state of one game among people and computers."""

    id: str
    setup: Setup
    seats: tuple[Seat, ...]
    clock: Clock
    last: Ply
    revealed: Ply
    """The last ply that everybody knows. Later moves wait for their reveal."""
    turns: dict[int, Turn] = field(default_factory=dict)
    """The turn of each seat to move."""
    offers: dict[Offered, tuple[int, ...]] = field(default_factory=lambda: dict.fromkeys(OFFERS, ()))
    """The seats that offer something, in the order of their offers."""
    declined: tuple[Offered, int] | None = None
    """What was declined last, and by which seat; None as soon as something else happens."""
    accepted: tuple[tuple[int, str], ...] = ()
    """The seats and keys of the latest requests that were carried out, the last one first."""
    small_talk: int = 0
    """How many events there were since the last move. `requests` has a limit for it."""
    ending: Ending | None = None
    cancelled: bool = False
    next: str | None = None
    """The table of the rematch."""
    seq: int = 0
    """How many events there were."""
    updated: int = 0
    phase: Phase = "open"
    to_act: tuple[int, ...] = ()
    """The seats to move; none before the start and after the end."""
    settled: int = 0
    """How many moves cannot be taken back: all up to the last one that was secret or simultaneous."""
    checked: tuple[int, int, str, Position] | None = None
    """The move that was checked last (event number, seat, text) and the position after it. `apply` need not play it."""

    @classmethod
    def created(cls, id: str, event: Event) -> Table:
        """Return the table that a first event creates."""
        setup = Setup.from_json(event.data)
        seats = tuple(map(Seat.from_json, event.data["seats"]))
        clock = Clock.full(setup.time, len(seats))
        start = Ply(setup.game.start(), clock.left)
        table = cls(id, setup, seats, clock, start, start)
        table._count(event)
        table._begin(event.at)
        return table

    @classmethod
    def from_events(cls, id: str, events: Iterable[Event]) -> Table:
        """Return the table after all its events."""
        first, *others = events
        table = cls.created(id, first)
        for event in others:
            table.apply(event)
        return table

    def copy(self) -> Table:
        """Return another table with the same state. Events of the copy do not change this one."""
        other = object.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.clock = self.clock.copy()
        other.turns, other.offers = self.turns.copy(), self.offers.copy()
        return other

    # The state.

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.setup.game

    @property
    def position(self) -> Position:
        """The position with all secrets."""
        return self.last.position

    @property
    def moves(self) -> list[SeatMove]:
        """All moves, secret ones too."""
        return self.last.moves_since(None)

    @property
    def early(self) -> bool:
        """Whether a player has not moved yet. Until then a game can be cancelled."""
        return len(self.clock.moved) < len(self.seats)

    def seats_of(self, guest: str | None) -> list[int]:
        """Return the seats that a browser holds."""
        return [number for number, seat in enumerate(self.seats) if guest is not None and guest in seat.holders]

    def record(self) -> Record:
        """Return the whole record with all secrets. Give out only what a player may know of it."""
        moves = tuple(PlayedMove(seat, move) for seat, move in self.moves)
        headers = {f"Player{number}": seat.name for number, seat in enumerate(self.seats) if seat.name}
        positions = tuple(ply.position for ply in self.last)[::-1]
        record = Record(positions[0], moves, headers, positions=positions)
        if self.ending and not self.position.outcome:
            return record.concluded(self.ending.returns, self.ending.reason)
        return record

    # Events.

    def apply(self, event: Event) -> None:
        """Let an event happen."""
        self._count(event)
        getattr(self, f"_{event.kind}")(event)
        self._update_phase()

    def _count(self, event: Event) -> None:
        self.seq += 1
        self.updated = event.at
        self.declined = None
        self.small_talk = 0 if event.kind == "moved" else self.small_talk + 1
        if key := event.data.get("key"):
            self.accepted = (event.data["seat"], key), *self.accepted[: MAX_KEYS - 1]

    def _begin(self, now: int) -> None:
        """Begin the game when all seats are taken."""
        self._update_phase()
        if self.phase == "playing":
            self._next_turn(now)

    def _update_phase(self) -> None:
        """Update the phase, the seats to move and the last public ply."""
        if self.ending or self.cancelled:
            self.phase = "over"
        else:
            self.phase = "open" if any(seat.kind == "open" for seat in self.seats) else "playing"
        self.to_act = self.position.to_act if self.phase == "playing" else ()
        self.revealed = self.last.known()

    def _next_turn(self, now: int) -> None:
        """Give a ticket to each seat to move. A seat that has one keeps it."""
        self._update_phase()
        self.turns = {seat: self.turns.get(seat) or Turn(self.seq, now) for seat in self.to_act}
        self.clock.turn_to(self.to_act, now)

    def _seat(self, number: int, seat: Seat) -> None:
        self.seats = (*self.seats[:number], seat, *self.seats[number + 1 :])

    def _joined(self, event: Event) -> None:
        data = event.data
        holders = frozenset([data["guest"]])
        self._seat(data["seat"], Seat("human", data["name"] or None, holders=holders, since=self.seq))
        self._begin(event.at)

    def _returned(self, event: Event) -> None:
        seat = self.seats[event.data["seat"]]
        self._seat(event.data["seat"], replace(seat, holders=seat.holders | {event.data["guest"]}))

    def _left(self, event: Event) -> None:
        self._seat(event.data["seat"], Seat("open"))

    def _renamed(self, event: Event) -> None:
        seat = self.seats[event.data["seat"]]
        self._seat(event.data["seat"], replace(seat, name=event.data["name"] or None))

    def _moved(self, event: Event) -> None:
        seat, text = event.data["seat"], event.data["move"]
        move, _ = read_move(self.game, text)
        if len(self.position.to_act) > 1 or self.revealed is not self.last:
            self.settled = self.last.number + 1
        if self.checked and self.checked[:3] == (self.seq - 1, seat, text):
            position = self.checked[3]
        else:
            position = self.position.play(move, seat)
        self.checked = None
        self.clock.left = event.data["left"]
        self.last = Ply(position, self.clock.left, (seat, move), self.last)
        self.clock.moved.add(seat)
        # A draw offer stands until another player moves. A takeback offer ends with any move.
        self.offers["draw"] = (seat,) if seat in self.offers["draw"] else ()
        self.offers["takeback"] = ()
        del self.turns[seat]
        self.clock.since.pop(seat, None)
        self._next_turn(event.at)

    def _offered(self, event: Event) -> None:
        seat, what = event.data["seat"], event.data["what"]
        if seat not in self.offers[what]:
            self.offers[what] = *self.offers[what], seat

    def _declined(self, event: Event) -> None:
        self.offers[event.data["what"]] = ()
        self.declined = event.data["what"], event.data["seat"]

    def _taken_back(self, event: Event) -> None:
        self.last = self.last.back_to(event.data["ply"])
        self.clock.left = self.last.left
        self.clock.since.clear()
        self.offers["draw"] = self.offers["takeback"] = ()
        self.turns.clear()
        self._next_turn(event.at)

    def _ended(self, event: Event) -> None:
        self.ending = Ending(tuple(map(float, event.data["returns"])), event.data["reason"])
        self._stop(event)

    def _cancelled(self, event: Event) -> None:
        self.cancelled = True
        self._stop(event)

    def _stop(self, event: Event) -> None:
        self.clock.left = event.data.get("left", self.clock.left)
        self.turns.clear()
        self.clock.since.clear()
        self.offers = dict.fromkeys(OFFERS, ())

    def _continued(self, event: Event) -> None:
        self.next = event.data["table"]
