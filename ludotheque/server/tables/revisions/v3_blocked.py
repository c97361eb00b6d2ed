"""Addresses that the server refuses, and an index to find old tables."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    op.create_table(
        "blocked",
        sa.Column("network", sa.String(64), primary_key=True),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_age", "tables", ["phase", "updated"])
