"""Games to study: what a request describes, and what is answered. The program in a browser answers the same."""

from __future__ import annotations

from ludotheque.library import load
from ludotheque.picture import Sheet
from ludotheque.position import View
from ludotheque.record import PlayedMove, Record
from ludotheque.server.api.schemas import FilmRequest, LookRequest, PictureRequest, RecordRequest, StudyRequest
from ludotheque.server.errors import RequestError
from ludotheque.server.messages.study import Look
from ludotheque.server.serialize.replay import look_json

MAX_MOVES = 4_000
"""How many moves a record may have, those of its variations included."""


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


def view_in_study(asked: StudyRequest, player: int) -> View:
    """Return the last position of a game as a player sees it."""
    return record_of(asked).final.view(player)


def picture_of(asked: PictureRequest) -> str:
    """Return a ply or a whole game as SVG."""
    record = record_of(asked)
    if asked.ply is None:
        return record.film(language=asked.language, **sheet_of(asked))
    if asked.ply >= len(record.positions):
        raise RequestError("ply", 422, last=len(record.moves))
    return record.svg(asked.ply, **sheet_of(asked))


def sheet_of(asked: FilmRequest) -> Sheet:
    """Return how the pictures of a request look."""
    return {"coordinates": asked.coordinates, "flip": asked.flip, "theme": asked.theme}
