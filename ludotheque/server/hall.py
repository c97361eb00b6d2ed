"""The hall: all tables, who is at them, and what happens there by itself.

A request goes one way: it is checked against the table, happens, is written to disk, and then everybody at the table is
told. At each table one thing happens at a time; tables do not wait for each other.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeVar

from ludotheque.errors import LudothequeError
from ludotheque.library import games, load
from ludotheque.position import Game
from ludotheque.server import guests
from ludotheque.server.events import Event
from ludotheque.server.messages import TableWish
from ludotheque.server.opponents import Opponents
from ludotheque.server.refusal import Refusal
from ludotheque.server.room import Post, Room, Viewer
from ludotheque.server.settings import Settings
from ludotheque.server.storage import Chapter, Overtaken, Store, milliseconds
from ludotheque.server.table import Seat, Table
from ludotheque.texts import Text

T = TypeVar("T")
Ask = Callable[[Table, int], list[Event]]
log = logging.getLogger("ludotheque.server")


class Hall:
    """All tables of a server: those somebody looks at in memory, the others on disk."""

    def __init__(self, settings: Settings, now: Callable[[], int] = milliseconds) -> None:
        self.settings = settings
        self.now = now
        self.store = Store(settings.database)
        self.opponents = Opponents(settings.thinking_seconds)
        self.post = Post()
        self.rooms: dict[str, Room] = {}
        self.dice = random.Random(settings.seed) if settings.seed else random.SystemRandom()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    # Opening and closing.

    def prepare(self) -> None:
        """Open the database; what goes wrong there is told before anything is served."""
        self.store.open(self.now())
        self.keys = guests.Keys(self.store.secret)

    async def open(self) -> None:
        self.store.start()
        self.spawn(self._sweep_for_ever())
        self.spawn(asyncio.to_thread(warm_all))

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for room in self.rooms.values():
            room.stop_timer()
            room.stop_thinking()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.opponents.close()
        await self.store.read(self.store.beat, self.now())
        await asyncio.to_thread(self.store.stop)

    def spawn(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Work that goes on even when whoever asked for it has gone."""
        task = asyncio.create_task(work, name=getattr(work, "__qualname__", None))
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error and not isinstance(error, LudothequeError):
            # The kind alone: an error's words may repeat what somebody keeps secret.
            log.error("%s failed: %s", task.get_name(), type(error).__name__)

    # Finding tables.

    async def room(self, id: str) -> Room:
        """A table, from memory or from disk."""
        if room := self.rooms.get(id):
            room.touched = self.now()
            return room
        if not guests.TABLE_ID.fullmatch(id):
            raise Refusal("no_table", 404)
        if id not in self._loading:
            self._loading[id] = self.spawn(self._load(id))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> Room:
        try:
            events = await self.store.read(self.store.load, id)
            if not events:
                raise Refusal("no_table", 404)
            return self._seat(await asyncio.to_thread(_told, id, events))
        finally:
            del self._loading[id]

    def _seat(self, table: Table) -> Room:
        """A table comes into memory: nobody has been seen there yet, and what is due there happens."""
        if table.id not in self.rooms:
            self.rooms[table.id] = Room(table, self.settings, self.store.elapsed, self.now)
            self._follow_up(self.rooms[table.id])
        return self.rooms[table.id]

    # Setting up.

    async def set_up(self, wish: TableWish, guest: str) -> Table:
        """A new table as wished for."""
        waiting = await self.store.read(self.store.of_guest, guest, over=False, most=self.settings.tables_per_guest)
        if len(waiting) >= self.settings.tables_per_guest:
            raise Refusal("many_tables", 429, count=len(waiting))
        particulars = seat_wishes(wish, guest, self.dice)
        await asyncio.to_thread(warm, load(wish.game, **wish.options))
        event = self._created(particulars)
        table = Table.created(guests.new_table_id(), event)
        await self.store.append(self._chapter(table, 0, [event]))
        self._seat(table)
        return table

    def _created(self, particulars: dict[str, Any]) -> Event:
        return Event("created", self.now(), {**particulars, "seed": self.dice.getrandbits(32)})

    # What people do.

    async def act(self, room: Room, ask: Ask, viewer: Viewer | None = None, key: str | None = None) -> None:
        """Let something happen, and tell everybody."""
        async with room.lock:
            events = ask(room.table, self.now())
            if events:
                await self._happen(room, events)
        if not events and viewer and key:
            # It was carried out before: tell it again.
            viewer.see(room.state(viewer, key), keep=True)
        if not events:
            return
        done = key is not None and any(event.data.get("key") == key for event in events)
        room.tell(viewer if done else None, key)
        self._follow_up(room)
        if key is not None and not done:
            raise Refusal("late")

    async def _happen(self, room: Room, events: list[Event]) -> None:
        """Let events happen to a copy of the table, and write them down; only then they have happened."""
        before, after = room.table, room.table.copy()
        told = []
        for event in events:
            told.append(after.timed(event, self.store.elapsed))
            after.apply(told[-1])
        chapters: list[Chapter] = []
        if after.wants_rematch:
            told.append(self._rematch(after, chapters))
            after.apply(told[-1])
        chapters.append(self._chapter(after, before.seq, told, before.seats))
        try:
            await self.store.append(*chapters)
        except Overtaken as error:
            # Another process serves the same table: believe the disk.
            room.replace(Table.told(before.id, await self.store.read(self.store.load, before.id)))
            raise Refusal("stale") from error
        except LudothequeError as error:
            log.error("table %s: nothing could be written", before.id)
            raise Refusal("storage", 503) from error
        room.replace(after)

    def _rematch(self, table: Table, chapters: list[Chapter]) -> Event:
        """Everybody wants another game: set it up, and say where it is."""
        event = self._created(table.rematch())
        following = Table.created(guests.new_table_id(), event)
        chapters.append(self._chapter(following, 0, [event]))
        return Event("continued", event.at, {"table": following.id})

    def _chapter(self, table: Table, first: int, events: list[Event], before: Sequence[Seat] = ()) -> Chapter:
        """What is to be written; `before` is how the seats were taken before."""
        came, went = ([], []) if table.seats is before else changed_holders(before, table.seats)
        due = self._due(table)
        return Chapter(table.id, first, events, table.phase, table.public, table.updated, due, came, went)

    # What happens by itself.

    def _due(self, table: Table) -> int | None:
        """When the server must look after a table."""
        if table.phase == "over":
            return None
        if table.thinking:
            return table.updated
        deadline = table.clock.deadline(table.updated, self.store.elapsed)
        return min(moment for moment in (self._closing(table), deadline) if moment is not None)

    def _closing(self, table: Table) -> int:
        """When a table is given up, unless something happens there."""
        patience = self.settings.cancelled_after if table.phase == "open" else self.settings.abandoned_after
        return table.updated + patience

    def _follow_up(self, room: Room) -> None:
        """After every change: wind the clock, wake the computers, open the table of a rematch."""
        if room.table.next and room.table.next not in self.rooms:
            self.spawn(self.room(room.table.next))
        room.wind(lambda: self.spawn(self._expire(room)))
        owing = room.table.thinking
        for seat in list(room.thoughts):
            if seat not in owing or room.thoughts[seat][0] != room.table.due[seat]:
                room.thoughts.pop(seat)[1].stop()
        for seat in owing:
            if seat not in room.thoughts:
                self._think(room, seat)

    def _think(self, room: Room, seat: int) -> None:
        table = room.table
        number = table.seats[seat].level or 1
        thought = self.opponents.thought(table.position.view(seat), number, table.seed + seat)
        room.thoughts[seat] = table.due[seat], thought
        self.spawn(self._answer(room, seat, table.due[seat]))

    async def _answer(self, room: Room, seat: int, due: int) -> None:
        """A computer decides from what it may know, and not too fast to be followed."""
        thought = room.thoughts[seat][1]
        pause = asyncio.create_task(asyncio.sleep(self.settings.computer_pause / 1000))
        try:
            move = await self.opponents.decide(thought)
            await pause
        finally:
            wanted = room.thoughts.get(seat, (None, None))[1] is thought
            if wanted:
                del room.thoughts[seat]
        if move is None or not wanted:
            return
        text = str(move)
        try:
            await self.act(room, lambda table, now: table.decide(seat, due, text, None, now, self.store.elapsed))
        except LudothequeError as error:
            # A stale thought is of no use; anything else is found again by the sweep.
            log.warning("table %s: computer refused: %s", room.table.id, type(error).__name__)

    async def _expire(self, room: Room) -> None:
        await self.act(room, lambda table, now: table.expire(now, self.store.elapsed))
        self._follow_up(room)

    async def _sweep_for_ever(self) -> None:
        while True:
            try:
                await self.sweep()
            except Exception as error:  # the next sweep may do better
                log.error("sweep: %s", type(error).__name__)
            await asyncio.sleep(self.settings.sweep_every / 1000)

    async def sweep(self) -> None:
        """Look after tables that nobody looks at, and let idle ones leave the memory."""
        now = self.now()
        await self.store.read(self.store.beat, now)
        for id in await self.store.read(self.store.due_before, now):
            try:
                await self._look_after(await self.room(id))
            except Exception as error:  # one table's fault must not be another's
                log.error("table %s: %s", id, type(error).__name__)
        for room in [room for room in self.rooms.values() if room.idle(now)]:
            room.stop_timer()
            del self.rooms[room.table.id]

    async def _look_after(self, room: Room) -> None:
        def ask(table: Table, now: int) -> list[Event]:
            late = table.expire(now, self.store.elapsed)
            if late or table.thinking or now < self._closing(table):
                return late
            return table.close(now)

        await self.act(room, ask)
        self._follow_up(room)


