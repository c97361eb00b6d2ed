"""What a page asks about tables: new ones, lists, links, records, clicks, hints, all games as a file."""

from __future__ import annotations

from functools import partial
from typing import Any

from ludotheque.browser.errors import BrowserError
from ludotheque.browser.routes import SVG, TEXT, Answer, Asked, Routes, answered
from ludotheque.browser.tables import GUEST
from ludotheque.errors import LudothequeError
from ludotheque.server.api import schemas
from ludotheque.server.api.new_tables import first_game_setup, setup_of
from ludotheque.server.serialize.clicks import explanation_json, previews_json
from ludotheque.server.tables import requests
from ludotheque.server.tables.summaries import (
    MAX_LISTED,
    MAX_RECENT,
    info_json,
    replay_of_table,
    summary_json,
    view_for_hint,
    view_of_seat,
)
from ludotheque.server.tables.table import Table
from ludotheque.server.tables.views import picture, record_text

routes = Routes()


async def _table(asked: Asked) -> Table:
    return await asked.tables.table(asked.names["id"])


@routes.on("POST", "/tables")
async def create(asked: Asked) -> Any:
    return await _create(asked, setup_of(asked.read(schemas.NewTable), GUEST, asked.tables.random))


@routes.on("POST", "/games/{id}/first-game")
async def first_game(asked: Asked) -> Any:
    new = asked.read(schemas.FirstGame)
    return await _create(asked, first_game_setup(asked.names["id"], new, GUEST, asked.tables.random))


async def _create(asked: Asked, setup: dict[str, Any]) -> Answer:
    table = await asked.tables.create(setup)
    return answered({"table": table.id}, 201)


@routes.on("GET", "/mine")
@routes.on("GET", "/here/mine")
async def mine(asked: Asked) -> Any:
    rows = await asked.tables.store.rows()
    unfinished = [row["id"] for row in rows if row["phase"] != "over"][:MAX_LISTED]
    over = [row["id"] for row in rows if row["phase"] == "over"][:MAX_RECENT]
    listed = []
    for id in [*unfinished, *over]:
        try:
            listed.append(summary_json(await asked.tables.table(id), GUEST))
        except LudothequeError:  # one that cannot be read hides itself and not the list
            continue
    return {"tables": listed}


@routes.on("GET", "/open")
async def open_tables(asked: Asked) -> Any:
    return {"tables": []}


@routes.on("GET", "/mine/export")
async def export(asked: Asked) -> Any:
    from ludotheque.browser.moving import exported

    return Answer((await exported(asked.tables)).encode(), TEXT)


@routes.on("POST", "/mine/import")
async def bring(asked: Asked) -> Any:
    from ludotheque.browser.moving import imported

    return await imported(asked.tables, asked.body)


@routes.on("GET", "/tables/{id}")
async def info(asked: Asked) -> Any:
    table = await _table(asked)
    return info_json(table, GUEST, {"watch": None, "invite": None, "seats": {}})


@routes.on("POST", "/tables/{id}/join")
@routes.on("POST", "/tables/{id}/return")
async def join(asked: Asked) -> Any:
    raise BrowserError("no_others")


@routes.on("POST", "/tables/{id}/leave")
async def leave(asked: Asked) -> Any:
    live = await asked.tables.live_table(asked.names["id"])
    await asked.tables.act(live, partial(requests.leave_as, GUEST))
    return {"phase": live.table.phase}


@routes.on("GET", "/tables/{id}/record")
async def record(asked: Asked) -> Any:
    return Answer(record_text(await _table(asked), GUEST).encode(), TEXT)


@routes.on("GET", "/tables/{id}/picture.svg")
async def drawn(asked: Asked) -> Any:
    return Answer(picture(await _table(asked), GUEST).encode(), SVG)


@routes.on("GET", "/tables/{id}/replay")
async def replay(asked: Asked) -> Any:
    return replay_of_table(await _table(asked), GUEST)()


@routes.on("POST", "/tables/{id}/explain")
async def explain(asked: Asked) -> Any:
    request = asked.read(schemas.ExplainRequest)
    return explanation_json(view_of_seat(await _table(asked), GUEST, request.seat), request.clicks)


@routes.on("POST", "/tables/{id}/preview")
async def preview(asked: Asked) -> Any:
    request = asked.read(schemas.PreviewRequest)
    return {"previews": previews_json(view_of_seat(await _table(asked), GUEST, request.seat), request.candidates)}


@routes.on("POST", "/tables/{id}/hint")
async def hint(asked: Asked) -> Any:
    from ludotheque.server.serialize.analysis import analysis_json

    request = asked.read(schemas.HintRequest)
    view = view_for_hint(await _table(asked), GUEST, request.seat)
    return analysis_json(await asked.searches.analyse(view, asked.tables.settings.hint_seconds, 1))
