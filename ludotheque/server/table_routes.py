"""Addresses of the tables: setting up, sitting down, watching."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request, Response, WebSocket
from fastapi.responses import PlainTextResponse

from ludotheque.server import guests, shelf
from ludotheque.server.asking import Guest, TheHall, TheRoom, Welcome
from ludotheque.server.events import Event
from ludotheque.server.gate import address_of, from_our_page
from ludotheque.server.hall import Hall
from ludotheque.server.live import Line, turn_away
from ludotheque.server.messages import JoinWish, ReturnWish, TableWish
from ludotheque.server.refusal import Refusal, text_json
from ludotheque.server.sight import record_text, result_json
from ludotheque.server.table import Table

MOST_LISTED = 50
RECENT = 20

router = APIRouter(prefix="/api", tags=["tables"])


def table_json(hall: Hall, table: Table, guest: str | None) -> dict[str, Any]:
    """What does not change at a table, and the links that this browser may have."""
    mine = table.seats_of(guest)
    page = f"/t/{table.id}"
    waiting = mine and table.phase == "open"
    return {
        "id": table.id,
        **shelf.game_json(table.game),
        "tagline": text_json(table.game.rulebook.texts.say("tagline")),
        "time": table.time.to_json(),
        "public": table.public,
        "mine": mine,
        "links": {
            "watch": page,
            "invite": f"{page}#join={hall.keys.invitation(table.id)}" if waiting else None,
            "seats": {
                str(seat): f"{page}#seat={hall.keys.seat(table.id, seat, table.seats[seat].since)}" for seat in mine
            },
        },
    }


def summary_json(table: Table, guest: str | None) -> dict[str, Any]:
    """A table in a list."""
    mine = table.seats_of(guest)
    book = table.game.rulebook
    result = result_json(table)
    return {
        "id": table.id,
        "game": table.game.id,
        "title": text_json(table.game.title),
        "names": [seat.name for seat in table.seats],
        "kinds": [seat.kind for seat in table.seats],
        "levels": [seat.level for seat in table.seats],
        "sides": [text_json(book.player_name(player)) for player in range(table.game.players)],
        "phase": table.phase,
        "your_turn": bool(set(mine) & set(table.to_act)),
        "mine": mine,
        "time": table.time.to_json(),
        "option_words": [text_json(shelf.option_words(book, *chosen)) for chosen in table.game.options.items()],
        "updated": datetime.fromtimestamp(table.updated / 1000, UTC).isoformat(timespec="seconds"),
        "result": result and result["headline"],
    }


async def summaries(hall: Hall, ids: list[str], guest: str | None) -> dict[str, Any]:
    found = [(await hall.room(id)).table for id in ids]
    return {"tables": [summary_json(table, guest) for table in found]}


@router.post("/tables", status_code=201)
async def set_up(wish: TableWish, hall: TheHall, guest: Welcome, request: Request) -> dict[str, Any]:
    """Set up a table."""
    if not request.app.state.new_tables.take(address_of(request.scope)):
        raise Refusal("many_new", 429)
    table = await hall.set_up(wish, guest)
    return {"table": table.id}


@router.get("/tables/{id}")
def info(room: TheRoom, hall: TheHall, guest: Guest) -> dict[str, Any]:
    """What does not change at a table: the game, its board and words, links."""
    return table_json(hall, room.table, guest)


@router.post("/tables/{id}/join")
async def join(wish: JoinWish, room: TheRoom, hall: TheHall, guest: Welcome) -> dict[str, Any]:
    """Sit down at a free seat, by invitation or from the public list."""
    if not room.table.public and not hall.keys.opens_invitation(room.table.id, wish.key):
        raise Refusal("invitation", 403)
    await hall.act(room, lambda table, now: table.join(guest, wish.name, wish.seat, now))
    return {"seat": room.table.seats_of(guest)[0]}


@router.post("/tables/{id}/return")
async def come_back(wish: ReturnWish, room: TheRoom, hall: TheHall, guest: Welcome) -> dict[str, Any]:
    """Take one's seat again from another browser, with the seat's private link."""
    seat = hall.keys.seat_opened_by(room.table.id, [seat.since for seat in room.table.seats], wish.key)
    if seat is None or room.table.seats[seat].kind != "human":
        raise Refusal("key", 403)
    await hall.act(room, lambda table, now: table.come_back(guest, seat, now))
    return {"seat": seat}


@router.post("/tables/{id}/leave")
async def leave(room: TheRoom, hall: TheHall, guest: Guest) -> dict[str, Any]:
    """Call off a game that has hardly begun, or give a seat back."""

    def ask(table: Table, now: int) -> list[Event]:
        mine = table.seats_of(guest)
        if not mine:
            raise Refusal("not_yours", 403)
        return table.leave(mine[0], now)

    await hall.act(room, ask)
    return {"phase": room.table.phase}


@router.get("/tables/{id}/record", response_class=PlainTextResponse)
def record(room: TheRoom, guest: Guest) -> Response:
    """The game as a text, as far as this browser may know it."""
    name = f"{room.table.game.id}-{room.table.id}.txt"
    return PlainTextResponse(
        record_text(room.table, guest), headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.get("/mine")
async def mine(hall: TheHall, guest: Guest) -> dict[str, Any]:
    """The games of this browser: unfinished ones, then the latest of the others."""
    if guest is None:
        return {"tables": []}
    going = await hall.store.read(hall.store.of_guest, guest, over=False, most=MOST_LISTED)
    over = await hall.store.read(hall.store.of_guest, guest, over=True, most=RECENT)
    return await summaries(hall, [*going, *over], guest)


@router.get("/open")
async def open_tables(hall: TheHall, guest: Guest) -> dict[str, Any]:
    """Tables on the public list that wait for somebody."""
    return await summaries(hall, await hall.store.read(hall.store.public_tables, MOST_LISTED), guest)


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    await _hold_line(socket, id)


async def _hold_line(socket: WebSocket, id: str) -> None:
    hall: Hall = socket.app.state.hall
    sockets: Counter[str] = socket.app.state.sockets
    address = address_of(socket.scope)
    try:
        if not from_our_page(socket.headers):
            raise Refusal("origin", 403)
        if sockets[address] >= hall.settings.sockets_per_address:
            raise Refusal("many_sockets", 429)
    except Refusal as refusal:
        await turn_away(socket, refusal)
        return
    sockets[address] += 1
    try:
        room = await hall.room(id)
        await socket.accept()
        await Line(hall, room, socket, guests.guest_of(socket.cookies.get(guests.COOKIE))).hold()
    except Refusal as refusal:
        await turn_away(socket, refusal)
    finally:
        sockets[address] -= 1
        if not sockets[address]:
            del sockets[address]
