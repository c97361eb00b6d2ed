"""Positions as JSON, ready to be drawn: at a table, in a figure of the rules, in a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ludotheque.clicks import Combination
from ludotheque.position import Move, View
from ludotheque.record import Record
from ludotheque.rulebook import Motion, Piece, Rulebook, State
from ludotheque.server.errors import RequestError
from ludotheque.server.messages.games import MotionJson, PieceJson
from ludotheque.server.messages.positions import Combination as CombinationJson
from ludotheque.server.messages.positions import LastMoves, Pieces, PositionJson, Remarks, Task, TaskMoves
from ludotheque.server.serialize.message import text_json
from ludotheque.server.serialize.result import outcome_json

MAX_MOVES = 5000
"""No position of a real game has this many moves. An invented one may have millions."""


def piece_data(piece: Piece) -> PieceJson:
    """Return symbol, x, y, cell (or -1), label and token of a piece."""
    cell = -1 if piece.cell is None else piece.cell
    return piece.symbol, round(piece.x, 3), round(piece.y, 3), cell, piece.label, piece.token


@lru_cache(1 << 15)
def move_data(move: Move) -> tuple[str, tuple[str, ...]]:
    """Return the text of a move and the cells that it names."""
    return str(move), move.cells


def motion_data(motion: Motion) -> MotionJson:
    """Return symbol, x and y of start and end, and label of a flying piece."""
    start_x, start_y, end_x, end_y = (round(number, 3) for number in (*motion.start, *motion.end))
    return motion.symbol, start_x, start_y, end_x, end_y, motion.label


def last_moves_json(book: Rulebook, before: State, after: State, moves: Sequence[tuple[int, Move]]) -> LastMoves:
    """Return the moves that became public last, with the traces and motions that they leave on the board."""
    codes = [(seat, move.code) for seat, move in moves]
    traces, motions = book.look.traces(before, codes), book.look.motions(before, after, codes)
    return {
        "last": [cell for _, move in moves for cell in move_data(move)[1]],
        "traces": [list(map(piece_data, of_move)) for of_move in traces],
        "motions": list(map(motion_data, motions)),
        "revealed": [(seat, move_data(move)[0]) for seat, move in moves],
        "told": list(map(text_json, book.narration.tell(before, after, codes))),
    }


def board_json(book: Rulebook, state: State) -> Pieces:
    """Return the pieces, the remarks and the points of a state."""
    return {"pieces": list(map(piece_data, book.look.pieces(state))), **remarks_json(book, state)}


def remarks_json(book: Rulebook, state: State) -> Remarks:
    """Return the remarks and the points of a state."""
    return {"remarks": list(map(text_json, book.look.remarks(state))), "points": book.rules.points(state)}


# The player to move.


def task_json(view: View) -> Task:
    """Return the task of the player to move, their dangers, and the combination that stands for a long list."""
    return {
        "task": text_json(view.task),
        "dangers": [
            {"cells": view.game.board.names(danger.cells), "text": text_json(danger.text)} for danger in view.dangers
        ],
        "combination": combination_json(view.combination),
    }


def combination_json(combination: Combination | None) -> CombinationJson | None:
    """Return a combination, which is any `count` of these cells; None for None."""
    if combination is None:
        return None
    return {
        "cells": combination.cells,
        "count": combination.count,
        "prefix": combination.prefix,
        "kind": combination.kind,
        "ghost": combination.ghost,
    }


def turn_json(view: View) -> TaskMoves:
    """Return the task of the player to move, with all moves and how they are clicked."""
    task = task_json(view)
    return {**task, "legal_moves": None if task["combination"] else view.clickable_moves()}


NO_TURN: TaskMoves = {"task": None, "dangers": (), "combination": None, "legal_moves": None}
"""The `turn_json` of a player who is not to move."""


def check_move_count(view: View, player: int) -> None:
    """Raise a `RequestError` when an invented position has more moves than any real one."""
    if not view.combination and view.mobility(player) > MAX_MOVES:
        raise RequestError("crowded", 422, max=MAX_MOVES)


# Whole positions.


def position_json(record: Record, seen_by: int | None = None) -> PositionJson:
    """Return the last position of a record as one player sees it; with all secrets for None."""
    book, final = record.game.rulebook, record.final
    state = final.state if seen_by is None else final.view(seen_by).state
    revealed = record.last_revealed
    before = record.positions[len(record.moves) - len(revealed)]
    moves = [(step.player, step.move) for step in record.moves] if seen_by is None else record.seen_by(seen_by)
    return {
        "viewpoint": seen_by,
        "to_act": final.to_act,
        "moves": [(player, str(move) if move else None) for player, move in moves],
        **board_json(book, state),
        **last_moves_json(book, before.state, state, [(step.player, step.move) for step in revealed]),
        **NO_TURN,
        "ticket": None,
        "result": outcome_json(final),
    }


def position_to_move_json(record: Record, player: int) -> PositionJson:
    """Return the last position of a record as the player to move sees it, with the moves to choose from."""
    turn = turn_json(record.final.view(player))
    return {**position_json(record, player), **turn, "ticket": len(record.moves)}
