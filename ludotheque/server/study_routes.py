"""Addresses for replaying and studying: stateless, and for whatever position or record somebody brings along."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Response

from ludotheque.record import Record
from ludotheque.server import studying
from ludotheque.server.asking import Guest, TheRoom
from ludotheque.server.messages import LookWish, PictureWish
from ludotheque.server.sight import dumps, result_json

router = APIRouter(prefix="/api", tags=["study"])


def answer(data: Any) -> Response:
    """JSON without a detour: it is long."""
    return Response(dumps(data), media_type="application/json")


@router.get("/tables/{id}/replay")
async def replay(room: TheRoom, guest: Guest) -> Response:
    """A game from its first decision on, as far as this browser may know it; whole once it is over."""
    table = room.table
    mine = table.seats_of(guest)
    # Read from the very text that this browser would get: what is not in it cannot leave.
    told = table.record().told_to(mine[0] if len(mine) == 1 else None)
    found = await asyncio.to_thread(lambda: studying.replay_json(Record.parse(told)))
    seats = [{"kind": seat.kind, "name": seat.name, "level": seat.level, "here": True} for seat in table.seats]
    return answer({**found, "table": table.id, "phase": table.phase, "seats": seats, "result": result_json(table)})


@router.post("/study/look")
async def look(wish: LookWish) -> Response:
    """The states of all plies, and what may be decided after the last one."""
    return answer(await asyncio.to_thread(lambda: studying.look_json(studying.record_of(wish), wish.since)))


@router.post("/study/svg")
async def svg(wish: PictureWish) -> Response:
    """One ply as a picture, or the whole game as an animated one."""

    def draw() -> str:
        record = studying.record_of(wish)
        if wish.ply is None:
            return studying.film(record, wish.flip, wish.language)
        return studying.picture(record, wish.ply, wish.flip)

    headers = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
    return Response(await asyncio.to_thread(draw), media_type="image/svg+xml", headers=headers)
