"""What one browser gets to see of a table: every byte that leaves is made here, from a view.

The state of a table is sent whole. What all who share a view have in common is written once and kept until the next
event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from pydantic_core import to_json

from ludotheque.memo import Memo
from ludotheque.position import View
from ludotheque.record import OUTSIDE_REASONS
from ludotheque.rulebook import REMEMBERED, Piece, Rulebook, State
from ludotheque.server.clock import Elapsed
from ludotheque.server.frame import aftermath, move_data, piece_data
from ludotheque.server.messages import VERSION
from ludotheque.server.plies import Ply
from ludotheque.server.refusal import text_json, texts
from ludotheque.server.table import Seat, Table
from ludotheque.texts import Text, say

MOST_CHOICES = 5000
"""No position of a real game has so many decisions; a made-up one may have millions."""


def dumps(data: Any) -> str:
    return to_json(data).decode()


# The same decisions and pieces come again and again: each is written once.
_choices: Memo[Rulebook, Memo[int, str]] = Memo(
    lambda book: Memo(lambda code: dumps(book.choice[code]), REMEMBERED), 100
)
_pieces: Memo[Piece, str] = Memo(lambda piece: dumps(piece_data(piece)), 1 << 15)


def facing(table: Table, mine: Sequence[int], asked: tuple[int, int] | None) -> int | None:
    """Whose view a browser gets. Who holds several seats must ask for one while there are secrets about.

    `asked` is a seat and the ticket of its decision: a curtain that was opened for one decision is closed for the next.
    """
    if len(mine) < 2:
        return mine[0] if mine else None
    if asked and table.due.get(asked[0]) == asked[1] and asked[0] in mine:
        return asked[0]
    if len(table.to_act) > 1 or table.position.keeps_secret:
        return None
    return table.to_act[0] if table.to_act and table.to_act[0] in mine else mine[0]


class Moment(NamedTuple):
    """What is shown of a table and does not follow from its events: the time, and who is there."""

    now: int
    elapsed: Elapsed
    here: tuple[bool, ...]
    claim_at: int | None
    """When the game may be claimed against an absent player."""


class Sight:
    """The states of one table, as texts ready to be sent."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._seq = -1
        self._common: dict[tuple[State, int | None], str] = {}
        self._seated: tuple[Sequence[Seat], tuple[bool, ...], str] = (), (), ""
        """Who sat and who was there last, and how that was written."""
        self._told: Ply | None = None
        self._history = ""
        """How far everybody knew the game before, and how its decisions were written."""

    def state(self, mine: Sequence[int], facing: int | None, moment: Moment, accepted: str | None = None) -> str:
        """The whole state for a browser with these seats."""
        table = self.table
        if self._seq != table.seq:
            self._seq = table.seq
            self._common.clear()
        view, owes = table.position.view(facing), facing in table.to_act
        task, family = (view.task, view.family) if owes else (None, None)
        seat = facing if facing is not None else (mine[0] if mine else None)
        own: dict[str, Any] = {
            "facing": facing,
            "due": table.due[facing] if owes and facing is not None else None,
            "task": task and text_json(task),
            "family": family and asdict(family),
            "mine": mine,
            "clock": clock_json(table, moment.now, moment.elapsed),
            "may": allowed(table, seat, moment.now, moment.claim_at),
            "claim_in": claim_in(table, seat, moment.now, moment.claim_at),
            "series": table.series or None,
        }
        if accepted is not None:
            own["accepted"] = accepted
        choices = choices_json(view) if owes and not family else "null"
        return f'{self._public(view)},"seats":{self._seats(moment.here)},"choices":{choices},{dumps(own)[1:]}'

    def _seats(self, here: tuple[bool, ...]) -> str:
        """Who sits where, and who of them is there: seldom another than before."""
        seats = self.table.seats
        if self._seated[0] is not seats or self._seated[1] != here:
            told = [
                {"kind": seat.kind, "name": seat.name, "level": seat.level, "here": present}
                for seat, present in zip(seats, here, strict=True)
            ]
            self._seated = seats, here, dumps(told)
        return self._seated[2]

    def _public(self, view: View) -> str:
        """What all see alike who know the same: in games without secrets, everybody."""
        # While a choice waits for its reveal, its text is for who made it, whatever the boards look like.
        waits = self.table.shown is not self.table.last
        known = view.words, view.player if waits else None
        if known not in self._common:
            table, book = self.table, self.table.game.rulebook
            told = {
                "v": VERSION,
                "type": "state",
                "seq": table.seq,
                "phase": table.phase,
                "to_act": table.to_act,
                "chosen": [seat for seat, _ in table.last.steps_since(table.shown)],
                **last_json(table),
                "notes": list(map(text_json, book.remarks(view.words))),
                "points": book.points(view.words),
                "offers": table.offers,
                "result": result_json(table),
                "next": table.next,
            }
            pieces = ",".join(map(_pieces.__getitem__, book.pieces(view.words)))
            self._common[known] = f'{dumps(told)[:-1]},"pieces":[{pieces}],"moves":[{self._moves(view.player)}]'
        return self._common[known]

    def _moves(self, player: int | None) -> str:
        """The decisions so far; those that others still keep to themselves without their text."""
        last, shown = self.table.last, self.table.shown
        new = shown.steps_since(self._told)
        written = [f'[{seat},"{move_data(move)[0]}"]' for seat, move in new]
        if len(new) == shown.number:  # something was taken back, or nothing was told yet
            self._history = ",".join(written)
        elif new:
            self._history = ",".join([self._history, *written])
        self._told = shown
        waiting = [dumps((seat, str(move) if seat == player else None)) for seat, move in last.steps_since(shown)]
        return ",".join([self._history, *waiting] if self._history else waiting)


