"""The schema of the database as it is today. A change here needs a revision; see `migrations`."""

from __future__ import annotations

import sqlalchemy as sa

metadata = sa.MetaData()
tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("phase", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("updated", sa.BigInteger, nullable=False),
    # When the server must act here: a computer is to move, a time is up, or a game nobody plays must be closed.
    sa.Column("wake_at", sa.BigInteger, index=True),
    # The process that acts here, and until when: its computers think, its sweep closes.
    sa.Column("lease", sa.Integer),
    sa.Column("lease_until", sa.BigInteger),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
sittings = sa.Table(
    "sittings",
    metadata,
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("table_id", sa.String(32), primary_key=True),
)
presence = sa.Table(
    "presence",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("guest", sa.String(64), primary_key=True),
    sa.Column("process", sa.Integer, primary_key=True),
    # When the last page of this browser was closed there; NULL while one is open.
    sa.Column("left_at", sa.BigInteger),
    info={"transient": True},
)
outages = sa.Table(
    "outages",
    metadata,
    sa.Column("begun", sa.BigInteger, primary_key=True),
    sa.Column("ended", sa.BigInteger, nullable=False),
)
blocked = sa.Table(
    "blocked",
    metadata,
    # An address or a network, as Python's `ipaddress` writes it: 203.0.113.0/24.
    sa.Column("network", sa.String(64), primary_key=True),
    sa.Column("since", sa.BigInteger, nullable=False),
)
meta = sa.Table(
    "meta", metadata, sa.Column("name", sa.String(32), primary_key=True), sa.Column("value", sa.Text, nullable=False)
)
sa.Index("tables_open", tables.c.phase, tables.c.public)
sa.Index("tables_age", tables.c.phase, tables.c.updated)
