"""Addresses of the tables: create, join, leave, list."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse

from ludotheque.server.api.new_tables import first_game_setup, setup_of
from ludotheque.server.api.schemas import FirstGame, JoinRequest, NewTable, ReturnRequest
from ludotheque.server.errors import RequestError
from ludotheque.server.http import static
from ludotheque.server.http.addresses import address_of
from ludotheque.server.http.dependencies import Guest, Live, Manager, NewGuest
from ludotheque.server.messages.tables import Created, Left, Seated, Summaries, TableInfo, TableLinks
from ludotheque.server.serialize.message import dumps
from ludotheque.server.tables import requests
from ludotheque.server.tables.manager import TableManager
from ludotheque.server.tables.summaries import MAX_LISTED, MAX_RECENT, info_json, summary_json
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.views import picture, record_text

router = APIRouter(prefix="/api", tags=["tables"])


def _links(manager: TableManager, table: Table, guest: str | None) -> TableLinks:
    """Return the links of a table for this browser."""
    mine = table.seats_of(guest)
    page = f"{manager.settings.root_path}/t/{table.id}"
    since = [seat.since for seat in table.seats]
    return {
        "watch": page,
        "invite": f"{page}#join={manager.keys.invitation(table.id)}" if mine and table.phase == "open" else None,
        "seats": {str(seat): f"{page}#seat={manager.keys.seat(table.id, seat, since[seat])}" for seat in mine},
    }


async def _summaries(manager: TableManager, ids: list[str], guest: str | None) -> Summaries:
    listed = []
    for id in ids:
        # One that cannot be read, or that was removed just now, hides itself and not the list.
        with suppress(RequestError):
            listed.append((await manager.live_table(id)).table)
    return {"tables": [summary_json(table, guest) for table in listed]}


@router.post("/tables", status_code=201)
async def create(new: NewTable, manager: Manager, guest: NewGuest, request: Request) -> Created:
    """Create a table."""
    return await _create(setup_of(new, guest, manager.random), manager, guest, request)


@router.post("/games/{id}/first-game", status_code=201)
async def first_game(id: str, asked: FirstGame, manager: Manager, guest: NewGuest, request: Request) -> Created:
    """Create a guided table against the weakest computer, with the usual options."""
    return await _create(first_game_setup(id, asked, guest, manager.random), manager, guest, request)


async def _create(setup: dict[str, Any], manager: TableManager, guest: str, request: Request) -> Created:
    address = address_of(request.scope)
    if not request.app.state.new_table_limit.take(address):
        raise RequestError("many_new", 429)
    await manager.check_quota(guest)
    table = await manager.create(setup, address)
    return {"table": table.id}


@router.get("/tables/{id}", response_model=TableInfo)
def info(live: Live, manager: Manager, guest: Guest, request: Request) -> Response:
    """Return the part of a table that does not change: the game, its board, its links."""
    data = dumps(info_json(live.table, guest, _links(manager, live.table, guest))).encode()
    return static.private(data, "application/json", request)


@router.post("/tables/{id}/join")
async def join(asked: JoinRequest, live: Live, manager: Manager, guest: NewGuest) -> Seated:
    """Take a free seat, with an invitation or at a public table."""
    if not live.table.setup.public and not manager.keys.opens_invitation(live.table.id, asked.key):
        raise RequestError("invitation", 403)
    await manager.act(live, partial(requests.join, guest=guest, name=asked.name, seat=asked.seat))
    return {"seat": live.table.seats_of(guest)[0]}


@router.post("/tables/{id}/return")
async def come_back(asked: ReturnRequest, live: Live, manager: Manager, guest: NewGuest) -> Seated:
    """Hold a seat from another browser as well, with the seat's private link."""
    seat = manager.keys.seat_opened_by(live.table.id, [seat.since for seat in live.table.seats], asked.key)
    if seat is None or live.table.seats[seat].kind != "human":
        raise RequestError("key", 403)
    await manager.act(live, partial(requests.come_back, guest=guest, seat=seat))
    return {"seat": seat}


@router.post("/tables/{id}/leave")
async def leave(live: Live, manager: Manager, guest: Guest) -> Left:
    """Give a seat back, or cancel a game in which a player has not moved yet."""
    await manager.act(live, partial(requests.leave_as, guest))
    return {"phase": live.table.phase}


@router.get("/tables/{id}/record", response_class=PlainTextResponse)
def record(live: Live, guest: Guest) -> Response:
    """Return the game as a text, as far as this browser may know it."""
    name = f"{live.table.game.id}-{live.table.id}.txt"
    return PlainTextResponse(
        record_text(live.table, guest), headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.get("/tables/{id}/picture.svg")
def picture_svg(live: Live, guest: Guest, request: Request) -> Response:
    """Return a picture of the position, as far as this browser may know it."""
    return static.as_picture(static.private(picture(live.table, guest).encode(), static.SVG, request))


@router.get("/mine")
async def mine(manager: Manager, guest: Guest) -> Summaries:
    """Return the games of this browser: the unfinished ones, then the latest of the others."""
    if guest is None:
        return {"tables": []}
    of_guest = manager.store.of_guest
    unfinished = await manager.store.read(of_guest, guest, over=False, limit=MAX_LISTED)
    over = await manager.store.read(of_guest, guest, over=True, limit=MAX_RECENT)
    return await _summaries(manager, [*unfinished, *over], guest)


@router.get("/open")
async def open_tables(manager: Manager, guest: Guest) -> Summaries:
    """Return the public tables with a free seat."""
    return await _summaries(manager, await manager.store.read(manager.store.public_tables, MAX_LISTED), guest)
