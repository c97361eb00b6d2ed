"""Records as JSON: the position after each move, and the moves that may follow.

This code knows all secrets of a position. It serves positions and games that a reader brings along, and records that
`Record.text_for` has cut to what a player may know. The record of a running table never comes here uncut.
"""

from __future__ import annotations

from ludotheque.position import Position
from ludotheque.record import Record
from ludotheque.reveals import revealed_moves
from ludotheque.server.messages.positions import Turn
from ludotheque.server.messages.study import Look, Ply, Replay, VariationJson, WholeReplay
from ludotheque.server.serialize.games import game_json
from ludotheque.server.serialize.position import board_json, check_move_count, last_moves_json, turn_json
from ludotheque.server.serialize.result import record_result_json


def look_json(record: Record, since: int = 0) -> Look:
    """Return the plies from `since` on, and the moves that may follow the last one."""
    final = record.final
    return {
        **_plies_json(record, since),
        # Only the first request of a page, with `since` 0, needs the board.
        "game": None if since else game_json(record.game),
        "to_move": [_turn_json(final, player) for player in final.to_act],
    }


def replay_json(record: Record) -> WholeReplay:
    """Return a whole game, ply by ply."""
    return {**_plies_json(record), "game": game_json(record.game)}


def _plies_json(record: Record, since: int = 0) -> Replay:
    return {
        "record": str(record),
        "start": record.start.text,
        "headers": dict(record.headers),
        "comment": record.comment,
        "plies": [_ply_json(record, ply) for ply in range(min(since, len(record.moves)), len(record.positions))],
        "result": record_result_json(record),
    }


def _ply_json(record: Record, ply: int) -> Ply:
    position, book = record.positions[ply], record.game.rulebook
    played = record.moves[ply - 1] if ply else None
    said = played or record
    plies = revealed_moves(record.positions, ply)
    moves = [(step.player, step.move) for step in record.moves[plies.start : plies.stop]]
    return {
        "ply": ply,
        "player": played.player if played else None,
        "move": str(played.move) if played else None,
        "comment": said.comment,
        "comments": said.comments,
        "glyphs": played.glyphs if played else (),
        "variations": [_variation_json(record, ply, variation) for variation in (played.variations if played else ())],
        **board_json(book, position.state),
        **last_moves_json(book, record.positions[plies.start].state, position.state, moves),
        "position": position.text,
        "to_act": position.to_act,
    }


def _variation_json(record: Record, ply: int, variation: Record) -> VariationJson:
    """A variation of the move of this ply. Its moves follow those before, which they may reveal."""
    moves = (*record.moves[: ply - 1], *variation.moves)
    line = Record(record.start, moves, positions=(*record.positions[: ply - 1], *variation.positions))
    return {
        "comments": variation.comments,
        "plies": [_ply_json(line, number) for number in range(ply, len(line.positions))],
    }


def _turn_json(position: Position, player: int) -> Turn:
    view = position.view(player)
    check_move_count(view, player)
    return {"player": player, **turn_json(view)}
