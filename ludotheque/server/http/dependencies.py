"""Dependencies of the routes: the table manager, a table, and the browser that asks."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request, Response

from ludotheque.server.http import sessions
from ludotheque.server.search.analyses import Analyses
from ludotheque.server.tables.live_table import LiveTable
from ludotheque.server.tables.manager import TableManager


def manager_of(request: Request) -> TableManager:
    """Return the table manager of the application."""
    manager: TableManager = request.app.state.manager
    return manager


def analyses_of(request: Request) -> Analyses:
    """Return the analyses of the application."""
    analyses: Analyses = request.app.state.analyses
    return analyses


def guest_of(request: Request) -> str | None:
    """Return the browser that asks; None when it has no cookie."""
    # The answer is for this browser only. The middleware sees to that.
    request.state.private = True
    return sessions.guest_of(request.cookies.get(sessions.COOKIE))


def welcome(request: Request, response: Response) -> str:
    """Return the browser that asks. A new browser gets a cookie."""
    if guest := guest_of(request):
        return guest
    token, manager = sessions.new_token(), manager_of(request)
    value = sessions.cookie_value(token, manager.now())
    response.headers.append("set-cookie", sessions.cookie_header(value, manager.settings))
    guest = sessions.guest_of(token)
    assert guest
    return guest


async def live_table(id: str, request: Request) -> LiveTable:
    """Return the table of an address."""
    request.state.private = True
    return await manager_of(request).live_table(id)


Manager = Annotated[TableManager, Depends(manager_of)]
AllAnalyses = Annotated[Analyses, Depends(analyses_of)]
Guest = Annotated[str | None, Depends(guest_of)]
NewGuest = Annotated[str, Depends(welcome)]
Live = Annotated[LiveTable, Depends(live_table)]
