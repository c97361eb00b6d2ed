"""A table in memory: the people who look at it, the clock that is wound, the computers that think."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable

from ludotheque.server.clock import Elapsed
from ludotheque.server.opponents import Thought
from ludotheque.server.settings import Settings
from ludotheque.server.sight import Moment, Sight, facing
from ludotheque.server.table import Table

MOST_WAITING = 100


class Post:
    """What is to be sent in a moment.

    After a commit many tables have something to tell. To find out what, and to send it, are works of different kinds: a
    processor does the one, then the other, faster than both in turns.
    """

    def __init__(self) -> None:
        self._waiting: list[Callable[[], None]] = []

    def soon(self, send: Callable[[], None]) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append(send)

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        for send in waiting:
            send()


class Viewer:
    """One open page: what waits to be sent to it, and how far away it is.

    States are whole, so that a newer one takes the place of an older one that still waits, unless the older one
    answers a request.
    """

    def __init__(self, guest: str | None) -> None:
        self.guest = guest
        self.asked: tuple[int, int] | None = None
        """The seat whose view was asked for, with the ticket of its decision, when this browser holds several."""
        self.lag = 0
        self.wake: Callable[[], None] = lambda: None
        """Told whenever something waits."""
        self._waiting: deque[tuple[str, bool]] = deque()

    def see(self, text: str, *, keep: bool = False) -> None:
        """Send this; unless it is kept, something newer may take its place."""
        if not keep and self._waiting and not self._waiting[-1][1]:
            self._waiting.pop()
        self._waiting.append((text, keep))
        self.wake()

    @property
    def overwhelmed(self) -> bool:
        """Whether more waits than anybody who reads would let wait."""
        return len(self._waiting) > MOST_WAITING

    def next(self) -> str | None:
        """What to send next, if anything waits."""
        return self._waiting.popleft()[0] if self._waiting else None


class Room:
    """A table with everything about it that is not worth keeping."""

    def __init__(self, table: Table, settings: Settings, elapsed: Elapsed, now: Callable[[], int]) -> None:
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.thoughts: dict[int, tuple[int, Thought]] = {}
        self.settings, self.elapsed, self.now = settings, elapsed, now
        self._timer: asyncio.TimerHandle | None = None
        self._reminder: asyncio.TimerHandle | None = None
        self.touched = now()
        self.away = dict.fromkeys(range(len(table.seats)), self.touched)
        """Since when nobody has been seen at a seat."""
        self._present: Counter[str | None] = Counter()
        self.table = table
        self.sight = Sight(table)
        self.here: tuple[bool, ...] = ()
        """At which seats somebody is."""
        self._look_around()

    def replace(self, table: Table) -> None:
        """The table has become this one."""
        before, self.table = self.table, table
        self.sight.table = table
        if table.seats is not before.seats:
            self._look_around()
            for seat, sitter in enumerate(table.seats):
                if sitter.since != before.seats[seat].since:
                    self.away[seat] = self.now()

    # Who is there.

    def enter(self, viewer: Viewer) -> None:
        """Somebody opens the page; the others see that he is here."""
        self.viewers.add(viewer)
        self._present[viewer.guest] += 1
        self._look_around()
        self._presence_changed(viewer)

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self._present -= Counter([viewer.guest])
        self._look_around()
        for seat in self.table.seats_of(viewer.guest):
            if not self.here[seat]:
                self.away[seat] = self.now()
        self._presence_changed(viewer)

    def _presence_changed(self, viewer: Viewer) -> None:
        self.touched = self.now()
        if self.table.seats_of(viewer.guest):
            self.tell()
        elif viewer in self.viewers:
            viewer.see(self.state(viewer))

    def _look_around(self) -> None:
        self.here = tuple(
            seat.kind == "computer" or not seat.holders.isdisjoint(self._present) for seat in self.table.seats
        )

    @property
    def claim_at(self) -> int | None:
        """When the game may be claimed against an absent player who owes a decision."""
        if self.table.phase != "playing" or self.table.time.kind == "days":
            return None
        owed = self.table.owed
        absent = [max(self.away[seat], owed[seat]) for seat in self.table.to_act if not self.here[seat]]
        return max(absent) + self.settings.claim_after if absent else None

    def absent(self) -> int | None:
        """A player who owes a decision and has been away long enough."""
        late = [seat for seat in self.table.to_act if not self.here[seat]]
        ready = self.claim_at is not None and self.claim_at <= self.now()
        return late[0] if late and ready else None

    def idle(self, now: int) -> bool:
        busy = self.viewers or self.thoughts or self.lock.locked()
        return not busy and now - self.touched > self.settings.idle_after

    # Telling.

    def state(self, viewer: Viewer, accepted: str | None = None) -> str:
        """What a viewer sees now."""
        return self._state(viewer, self._moment(), accepted)

    def _moment(self) -> Moment:
        return Moment(self.now(), self.elapsed, self.here, self.claim_at)

    def _state(self, viewer: Viewer, moment: Moment, accepted: str | None = None) -> str:
        mine = self.table.seats_of(viewer.guest)
        return self.sight.state(mine, facing(self.table, mine, viewer.asked), moment, accepted)

    def tell(self, asker: Viewer | None = None, key: str | None = None) -> None:
        """Show everybody how the table stands; the one whose request was carried out learns that too."""
        moment = self._moment()
        self.touched = moment.now
        for viewer in self.viewers:
            if viewer is asker and key:
                viewer.see(self._state(viewer, moment, key), keep=True)
            else:
                viewer.see(self._state(viewer, moment))
        self._remind(moment)

    def _remind(self, moment: Moment) -> None:
        """Tell again when an absent player's game can be claimed."""
        if self._reminder:
            self._reminder.cancel()
            self._reminder = None
        if self.viewers and moment.claim_at is not None and moment.claim_at > moment.now:
            delay = (moment.claim_at - moment.now) / 1000
            self._reminder = asyncio.get_running_loop().call_later(delay + 0.05, self.tell)

    # The clock.

    def wind(self, ring: Callable[[], object]) -> None:
        """Let it ring when somebody's time is up."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        moment = self.table.clock.deadline(self.now(), self.elapsed)
        if moment is not None:
            # Far deadlines are the sweep's business: a timer holds no more than some days.
            delay = min(moment - self.now(), 3_600_000)
            self._timer = asyncio.get_running_loop().call_later(max(0.0, delay / 1000 + 0.02), ring)

    def stop_timer(self) -> None:
        for timer in (self._timer, self._reminder):
            if timer:
                timer.cancel()
        self._timer = self._reminder = None

    def stop_thinking(self) -> None:
        for _, thought in self.thoughts.values():
            thought.stop()
        self.thoughts.clear()
