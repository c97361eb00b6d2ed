"""Requests at a table: each function checks one and returns its events, or raises a `RequestError`.

They change nothing; `Table.apply` does. Those of a seat begin with table, seat, key and now. A request that was carried
out before, with the same key, returns no events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ludotheque.errors import LudothequeError
from ludotheque.server.errors import RequestError
from ludotheque.server.messages.games import Offered
from ludotheque.server.tables.clock import Elapsed
from ludotheque.server.tables.events import Event
from ludotheque.server.tables.table import Table, read_move

MAX_SMALL_TALK = 100
"""How many offers and new names may follow one move."""
MAX_UNDONE = 1000
"""Events besides the moves that stand, after which no more is taken back. Else a game at one device would never end."""
MAX_HOLDERS = 30
"""Browsers that may hold one seat."""

Check = Callable[[Table, int, str, int], list[Event]]
"""A request of a seat: table, seat, key, now."""


def of_guest(guest: str | None, seat: int, key: str, check: Check, table: Table, now: int) -> list[Event]:
    """Return the events of a seat's request, when this browser holds the seat."""
    if seat not in table.seats_of(guest):
        raise RequestError("not_yours")
    return check(table, seat, key, now)


# Seats.


def join(table: Table, now: int, *, guest: str, name: str, seat: int | None) -> list[Event]:
    """Take a free seat; None is the first one."""
    free = [number for number, other in enumerate(table.seats) if other.kind == "open"]
    if table.phase == "over":
        raise RequestError("over")
    if not free or (seat is not None and seat not in free):
        raise RequestError("taken")
    if table.seats_of(guest):
        raise RequestError("seated")
    if table.seq > MAX_UNDONE:  # a stranger comes and goes without end
        raise RequestError("fast")
    return [Event("joined", now, {"seat": free[0] if seat is None else seat, "guest": guest, "name": name})]


def come_back(table: Table, now: int, *, guest: str, seat: int) -> list[Event]:
    """Hold a seat from another browser as well. Its private link was checked before."""
    if guest in table.seats[seat].holders:
        return []
    if len(table.seats[seat].holders) >= MAX_HOLDERS:
        raise RequestError("holders", 429)
    return [Event("returned", now, {"seat": seat, "guest": guest})]


def leave(table: Table, now: int, *, seat: int) -> list[Event]:
    """Give a seat back while others are free; cancel a game in which a player has not moved yet."""
    if table.phase == "over":
        raise RequestError("over")
    if not table.early:
        raise RequestError("begun")
    if table.phase == "open" and others(table, seat):
        return [Event("left", now, {"seat": seat})]
    return [Event("cancelled", now, {})]


def leave_as(guest: str | None, table: Table, now: int) -> list[Event]:
    """Give the seat back that a browser holds, or cancel the game."""
    mine = table.seats_of(guest)
    if not mine:
        raise RequestError("not_yours", 403)
    return leave(table, now, seat=mine[0])


def rename(table: Table, seat: int, key: str, now: int, *, name: str) -> list[Event]:
    """Change the name of a seat's player."""
    if carried_out(table, seat, key) or table.seats[seat].name == name:
        return []
    _check_small_talk(table)
    return [Event("renamed", now, {"seat": seat, "name": name, "key": key})]


# Moves.


def move(
    table: Table,
    seat: int,
    key: str | None,
    now: int,
    *,
    ticket: int | None,
    text: str,
    elapsed: Elapsed,
    lag: int = 0,
) -> list[Event]:
    """Play a move. Computers need no key, because nobody else has their ticket."""
    turn = table.turns.get(seat)
    if turn is None or turn.ticket != ticket:
        if carried_out(table, seat, key):
            return []
        _check_playing(table)
        raise RequestError("stale")
    if seat in table.clock.since and table.clock.left_at(seat, now, elapsed, lag) <= 0:
        return expire(table, now, elapsed=elapsed)
    try:
        played, written = read_move(table.game, text)
    except LudothequeError:
        table.position.play(text, seat)  # has the best error for a text that is not a move
        raise
    after = table.position.play(played, seat)
    table.checked = table.seq, seat, written, after
    left = table.clock.press(seat, now, elapsed, lag)
    events = [Event("moved", now, {"seat": seat, "move": written, "key": key, "left": left})]
    if after.outcome:
        ending = {"returns": list(after.outcome.returns), "reason": after.outcome.reason}
        events.append(Event("ended", now, ending))
    return events


