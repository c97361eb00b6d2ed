"""The first schema: tables, their events, who sits where, absences of the server, and single values."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("phase", sa.String(8), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
    )
    op.create_index("ix_tables_due", "tables", ["due"])
    op.create_index("tables_open", "tables", ["phase", "public"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "sittings",
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
    )
    op.create_table(
        "outages",
        sa.Column("begun", sa.BigInteger, primary_key=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "meta",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
