"""A line of decisions, laid open for a page: what stands on the board after each of them, and what may come next.

Everything here knows the whole truth about a position. It is for positions and games that somebody brings along, and
for what `Record.told_to` has cut to what he may know; a running table itself never comes here.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ludotheque.library import load
from ludotheque.position import Position
from ludotheque.record import Decision, Record, uncovered
from ludotheque.server import shelf
from ludotheque.server.frame import aftermath, piece_data
from ludotheque.server.messages import LineWish
from ludotheque.server.refusal import Refusal, text_json
from ludotheque.server.sight import MOST_CHOICES
from ludotheque.texts import say


def record_of(wish: LineWish) -> Record:
    """The game that somebody brings along: a record, or a position with the decisions after it."""
    if wish.record is not None:
        return Record.parse(wish.record)
    if wish.game is None:
        raise Refusal("line", 422)
    game = load(wish.game, **wish.options)
    positions = [game.parse(wish.position) if wish.position is not None else game.start()]
    decisions: list[Decision] = []
    for player, text in wish.decisions:
        positions.append(positions[-1].play(text, player))
        decisions.append(Decision(player, game.read(text)))
    return Record(positions[0], tuple(decisions), positions=tuple(positions))


def look_json(record: Record, since: int = 0) -> dict[str, Any]:
    """The plies from `since` on, and the decisions that are owed after the last one."""
    return {
        **replay_json(record, since),
        "turns": [turn_json(record.final, player) for player in record.final.to_act],
    }


def replay_json(record: Record, since: int = 0) -> dict[str, Any]:
    """The plies from `since` on; whoever knows the first ones already has the game's board and words, too."""
    return {
        "info": None if since else shelf.game_json(record.game),
        "record": str(record),
        "start": record.start.text,
        "headers": dict(record.headers),
        "comment": record.comment,
        "plies": [ply_json(record, ply) for ply in range(min(since, len(record.decisions)), len(record.positions))],
        "result": result_json(record),
    }


def ply_json(record: Record, ply: int) -> dict[str, Any]:
    """The board after so many decisions."""
    position, book = record.positions[ply], record.game.rulebook
    decision = record.decisions[ply - 1] if ply else None
    plies = uncovered(record.positions, ply)
    steps = [(step.player, step.move) for step in record.decisions[plies.start : plies.stop]]
    return {
        "ply": ply,
        "player": decision and decision.player,
        "move": decision and str(decision.move),
        "comment": decision.comment if decision else "",
        "pieces": list(map(piece_data, book.pieces(position.words))),
        "notes": list(map(text_json, book.remarks(position.words))),
        "points": book.points(position.words),
        **aftermath(book, record.positions[plies.start].words, position.words, steps),
        "text": position.text,
        "to_act": position.to_act,
    }


def turn_json(position: Position, player: int) -> dict[str, Any]:
    """A decision that a player owes: what to do, and how it is clicked."""
    view = position.view(player)
    family = view.family
    # Somebody may make up a position with millions of decisions, which no game reaches.
    if not family and view.mobility(player) > MOST_CHOICES:
        raise Refusal("crowded", 422, most=MOST_CHOICES)
    return {
        "player": player,
        "task": view.task and text_json(view.task),
        "family": family and asdict(family),
        "choices": None if family else view.choices(),
    }


def result_json(record: Record) -> dict[str, Any] | None:
    """How a game ended, in words; no names are known, only sides."""
    if record.result is None:
        return None
    outcome = record.final.outcome
    return {
        "returns": record.result,
        "reason": record.reason,
        "words": text_json(record.ending or say("result.drawn")),
        "headline": text_json(record.headline),
        "points": outcome.points if outcome else None,
    }


# Pictures.


def picture(record: Record, ply: int, flip: bool) -> str:
    """The board after so many decisions, as SVG."""
    if ply >= len(record.positions):
        raise Refusal("ply", 422, last=len(record.decisions))
    last = [record.decisions[place].move for place in uncovered(record.positions, ply)]
    return record.positions[ply].svg(last=last, flip=flip)
