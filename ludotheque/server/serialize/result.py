"""Results of games as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from ludotheque.position import Position
from ludotheque.record import Record
from ludotheque.record.headers import OUTSIDE_REASONS
from ludotheque.server.errors import texts
from ludotheque.server.messages.positions import Result
from ludotheque.server.serialize.message import text_json
from ludotheque.texts import Text, say


def result_json(returns: Sequence[float], reason: str, final: Position, headline: Text) -> Result:
    """Return the result of a game with this last position, on the board or away from it."""
    outcome = final.outcome
    if outcome is None or reason in OUTSIDE_REASONS:
        return _json(returns, reason, say(f"reasons.{reason}"), headline)
    book = final.game.rulebook
    cells = book.board.names(book.narration.decided(final.state))
    return _json(returns, reason, outcome.sentence, headline, outcome.points, cells)


def outcome_json(final: Position) -> Result | None:
    """Return the result on the board, with its sentence as headline; None when there is no result."""
    outcome = final.outcome
    return result_json(outcome.returns, outcome.reason, final, outcome.sentence) if outcome else None


def record_result_json(record: Record) -> Result | None:
    """Return the result of a record; None when it has none. Its headline names a side, because names are unknown."""
    if record.result is None or record.reason is None:
        return None
    return result_json(record.result, record.reason, record.final, record.headline)


def cancelled_json() -> Result:
    """Return the result of a game that was cancelled."""
    text = texts.say("result.cancelled")
    return _json(None, "cancelled", text, text)


def _json(
    returns: Sequence[float] | None,
    reason: str,
    text: Text,
    headline: Text,
    points: Sequence[int] | None = None,
    cells: Sequence[str] = (),
) -> Result:
    return {
        "returns": returns,
        "reason": reason,
        "text": text_json(text),
        "headline": text_json(headline),
        "points": points,
        "cells": cells,
    }
