"""A moment of a game as pages draw it: at a table, in a figure of the rules, in a lesson."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from ludotheque.position import Move
from ludotheque.record import Record
from ludotheque.rulebook import Flight, Piece, Rulebook, State
from ludotheque.server.refusal import text_json


def piece_data(piece: Piece) -> list[Any]:
    cell = -1 if piece.cell is None else piece.cell
    return [piece.symbol, round(piece.x, 3), round(piece.y, 3), cell, piece.words, piece.choice]


@lru_cache(1 << 15)
def move_data(move: Move) -> tuple[str, tuple[str, ...]]:
    """A decision's text and the cells that it names."""
    return str(move), move.cells


def flight_data(flight: Flight) -> list[Any]:
    places = [round(number, 3) for number in (*flight.start, *flight.end)]
    return [flight.symbol, *places, flight.words]


def aftermath(book: Rulebook, before: State, after: State, steps: Sequence[tuple[int, Move]]) -> dict[str, Any]:
    """The decisions that everybody learned of last, what they leave on the board for a moment, and what flies there."""
    codes = [(seat, move.code) for seat, move in steps]
    traces, flights = book.traces(before, codes), book.flights(before, after, codes)
    return {
        "last": [cell for _, move in steps for cell in move_data(move)[1]],
        "traces": list(map(piece_data, traces)),
        "flights": list(map(flight_data, flights)),
        "shown": [(seat, move_data(move)[0]) for seat, move in steps],
    }


def frame_json(record: Record, seen_by: int | None = None) -> dict[str, Any]:
    """The last position of a record, to be looked at: as one player sees it, or (None) with all secrets."""
    book, final = record.game.rulebook, record.final
    words = final.words if seen_by is None else final.view(seen_by).words
    shown = record.last_shown
    before = record.positions[len(record.decisions) - len(shown)]
    decided = [(step.player, step.move) for step in record.decisions] if seen_by is None else record.seen_by(seen_by)
    return {
        "facing": seen_by,
        "to_act": final.to_act,
        "pieces": [piece_data(piece) for piece in book.pieces(words)],
        "moves": [(player, move and str(move)) for player, move in decided],
        **aftermath(book, before.words, words, [(step.player, step.move) for step in shown]),
        "notes": list(map(text_json, book.remarks(words))),
        "points": book.points(words),
        "task": None,
        "choices": None,
        "family": None,
        "due": None,
        "result": _result(record),
    }


def asking_json(record: Record, player: int) -> dict[str, Any]:
    """The last position of a record for a player who decides in it: with how his decisions are clicked."""
    view = record.final.view(player)
    family = view.family
    return {
        **frame_json(record, player),
        "task": text_json(view.task) if view.task else None,
        "choices": None if family else view.choices(),
        "family": family and asdict(family),
        "due": len(record.decisions),
    }


def _result(record: Record) -> dict[str, Any] | None:
    outcome = record.final.outcome
    if not outcome:
        return None
    words = text_json(outcome.sentence)
    return {
        "returns": outcome.returns,
        "reason": outcome.reason,
        "words": words,
        "headline": words,
        "points": outcome.points,
    }
