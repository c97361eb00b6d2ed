"""The views of a table: what one browser may see of it. Every byte of a table that leaves the server is made here.

The state of a table is sent whole. The part that several viewers share is written once for each event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.cache import Cache
from ludotheque.position import View
from ludotheque.rulebook import CACHED, Piece, Rulebook, State
from ludotheque.server.encoding import to_json
from ludotheque.server.errors import texts
from ludotheque.server.messages.games import Action
from ludotheque.server.messages.positions import LastMoves, Result
from ludotheque.server.messages.tables import Clock, OwnState, PublicState
from ludotheque.server.serialize.message import VERSION
from ludotheque.server.serialize.position import (
    MAX_MOVES,
    NO_TURN,
    last_moves_json,
    move_data,
    piece_data,
    remarks_json,
    task_json,
)
from ludotheque.server.serialize.result import cancelled_json, result_json
from ludotheque.server.tables.clock import Elapsed
from ludotheque.server.tables.history import Ply, SeatMove
from ludotheque.server.tables.requests import takeback_ply
from ludotheque.server.tables.seat import Seat
from ludotheque.server.tables.table import Table
from ludotheque.teaching.first_game import met, sight
from ludotheque.texts import Text, say

# The same moves and pieces come many times, so each is written once.
_moves: Cache[Rulebook, Cache[int, bytes]] = Cache(
    lambda book: Cache(lambda code: to_json(book.look.clickable[code]), CACHED), 100
)
_pieces: Cache[Piece, bytes] = Cache(lambda piece: to_json(piece_data(piece)), 1 << 15)


def viewpoint(table: Table, mine: Sequence[int], asked: tuple[int, int] | None) -> int | None:
    """Return the seat whose view a browser gets. A browser with several seats must ask for one during secrets.

    `asked` is a seat and the ticket of its turn, so a handover is good for one move.
    """
    if len(mine) < 2:
        return mine[0] if mine else None
    if asked and asked[0] in mine and asked[0] in table.turns and table.turns[asked[0]].ticket == asked[1]:
        return asked[0]
    if len(table.to_act) > 1 or table.position.has_secret:
        return None
    return table.to_act[0] if table.to_act and table.to_act[0] in mine else mine[0]


class Moment(NamedTuple):
    """The part of a view that does not follow from events: the time, and the players who are present."""

    now: int
    elapsed: Elapsed
    present: tuple[bool, ...]
    claim_at: int | None
    """When the game may be claimed against an absent player."""


class TableView:
    """The states of one table, as texts ready to be sent."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._seq = -1
        self._common: dict[tuple[State, int | None], bytes] = {}
        """The shared part of the state after event `_seq`, by what its viewers know."""
        self._seated: tuple[Sequence[Seat], tuple[bool, ...], bytes] = (), (), b""
        """The seats and the presence that were written last, and their text."""
        self._written: Ply | None = None
        self._history = b""
        """The text of all public moves up to the ply `_written`."""

    def state(self, mine: Sequence[int], viewpoint: int | None, moment: Moment, accepted: str | None = None) -> bytes:
        """Return the whole state for a browser with these seats."""
        table = self.table
        if self._seq != table.seq:
            self._seq = table.seq
            self._common.clear()
        view = table.position.view(viewpoint)
        turn = None if viewpoint is None else table.turns.get(viewpoint)
        task = task_json(view) if turn else NO_TURN
        seat = viewpoint if viewpoint is not None else (mine[0] if mine else None)
        own: OwnState = {
            "viewpoint": viewpoint,
            "ticket": turn and turn.ticket,
            "task": task["task"],
            "dangers": task["dangers"],
            "combination": task["combination"],
            "mine": mine,
            "clock": clock_json(table, moment.now, moment.elapsed),
            "actions": allowed(table, seat, moment.now, moment.claim_at),
            "claim_in": claim_in(table, seat, moment.now, moment.claim_at),
            "series": table.setup.series or None,
        }
        if table.setup.guided and viewpoint is not None:
            own["notes"] = notes_met(table, view)
        if accepted is not None:
            own["accepted"] = accepted
        legal_moves = moves_json(view) if turn and not task["combination"] else b"null"
        seats = self._seats(moment.present)
        return b'%b,"seats":%b,"legal_moves":%b,%b' % (self._public(view), seats, legal_moves, to_json(own)[1:])

    def _seats(self, present: tuple[bool, ...]) -> bytes:
        """Return the text of the seats. It seldom changes."""
        seats = self.table.seats
        if self._seated[0] is not seats or self._seated[1] != present:
            data = [seat.public_json(there) for seat, there in zip(seats, present, strict=True)]
            self._seated = seats, present, to_json(data)
        return self._seated[2]

    def _public(self, view: View) -> bytes:
        """Return the part that all viewers with the same knowledge share. Without secrets, these are all viewers."""
        # The text of a move that waits for its reveal is for its owner, even when the boards look the same.
        waits = self.table.revealed is not self.table.last
        known = view.state, view.player if waits else None
        if known not in self._common:
            table, book = self.table, self.table.game.rulebook
            data: PublicState = {
                "v": VERSION,
                "type": "state",
                "seq": table.seq,
                "phase": table.phase,
                "to_act": table.to_act,
                "committed": [seat for seat, _ in table.last.moves_since(table.revealed)],
                **_last_json(table),
                **remarks_json(book, view.state),
                "offers": table.offers,
                "declined": table.declined,
                "result": table_result_json(table),
                "next": table.next,
            }
            pieces, moves = b",".join(map(_pieces.__getitem__, book.look.pieces(view.state))), self._moves(view.player)
            self._common[known] = b'%b,"pieces":[%b],"moves":[%b]' % (to_json(data)[:-1], pieces, moves)
        return self._common[known]

    def _moves(self, player: int | None) -> bytes:
        """Return the text of all moves. The secret moves of others have no text."""
        last, revealed = self.table.last, self.table.revealed
        new = revealed.moves_since(self._written)
        written = [to_json((seat, move_data(move)[0])) for seat, move in new]
        if len(new) == revealed.number:  # after a takeback, or for the first time
            self._history = b",".join(written)
        elif new:
            self._history = b",".join([self._history, *written])
        self._written = revealed
        waiting = [to_json((seat, str(move) if seat == player else None)) for seat, move in last.moves_since(revealed)]
        return b",".join([self._history, *waiting] if self._history else waiting)


