"""Live tables: a table in memory with its viewers, its timers and the searches of its computers."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping

from ludotheque.server.search.search import Search
from ludotheque.server.settings import HOUR, Settings
from ludotheque.server.tables.clock import Elapsed
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.viewer import Viewer
from ludotheque.server.tables.views import Moment, TableView, viewpoint


class LiveTable:
    """A table with everything about it that is not stored."""

    def __init__(
        self,
        table: Table,
        settings: Settings,
        elapsed: Elapsed,
        now: Callable[[], int],
        announce: Callable[[str, frozenset[str]], None] = lambda *_: None,
    ) -> None:
        self.lock = asyncio.Lock()
        self.viewers: set[Viewer] = set()
        self.searches: dict[int, tuple[int, Search]] = {}
        """The search of each computer to move, with the ticket of its turn."""
        self.settings, self.elapsed, self.now = settings, elapsed, now
        self._timer: asyncio.TimerHandle | None = None
        self._reminder: asyncio.TimerHandle | None = None
        self.touched = now()
        self.away = dict.fromkeys(range(len(table.seats)), self.touched)
        """Since when nobody has been present at a seat."""
        self._guests: Counter[str | None] = Counter()
        """How many pages each browser has open here."""
        self._elsewhere: Mapping[str, int | None] = {}
        """Browsers at other processes: None while a page is open there, else when the last one was closed."""
        self.presence_read = 0
        """The number of the answer from which that is known."""
        self._announce = announce
        """Tells other processes which browsers with a seat have a page open here."""
        self.behind = False
        """Whether other processes wrote events that were not read, because nobody looks at the table here."""
        self.table = table
        self._view = TableView(table)
        self.present: tuple[bool, ...] = ()
        """Whether the player of each seat has a page open."""
        self._update_presence()

    def replace(self, table: Table) -> None:
        """Put another state in the place of the table."""
        before, self.table = self.table, table
        self._view.table = table
        if table.seats is not before.seats:
            self._update_presence()
            for number, seat in enumerate(table.seats):
                if seat.since != before.seats[number].since:
                    self.away[number] = self.now()

    # Presence.

    def has_room(self, guest: str | None) -> bool:
        """Return whether a browser may open one more page. Players always may."""
        return bool(self.table.seats_of(guest)) or len(self.viewers) < self.settings.onlookers_per_table

    def enter(self, viewer: Viewer) -> None:
        """Add a page, and show the others that its player is present."""
        before = self.present
        self.viewers.add(viewer)
        self._guests[viewer.guest] += 1
        self._update_presence()
        self._presence_changed(viewer, before)

    def leave(self, viewer: Viewer) -> None:
        """Remove a page, and show the others when its player is away."""
        before = self.present
        self.viewers.discard(viewer)
        self._guests -= Counter([viewer.guest])
        self._update_presence()
        for seat in self.table.seats_of(viewer.guest):
            if not self.present[seat]:
                self.away[seat] = self.now()
        self._presence_changed(viewer, before)

    def _presence_changed(self, viewer: Viewer, before: tuple[bool, ...]) -> None:
        self.touched = self.now()
        if self.present != before:
            self.broadcast()
        elif viewer in self.viewers:
            viewer.send(self.state(viewer))

    def set_elsewhere(self, guests: Mapping[str, int | None]) -> None:
        """Note which browsers have pages at other processes, and show it when a player comes or goes."""
        before, self._elsewhere = self.present, guests
        self._update_presence()
        for number, seat in enumerate(self.table.seats):
            left = [at for guest in seat.holders if (at := guests.get(guest)) is not None]
            if not self.present[number]:
                self.away[number] = max([self.away[number], *left])
        if self.present != before:
            self.broadcast()

    def _update_presence(self) -> None:
        elsewhere = {guest for guest, left in self._elsewhere.items() if left is None}
        self.present = tuple(
            seat.kind == "computer"
            or not seat.holders.isdisjoint(self._guests)
            or not seat.holders.isdisjoint(elsewhere)
            for seat in self.table.seats
        )
        holders = frozenset().union(*(seat.holders for seat in self.table.seats))
        self._announce(self.table.id, holders.intersection(filter(None, self._guests)))

    @property
    def claim_at(self) -> int | None:
        """When the game may be claimed against an absent player to move."""
        if self.table.phase != "playing" or self.table.setup.time.kind == "days":
            return None
        turns = self.table.turns
        absent = [
            max(self.away[seat], turns[seat].waiting_since) for seat in self.table.to_act if not self.present[seat]
        ]
        return max(absent) + self.settings.claim_after if absent else None

    def absent(self) -> int | None:
        """Return a player to move who has been away long enough."""
        late = [seat for seat in self.table.to_act if not self.present[seat]]
        ready = self.claim_at is not None and self.claim_at <= self.now()
        return late[0] if late and ready else None

    @property
    def busy(self) -> bool:
        """Whether a page is open or something is being done here."""
        return bool(self.viewers or self.searches or self.lock.locked())

    def idle(self, now: int) -> bool:
        """Return whether the table may leave the memory."""
        return not self.busy and now - self.touched > self.settings.unload_after

    # States.

    def state(self, viewer: Viewer, accepted: str | None = None) -> bytes:
        """Return the state that a viewer may see now."""
        return self._state(viewer, self._moment(), accepted)

    def _moment(self) -> Moment:
        return Moment(self.now(), self.elapsed, self.present, self.claim_at)

    def _state(self, viewer: Viewer, moment: Moment, accepted: str | None = None) -> bytes:
        mine = self.table.seats_of(viewer.guest)
        return self._view.state(mine, viewpoint(self.table, mine, viewer.asked), moment, accepted)

    def broadcast(self, asker: Viewer | None = None, key: str | None = None) -> None:
        """Send the state to all viewers. The asker learns that the request with this key was carried out."""
        moment = self._moment()
        self.touched = moment.now
        common: dict[object, bytes] = {}
        """The states by what their viewers may see. All onlookers get the same one."""
        for viewer in self.viewers:
            if viewer is asker and key:
                viewer.send(self._state(viewer, moment, key), keep=True)
                continue
            mine = self.table.seats_of(viewer.guest)
            sight = tuple(mine), viewpoint(self.table, mine, viewer.asked)
            if sight not in common:
                common[sight] = self._view.state(mine, sight[1], moment)
            viewer.send(common[sight])
        self._remind(moment)

    def _remind(self, moment: Moment) -> None:
        """Send the state again when the game can be claimed against an absent player."""
        if self._reminder:
            self._reminder.cancel()
            self._reminder = None
        if self.viewers and moment.claim_at is not None and moment.claim_at > moment.now:
            delay = (moment.claim_at - moment.now) / 1000
            self._reminder = asyncio.get_running_loop().call_later(delay + 0.05, self.broadcast)

    # Timers and searches.

    def set_timer(self, ring: Callable[[], object]) -> None:
        """Call `ring` when a player's time is up."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        moment = self.table.clock.deadline(self.now(), self.elapsed)
        if moment is not None:
            # The sweep finds deadlines that are further away. A timer must not wait for weeks.
            delay = min(moment - self.now(), HOUR)
            self._timer = asyncio.get_running_loop().call_later(max(0.0, delay / 1000 + 0.02), ring)

    def stop_timers(self) -> None:
        """Cancel all timers."""
        for timer in (self._timer, self._reminder):
            if timer:
                timer.cancel()
        self._timer = self._reminder = None

    @property
    def asker(self) -> str:
        """The network address for which computers search here: a player's; empty when no player is looking."""
        players = (viewer.address for viewer in self.viewers if self.table.seats_of(viewer.guest))
        return min(players, default="")

    def stop_searches(self) -> None:
        """Stop the searches of all computers."""
        for _, search in self.searches.values():
            search.stop()
        self.searches.clear()
