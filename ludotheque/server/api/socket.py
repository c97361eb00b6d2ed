"""The address of the socket between a page and a table."""

from __future__ import annotations

from collections import Counter
from functools import partial

from fastapi import APIRouter, WebSocket
from fastapi.responses import JSONResponse
from starlette.websockets import WebSocketState

from ludotheque.server.api.connection import Connection
from ludotheque.server.errors import RequestError, StorageError
from ludotheque.server.http import sessions
from ludotheque.server.http.addresses import address_of, exact_address_of
from ludotheque.server.http.middleware import from_our_page
from ludotheque.server.http.rate_limits import RateLimit
from ludotheque.server.http.socket import socket_of
from ludotheque.server.serialize.message import VERSION, error_json, message
from ludotheque.server.tables.blocked import BlockList
from ludotheque.server.tables.manager import TableManager

router = APIRouter(prefix="/api", tags=["tables"])


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: str) -> None:
    """Connect a page with a table. The address of the socket has the version of the page's messages."""
    manager: TableManager = socket.app.state.manager
    sockets: Counter[str] = socket.app.state.sockets
    blocked: BlockList = socket.app.state.blocked
    address, exact = address_of(socket.scope), exact_address_of(socket.scope)
    try:
        if exact in blocked:
            raise RequestError("blocked", 403)
        if socket.query_params.get("v") != str(VERSION):
            raise RequestError("version")
        if not from_our_page(socket.headers):
            raise RequestError("origin", 403)
        if sockets[address] >= manager.settings.share(manager.settings.sockets_per_address):
            raise RequestError("many_sockets", 429)
    except RequestError as error:
        await _reject(socket, error)
        return
    sockets[address] += 1
    try:
        table = await manager.live_table(id)
        guest = sessions.guest_of(socket.cookies.get(sessions.COOKIE))
        if not table.has_room(guest):
            raise RequestError("crowd", 429)
        await socket.accept()
        messages: RateLimit = socket.app.state.message_limit
        tables: RateLimit = socket.app.state.new_table_limit
        is_blocked = partial(blocked.__contains__, exact)
        page = socket_of(socket.scope)
        await Connection(manager, table, page, guest, address, messages.take, tables.take, is_blocked).hold()
    except RequestError as error:
        await _reject(socket, error)
    except StorageError as error:
        # The page tries again until the database is back.
        await socket.send_denial_response(JSONResponse(error_json(error), 503))
    finally:
        sockets[address] -= 1
        if not sockets[address]:
            del sockets[address]


async def _reject(socket: WebSocket, error: RequestError) -> None:
    """Send the reason, then close the socket."""
    await socket.accept()
    await socket.send_text(message("gone", error_json(error)).decode())
    if socket.application_state == WebSocketState.CONNECTED:
        await socket.close(4000)
