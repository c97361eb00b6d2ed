"""Other words for the same things: `wake_at`, `moved`, `heartbeat`."""

from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    op.drop_index("ix_tables_due", "tables")
    # Alembic would copy the whole table in SQLite, which can rename a column too.
    op.execute("ALTER TABLE tables RENAME COLUMN due TO wake_at")
    op.create_index("ix_tables_wake_at", "tables", ["wake_at"])
    op.execute("UPDATE events SET kind = 'moved' WHERE kind = 'decided'")
    op.execute("UPDATE meta SET name = 'heartbeat' WHERE name = 'pulse'")
