"""The types of everything that the server sends. `docs/messages.md` explains them to people.

The page gets the same types in `web/lib/messages.d.ts`. The command `python -m tests.server.page_types` writes them.
"""
