"""Several processes: who acts at a table, and which players are present where."""

import sqlalchemy as sa
from alembic import op

revision = "4"
down_revision = "3"


def upgrade() -> None:
    op.add_column("tables", sa.Column("lease", sa.Integer))
    op.add_column("tables", sa.Column("lease_until", sa.BigInteger))
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("process", sa.Integer, primary_key=True),
        sa.Column("left_at", sa.BigInteger),
    )
