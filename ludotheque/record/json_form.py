"""The moves of a record as JSON data, with comments, glyphs and variations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ludotheque.record.text_form import Entry, Line

if TYPE_CHECKING:
    from ludotheque.record.record import PlayedMove, Record


def write_line(record: Record) -> dict[str, Any]:
    """Return the comments before the first move, and the moves."""
    return {
        "comment": record.comment,
        "comments": list(record.comments),
        "moves": [_write_move(played) for played in record.moves],
    }


def _write_move(played: PlayedMove) -> dict[str, Any]:
    return {
        "player": played.player,
        "move": str(played.move),
        "comment": played.comment,
        "comments": list(played.comments),
        "glyphs": list(played.glyphs),
        "variations": [write_line(variation) for variation in played.variations],
    }


def read_line(data: Mapping[str, Any], number: int = 1) -> Line:
    """Return what `write_line` wrote as a text would say it. The first move has this number."""
    # Older files say "decisions".
    moves = data["moves"] if "moves" in data else data["decisions"]
    return Line(_read_comments(data), [_read_move(move, place) for place, move in enumerate(moves, number)])


def _read_move(data: Mapping[str, Any], number: int) -> Entry:
    variations = [read_line(line, number) for line in data.get("variations", ())]
    text = f"{data['player']}:{data['move']}"
    return Entry(1, number, text, list(data.get("glyphs", ())), _read_comments(data), variations)


def _read_comments(data: Mapping[str, Any]) -> list[str]:
    """Older files have one text, newer ones have it beside the list."""
    if "comments" not in data:
        return [data["comment"]]
    comments = list(data["comments"])
    together = " ".join(comments)
    if data.get("comment", together) != together:
        raise ValueError(f"{data['comment']!r} is not {together!r}")
    return comments