def warm(game: Game) -> None:
    """Load a game's kernels: the first time takes a second, and nobody else should wait for it."""
    assert game.rulebook.kernels


def warm_all() -> None:
    for id in games():
        warm(load(id))


def _told(id: str, events: list[Event]) -> Table:
    warm(load(events[0].data["game"], **events[0].data["options"]))
    return Table.told(id, events)


def seat_wishes(wish: TableWish, guest: str, dice: random.Random) -> dict[str, Any]:
    """The particulars of a new table, checked against the game."""
    game = load(wish.game, **wish.options)
    if len(wish.seats) != game.players:
        players = Text(fr=f"{game.players}", en=f"{game.players}")
        raise Refusal("seats", 422, players=players, found=len(wish.seats))
    if all(seat.who != "me" for seat in wish.seats):
        raise Refusal("nobody", 422)
    names = iter(wish.names or [wish.name])
    seats = []
    for seat in wish.seats:
        if (seat.level is None) == (seat.who == "computer"):
            raise Refusal("level" if seat.level is None else "levels", 422)
        own = seat.who == "me"
        seats.append(
            {
                "kind": "human" if own else seat.who,
                "name": (next(names, "") or None) if own else None,
                "level": seat.level,
                "holders": [guest] if own else [],
            }
        )
    if wish.shuffle:
        dice.shuffle(seats)
    return {
        "game": game.id,
        "options": dict(game.options),
        "seats": seats,
        "time": wish.time.model_dump(),
        "public": wish.public,
        "series": [],
    }


def changed_holders(before: Sequence[Seat], after: Sequence[Seat]) -> tuple[list[str], list[str]]:
    """The browsers that hold a seat only now, and those that hold none any more."""
    old, new = ({guest for seat in seats for guest in seat.holders} for seats in (before, after))
    return sorted(new - old), sorted(old - new)
