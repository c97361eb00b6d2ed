"""The time that all processes of one database have in common.

The clocks of two machines may differ, and a clock may be set while some processes go on and others begin. Each process
counts on from the moment at which it began (`milliseconds` in `store`). One that joins others takes their time over.
"""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from ludotheque.server.tables.schema import meta

TOLERANCE = 1000
"""Milliseconds by which a process may differ from the others. It need not know their time better."""


class CommonTime:
    """The time of all processes that serve a database, in milliseconds."""

    def __init__(self, own: Callable[[], int]) -> None:
        self.own = own
        self.ahead = 0
        """By how much the time of the others is ahead of this one's."""

    def __call__(self) -> int:
        return self.own() + self.ahead


def noted(connection: sa.Connection, now: int, waited: float) -> dict[str, str]:
    """Return what to note in the database, from which others can tell the time; `now` was so many seconds ago."""
    return {"name": "time", "value": f"{now} {_clock_of(connection) - round(1000 * waited)}"}


def joined(connection: sa.Connection, now: int, first: bool) -> int:
    """Return the time of the processes that serve. When there are none, it goes on from where the last one left it."""
    known = {row.name: row.value for row in connection.execute(sa.select(meta.c.name, meta.c.value))}
    last = int(known.get("heartbeat", now))
    if first:
        return max(now, last)
    then, clock = map(int, known.get("time", "0 0").split())
    if then != last:  # only processes of an older program serve, which do not note it
        return now
    common = last + _clock_of(connection) - clock
    return now if abs(common - now) < TOLERANCE else common


def _clock_of(connection: sa.Connection) -> int:
    """Return what the clock of PostgreSQL's machine says. It may be set like any other, but seldom just now."""
    return int(connection.execute(sa.text("SELECT extract(epoch FROM clock_timestamp()) * 1000")).scalar_one())
