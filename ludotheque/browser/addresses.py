"""What the addresses below `/api` answer in a browser: the same as those of a server.

What only servers have (invitations, GIFs) is refused in a sentence.
"""

from __future__ import annotations

from importlib import import_module

from ludotheque.browser.routes import Answer, Asked, Routes, answered
from ludotheque.browser.searches import Searches
from ludotheque.browser.tables import BrowserTables
from ludotheque.server.errors import RequestError

PARTS = ("at_tables", "in_studies", "about_games")
"""The modules with the answers, those first that a page needs first. One is imported when those before have none."""


class Addresses:
    """Answers requests with the tables and searches of this browser."""

    def __init__(self, tables: BrowserTables, searches: Searches) -> None:
        self.tables, self.searches = tables, searches

    async def answer(self, method: str, path: str, body: str) -> Answer:
        """Return the answer to a request; raise an error with a sentence where there is none."""
        address = path.partition("?")[0]
        for name in PARTS:
            routes: Routes = import_module(f"{__package__}.{name}").routes
            if found := routes.find(method, address):
                handler, names = found
                return answered(await handler(Asked(names, body, self.tables, self.searches)))
        raise RequestError("no_page", 404)