def choices_json(view: View) -> str:
    """How the decisions of a player are clicked."""
    book, codes = view.game.rulebook, view.codes()
    here = {} if view.player is None else book.clicks_here(view.words, view.player, codes)
    listed = codes[:MOST_CHOICES]
    if here:
        return dumps([here.get(code) or book.choice[code] for code in listed])
    return f"[{','.join(map(_choices[book].__getitem__, listed))}]"


def last_json(table: Table) -> dict[str, Any]:
    """What everybody learned of last, and what it leaves on the board for a moment."""
    shown = table.shown
    before = shown.before.known() if shown.before else shown
    steps = shown.steps_since(before)
    return aftermath(table.game.rulebook, before.position.words, shown.position.words, steps)


def record_text(table: Table, guest: str | None) -> str:
    """The game as a record, as far as this browser may know it; who holds several seats knows what all know."""
    mine = table.seats_of(guest)
    return table.record().told_to(mine[0] if len(mine) == 1 else None)


def clock_json(table: Table, now: int, elapsed: Elapsed) -> dict[str, Any] | None:
    """What the clocks show at the moment of sending."""
    if table.time.kind == "none":
        return None
    left = [max(0, table.clock.left_at(seat, now, elapsed)) for seat in range(len(table.seats))]
    return {"left": left, "running": sorted(table.clock.since)}


def allowed(table: Table, seat: int | None, now: int, claim_at: int | None) -> list[str]:
    """What the page may offer to whoever sits here."""
    if seat is None:
        return []
    if table.phase == "over":
        open_to_more = table.ending and not table.next and seat not in table.offers["rematch"]
        return ["rematch"] if open_to_more else []
    found = ["abort"] if table.early else []
    if table.phase == "playing":
        found.append("resign")
        people = all(other.kind == "human" for other in table.seats)
        if people and seat not in table.offers["draw"]:
            found.append("draw")
        if seat not in table.offers["takeback"] and table.undo_to(seat) is not None:
            found.append("takeback")
        if claim_at is not None and claim_at <= now and seat not in table.to_act:
            found.append("claim")
    return found


def claim_in(table: Table, seat: int | None, now: int, claim_at: int | None) -> int | None:
    """In how many seconds somebody who sits here may claim the game against an absent opponent."""
    if seat is None or claim_at is None or seat in table.to_act:
        return None
    return max(0, -(-(claim_at - now) // 1000))


def result_json(table: Table) -> dict[str, Any] | None:
    """How the game ended, in words."""
    if table.cancelled:
        words = texts.say("result.cancelled")
        return {
            "returns": None,
            "reason": "cancelled",
            "words": text_json(words),
            "headline": text_json(words),
            "points": None,
        }
    if not table.ending:
        return None
    outcome = table.position.outcome
    inside = table.ending.reason not in OUTSIDE_REASONS and outcome
    words = outcome.sentence if inside and outcome else say(f"reasons.{table.ending.reason}")
    return {
        "returns": table.ending.returns,
        "reason": table.ending.reason,
        "words": text_json(words),
        "headline": text_json(headline(table, table.ending.returns)),
        "points": outcome.points if inside and outcome else None,
    }


def headline(table: Table, returns: Sequence[float]) -> Text:
    """Who won."""
    for seat, value in enumerate(returns):
        if value > 0:
            side = table.game.rulebook.player_name(seat)
            if table.seats[seat].kind == "computer":
                return texts.say("result.computer_won", side=side)
            name = table.seats[seat].name
            return texts.say("result.won", name=name, side=side) if name else say("result.side_won", side=side)
    return say("result.drawn")
