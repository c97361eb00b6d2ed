"""Tables as lists and pages know them, and what one browser may ask about them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import cast

from ludotheque.position import View
from ludotheque.record import Record
from ludotheque.server.errors import RequestError
from ludotheque.server.messages.study import TableReplay
from ludotheque.server.messages.tables import Summary, TableInfo, TableLinks
from ludotheque.server.serialize.games import changed_options_json, game_json
from ludotheque.server.serialize.message import text_json
from ludotheque.server.serialize.replay import replay_json
from ludotheque.server.serialize.teaching import notes_json
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.views import record_text, table_result_json
from ludotheque.teaching.reading import extras

MAX_LISTED, MAX_RECENT = 50, 20
"""How many unfinished games the list of a browser's games has, and how many others."""


def info_json(table: Table, guest: str | None, links: TableLinks) -> TableInfo:
    """Return the part of a table that does not change, with its links for this browser."""
    return {
        "id": table.id,
        **game_json(table.game),
        "tagline": text_json(table.game.rulebook.texts.say("tagline")),
        "goal": text_json(table.game.rulebook.texts.say("goal")),
        "extras": extras(table.game.id),
        "time": table.setup.time.to_json(),
        "public": table.setup.public,
        "mine": table.seats_of(guest),
        "links": links,
        "changed_options": changed_options_json(table.game),
        "notes": notes_json(table.game.id) if table.setup.guided else (),
    }


def summary_json(table: Table, guest: str | None) -> Summary:
    """Return a table as lists show it."""
    mine = table.seats_of(guest)
    book = table.game.rulebook
    result = table_result_json(table)
    since = [table.turns[seat].waiting_since for seat in table.to_act]
    return {
        "id": table.id,
        "game": table.game.id,
        "title": text_json(table.game.title),
        "names": [seat.name for seat in table.seats],
        "kinds": [seat.kind for seat in table.seats],
        "levels": [seat.level for seat in table.seats],
        "sides": [text_json(book.player_name(player)) for player in range(table.game.players)],
        "phase": table.phase,
        "seq": table.seq,
        "to_act": table.to_act,
        "your_turn": bool(set(mine) & set(table.to_act)),
        "waiting_since": _moment_text(min(since)) if since else None,
        "mine": mine,
        "time": table.setup.time.to_json(),
        "changed_options": changed_options_json(table.game),
        "updated": _moment_text(table.updated),
        "result": result and result["headline"],
        "reason": result["text"] if result and result["text"] != result["headline"] else None,
    }


def _moment_text(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")


def view_of_seat(table: Table, guest: str | None, seat: int) -> View:
    """Return the view of a seat that this browser holds."""
    if seat not in table.seats_of(guest):
        raise RequestError("not_yours", 403)
    return table.position.view(seat)


def view_for_hint(table: Table, guest: str | None, seat: int) -> View:
    """Return the view of a seat that may ask for a hint: at its turn, against computers only."""
    view = view_of_seat(table, guest, seat)
    others = {other.kind for number, other in enumerate(table.seats) if number != seat}
    if seat not in table.to_act or others != {"computer"}:
        raise RequestError("hint")
    return view


def replay_of_table(table: Table, guest: str | None) -> Callable[[], TableReplay]:
    """Return a function that makes the replay of a table, which may take a while.

    It is made from the text that this browser would get, so nothing else can leave.
    """
    text = record_text(table, guest)
    seats = [seat.public_json(present=True) for seat in table.seats]
    rest = {"table": table.id, "phase": table.phase, "seats": seats, "result": table_result_json(table)}
    return lambda: cast(TableReplay, {**replay_json(Record.parse(text)), **rest})
