"""The revisions of the schema, one file each, for Alembic. `migrations` applies them in order."""