def moves_json(view: View) -> bytes:
    """Return the text of the moves of the player to move, with how they are clicked."""
    book, codes = view.game.rulebook, view.codes()
    special = {} if view.player is None else book.look.clicks_here(view.state, view.player, codes)
    listed = codes[:MAX_MOVES]
    if special:
        return to_json([special.get(code) or book.look.clickable[code] for code in listed])
    return b"[%b]" % b",".join(map(_moves[book].__getitem__, listed))


class Shown(NamedTuple):
    """The moves that became public last, and the public states around them."""

    before: State
    after: State
    moves: Sequence[SeatMove]


def _shown(table: Table) -> Shown:
    revealed = table.revealed
    before = revealed.before.known() if revealed.before else revealed
    return Shown(before.position.state, revealed.position.state, revealed.moves_since(before))


def _last_json(table: Table) -> LastMoves:
    """Return the moves that became public last, and what they leave on the board."""
    return last_moves_json(table.game.rulebook, *_shown(table))


def notes_met(table: Table, view: View) -> list[str]:
    """Return the notes of a first game for what the player of this view meets now."""
    before, after, moves = _shown(table)
    reason = table.ending.reason if table.ending else None
    return met(table.game.id, sight(view, moves, before, after, reason))


def record_text(table: Table, guest: str | None) -> str:
    """Return the record as far as this browser may know it. A browser with several seats gets the public part."""
    mine = table.seats_of(guest)
    return table.record().text_for(mine[0] if len(mine) == 1 else None)


def picture(table: Table, guest: str | None) -> str:
    """Return the position as a picture, as far as this browser may know it. Its own side is at the bottom.

    A browser with several seats gets the view of an onlooker.
    """
    mine = table.seats_of(guest)
    seat = mine[0] if len(mine) == 1 else None
    last = [move for _, move in _shown(table).moves]
    return table.position.view(seat).svg(last=last, coordinates=False, orientation=seat)


def clock_json(table: Table, now: int, elapsed: Elapsed) -> Clock | None:
    """Return the times left at the moment of sending, and the seats whose time runs."""
    if table.setup.time.kind == "none":
        return None
    return {"left": table.clock.all_left(now, elapsed), "running": sorted(table.clock.since)}


def allowed(table: Table, seat: int | None, now: int, claim_at: int | None) -> list[Action]:
    """Return the requests that the page may show to this seat."""
    if seat is None:
        return []
    if table.phase == "over":
        open_to_more = table.ending and not table.next and seat not in table.offers["rematch"]
        return ["rematch"] if open_to_more else []
    requests: list[Action] = ["abort"] if table.early else []
    if table.phase == "playing":
        requests.append("resign")
        people = all(other.kind == "human" for other in table.seats)
        if people and seat not in table.offers["draw"]:
            requests.append("draw")
        if seat not in table.offers["takeback"] and takeback_ply(table, seat) is not None:
            requests.append("takeback")
        if claim_at is not None and claim_at <= now and seat not in table.to_act:
            requests.append("claim")
    return requests


def claim_in(table: Table, seat: int | None, now: int, claim_at: int | None) -> int | None:
    """Return in how many seconds this seat may claim the game against an absent opponent."""
    if seat is None or claim_at is None or seat in table.to_act:
        return None
    return max(0, -(-(claim_at - now) // 1000))


def table_result_json(table: Table) -> Result | None:
    """Return the result of a table, with the name of the winner in its headline."""
    if table.cancelled:
        return cancelled_json()
    if not table.ending:
        return None
    returns = table.ending.returns
    return result_json(returns, table.ending.reason, table.position, _headline(table, returns))


def _headline(table: Table, returns: Sequence[float]) -> Text:
    for seat, value in enumerate(returns):
        if value > 0:
            side = table.game.rulebook.player_name(seat)
            if table.seats[seat].kind == "computer":
                return texts.say("result.computer_won", side=side)
            name = table.seats[seat].name
            return texts.say("result.won", name=name, side=side) if name else say("result.side_won", side=side)
    return say("result.drawn")
