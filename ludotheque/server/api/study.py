"""Addresses for replay and study. Those for study are stateless, and take any position or record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response

from ludotheque.library import load
from ludotheque.record import PlayedMove, Record
from ludotheque.server.api.schemas import LookRequest, RecordRequest, StudyRequest
from ludotheque.server.errors import RequestError
from ludotheque.server.http.addresses import address_of
from ludotheque.server.http.dependencies import Guest, Live, analyses_of
from ludotheque.server.messages.study import Look, RecordText, TableReplay
from ludotheque.server.serialize.message import dumps
from ludotheque.server.serialize.replay import look_json, replay_json
from ludotheque.server.tables.views import record_text, table_result_json

LONG_RECORD, LONG_GAME = 8_000, 500
"""Almost all records have fewer characters, and almost all games fewer moves."""
MAX_MOVES = 4_000
"""How many moves a record may have, those of its variations included."""

T = TypeVar("T")
router = APIRouter(prefix="/api", tags=["study"])


def record_of(asked: StudyRequest) -> Record:
    """Return the game of a request: a record, or a position with the moves after it."""
    if asked.record is not None:
        return Record.parse(asked.record)
    if asked.game is None:
        raise RequestError("line", 422)
    game = load(asked.game, **asked.options)
    positions = [game.parse(asked.position) if asked.position is not None else game.start()]
    moves: list[PlayedMove] = []
    for player, text in asked.moves:
        positions.append(positions[-1].play(text, player))
        moves.append(PlayedMove(player, game.read(text)))
    return Record(positions[0], tuple(moves), positions=tuple(positions))


def written_record(asked: RecordRequest) -> Record:
    """Return the record that a request describes."""
    game = load(asked.game, **asked.options)
    start = game.parse(asked.position) if asked.position is not None else game.start()
    data = {**asked.model_dump(), "options": game.options, "start": start.text}
    return Record.from_json({**data, "rules": game.rulebook.definition.version})


def count_moves(record: Record) -> int:
    """Return how many moves a record has, with those of its variations."""
    return len(record) + sum(count_moves(variation) for played in record for variation in played.variations)


def checked_look(asked: LookRequest) -> Look:
    """Return the plies of a request; raise a `RequestError` for a record with too many moves."""
    record = record_of(asked)
    if count_moves(record) > MAX_MOVES:
        raise RequestError("long", 413)
    return look_json(record, asked.since)


def take_token(request: Request) -> None:
    """Raise a `RequestError` when a client asks for work too often."""
    if not request.app.state.analysis_limit.take(address_of(request.scope)):
        raise RequestError("fast", 429)


async def read(request: Request, work: Callable[[], T]) -> T:
    """Return the result of `work`, which reads a game. The address that asks is charged for it."""
    address = address_of(request.scope)
    if not request.app.state.study_limit.take(address):
        raise RequestError("fast", 429)
    return await analyses_of(request).read(address, work)


def limit_long(request: Request, asked: StudyRequest) -> None:
    """Count a long game as an analysis. To read a game of the usual length costs much less."""
    if len(asked.record or "") > LONG_RECORD or len(asked.moves) > LONG_GAME:
        take_token(request)


def json_response(data: Any) -> Response:
    """Return an answer as it is."""
    # FastAPI would check the data first, which takes long.
    return Response(dumps(data), media_type="application/json")


@router.get("/tables/{id}/replay")
async def table_replay(live: Live, guest: Guest, request: Request) -> Response:
    """Return a game ply by ply, as far as this browser may know it; all of it once the game is over."""
    table = live.table
    # It is made from the text that this browser would get, so nothing else can leave.
    text = record_text(table, guest)
    plies = await read(request, lambda: replay_json(Record.parse(text)))
    seats = [seat.public_json(present=True) for seat in table.seats]
    result = table_result_json(table)
    replay: TableReplay = {**plies, "table": table.id, "phase": table.phase, "seats": seats, "result": result}
    return json_response(replay)


@router.post("/study/look")
async def look(asked: LookRequest, request: Request) -> Response:
    """Return the states of all plies, and the moves that may follow the last one."""
    limit_long(request, asked)
    return json_response(await read(request, lambda: checked_look(asked)))


@router.post("/study/record")
async def write_record(asked: RecordRequest, request: Request) -> RecordText:
    """Return a game with its variations, comments and glyphs as text."""
    if int(request.headers.get("content-length", 0)) > LONG_RECORD:
        take_token(request)
    return {"record": await read(request, lambda: str(written_record(asked)))}
