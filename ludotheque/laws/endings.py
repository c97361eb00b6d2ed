"""Laws about whole games: their results add up, and their records come back."""

from __future__ import annotations

import json
from collections.abc import Iterator

from ludotheque.errors import IllegalMove
from ludotheque.laws.breach import Breach, listing, texts
from ludotheque.position import Outcome, Position
from ludotheque.record import Record


def only_the_last_position_has_a_result(record: Record) -> Iterator[Breach]:
    for position in record.positions[:-1]:
        if position.outcome is not None:
            yield Breach(texts.say("expected.going_on"), position.outcome.reason, position)


def results_add_up(record: Record) -> Iterator[Breach]:
    """ALL-2: a result for each player, whose sum is zero, and a reason that the rules name."""
    outcome = record.final.outcome
    if outcome is None:
        return
    reasons, players = record.game.rulebook.rules.reasons, record.game.players
    if (
        len(outcome.returns) != players
        or sum(map(float, outcome.returns)) != 0
        or not set(outcome.returns) <= {1.0, 0.0, -1.0}
    ):
        yield Breach(texts.say("expected.returns", players=players), _result(outcome), record.final)
    if outcome.reason not in reasons:
        yield Breach(listing(reasons), outcome.reason, record.final)


def _result(outcome: Outcome) -> str:
    return ", ".join(f"{value:g}" for value in outcome.returns)


def nobody_moves_after_the_end(record: Record) -> Iterator[Breach]:
    """ALL-5."""
    final = record.final
    if final.to_act:
        return
    if final.legal_moves():
        yield Breach(texts.say("expected.no_moves"), listing(final.legal_moves()), final)
    ruling = _refused(final)
    if ruling != "ALL-5":
        yield Breach("ALL-5", ruling, final)


def _refused(final: Position) -> str:
    try:
        final.play("a1", 0)
    except IllegalMove as error:
        return error.ruling
    return "–"


def a_record_reads_back(record: Record) -> Iterator[Breach]:
    """Its text and its JSON give the same record."""
    if not record.final.outcome:
        return
    text = str(record)
    for back in (Record.parse(text), Record.from_json(json.dumps(record.to_json()))):
        if str(back) != text:
            yield Breach(text, back)


GAME_LAWS = (
    only_the_last_position_has_a_result,
    results_add_up,
    nobody_moves_after_the_end,
    a_record_reads_back,
)