def takeback_ply(table: Table, seat: int) -> int | None:
    """Return the ply to which a takeback by this seat leads; None when it has none or a secret was revealed since."""
    if table.phase != "playing" or table.revealed is not table.last:
        return None
    if table.seq - table.last.number > MAX_UNDONE:
        return None
    own = table.seats[seat].holders
    for ply in table.last:
        if not ply.played or ply.number <= table.settled:
            return None
        # On one device the last move is taken back, whichever of its players made it.
        if ply.played[0] == seat or table.seats[ply.played[0]].holders & own:
            return ply.number - 1
    return None


# Offers.


def offer(table: Table, seat: int, key: str, now: int, *, what: Offered) -> list[Event]:
    """Offer something, or accept it. What everybody offers happens."""
    if carried_out(table, seat, key):
        return []
    _check_small_talk(table)
    _check_offer(table, seat, what)
    events = [Event("offered", now, {"seat": seat, "what": what, "key": key})]
    if what == "rematch" or not set(others(table, seat)) <= set(table.offers[what]):
        return events
    if what == "draw":
        return [*events, _end((0.0,) * len(table.seats), "agreed", now)]
    return [*events, Event("taken_back", now, {"ply": takeback_ply(table, _first_asker(table, seat))})]


def decline(table: Table, seat: int, key: str, now: int, *, what: Offered) -> list[Event]:
    """Decline what others offer."""
    if carried_out(table, seat, key) or not table.offers[what]:
        return []
    _check_small_talk(table)
    return [Event("declined", now, {"seat": seat, "what": what, "key": key})]


# The end.


def resign(table: Table, seat: int, key: str, now: int) -> list[Event]:
    """Lose the game."""
    if carried_out(table, seat, key):
        return []
    _check_playing(table)
    return [_end(table.game.rulebook.rules.forfeit(seat), "resigned", now, seat, key)]


def claim(table: Table, seat: int, key: str, now: int, *, absent: int | None, draw: bool) -> list[Event]:
    """Claim the game against a player to move (`absent`) who has been away long enough."""
    if carried_out(table, seat, key):
        return []
    _check_playing(table)
    if absent is None or seat in table.to_act or absent not in table.to_act:
        raise RequestError("claim")
    returns = (0.0,) * len(table.seats) if draw else table.game.rulebook.rules.forfeit(absent)
    return [_end(returns, "abandoned", now, seat, key)]


def expire(table: Table, now: int, *, elapsed: Elapsed) -> list[Event]:
    """End the game when a player's time is up."""
    if table.phase == "playing":
        late = table.clock.out_of_time(now, elapsed)
        if late is not None:
            return [_end(table.game.rulebook.rules.forfeit(late), "time", now)]
    return []


def close(table: Table, now: int) -> list[Event]:
    """End a game that nobody has played for long."""
    if table.phase == "playing" and not table.early:
        return [_end((0.0,) * len(table.seats), "abandoned", now)]
    return [] if table.phase == "over" else [Event("cancelled", now, {})]


def with_times(table: Table, event: Event, elapsed: Elapsed) -> Event:
    """Return the event; one that ends the game gets the times left at its moment."""
    if event.kind not in {"ended", "cancelled"} or not table.clock.since:
        return event
    return replace(event, data={**event.data, "left": table.clock.all_left(event.at, elapsed)})


# Checks.


def others(table: Table, seat: int) -> list[int]:
    """Return the seats of other people, whose consent an offer needs."""
    own = table.seats[seat].holders
    return [
        number
        for number, other in enumerate(table.seats)
        if number != seat and other.kind == "human" and not other.holders & own
    ]


def carried_out(table: Table, seat: int, key: str | None) -> bool:
    """Return whether a request with this key was carried out lately."""
    return (seat, key) in table.accepted


def _first_asker(table: Table, seat: int) -> int:
    """Return the seat that offered a takeback first; this seat when none has."""
    return table.offers["takeback"][0] if table.offers["takeback"] else seat


def _check_offer(table: Table, seat: int, what: Offered) -> None:
    if what == "rematch":
        if not table.ending or table.next:
            raise RequestError("rematch")
        return
    _check_playing(table)
    if what == "takeback":
        if takeback_ply(table, _first_asker(table, seat)) is None:
            raise RequestError("takeback")
    elif any(other.kind == "computer" for other in table.seats):
        raise RequestError("computer_draw")


def _check_playing(table: Table) -> None:
    if table.phase != "playing":
        raise RequestError("over" if table.phase == "over" else "not_begun")


def _check_small_talk(table: Table) -> None:
    if table.small_talk >= MAX_SMALL_TALK:
        raise RequestError("fast")


def _end(returns: Sequence[float], reason: str, now: int, seat: int | None = None, key: str | None = None) -> Event:
    return Event("ended", now, {"returns": list(returns), "reason": reason, "seat": seat, "key": key})
