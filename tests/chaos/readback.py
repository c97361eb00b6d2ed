"""What the database says at the end: every acknowledged move once and in order, every game legal."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import psycopg

import ludotheque as lt


class Acknowledged(NamedTuple):
    """A move that the server said to have written."""

    table: str
    key: str
    move: str


class Written(NamedTuple):
    """An event in the database."""

    seq: int
    kind: str
    data: dict[str, Any]


@dataclass
class Verdict:
    """What is wrong in the database. All counts should be 0."""

    lost: int = 0
    """Acknowledged moves that are not there, are others, or stand in another order."""
    twice: int = 0
    """Moves that were played twice."""
    illegal: int = 0
    """Games that do not replay."""
    wrongful_claims: int = 0
    wrongful_flags: int = 0


def read(database: str) -> dict[str, list[Written]]:
    """All events by table."""
    found: dict[str, list[Written]] = defaultdict(list)
    with psycopg.connect(database) as connection:
        rows = connection.execute("SELECT table_id, seq, kind, body FROM events ORDER BY table_id, seq")
        for table, seq, kind, body in rows:
            found[table].append(Written(seq, kind, json.loads(body)))
    return found


def judge(events: dict[str, list[Written]], players: Iterable[Sequence[Acknowledged]]) -> Verdict:
    """Compare the database with what each player was told, in the order in which they were told."""
    verdict = Verdict()
    moved = {table: [event for event in written if event.kind == "moved"] for table, written in events.items()}
    for table, written in events.items():
        keys = Counter(event.data["key"] for event in moved[table] if event.data["key"])
        verdict.twice += sum(count > 1 for count in keys.values())
        verdict.illegal += not is_legal(written)
        reasons = [event.data["reason"] for event in written if event.kind == "ended"]
        # Nobody stays away for long, and nobody thinks for long.
        verdict.wrongful_claims += "abandoned" in reasons
        verdict.wrongful_flags += "time" in reasons
    places = {
        Acknowledged(table, event.data["key"], event.data["move"]): event.seq
        for table, written in moved.items()
        for event in written
    }
    for acknowledged in players:
        last: dict[str, int] = {}
        for move in acknowledged:
            place = places.get(move, -1)
            verdict.lost += place <= last.get(move.table, -1)
            last[move.table] = max(place, last.get(move.table, -1))
    return verdict


def is_legal(written: Sequence[Written]) -> bool:
    """Return whether no event is missing, every move is legal, and the game ended as the rules say."""
    if [event.seq for event in written] != list(range(len(written))):
        return False
    setup = written[0].data
    position = lt.load(setup["game"], **setup["options"]).start()
    for event in written:
        if event.kind == "moved":
            try:
                position = position.play(event.data["move"], event.data["seat"])
            except lt.LudothequeError:
                return False
    endings = [event.data for event in written if event.kind == "ended"]
    if position.outcome is None:
        return len(endings) <= 1
    return [ending["returns"] for ending in endings] == [list(position.outcome.returns)]
