"""The path below which the server lives, such as `/ludo` behind a proxy.

Some proxies take the prefix away before they pass a request on, others do not. Here both come to the same.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send


class RootPathMiddleware:
    """Gives every request the form that ASGI asks for: `path` has the prefix, and `root_path` is the prefix."""

    def __init__(self, app: ASGIApp, root: str) -> None:
        self.app, self.root = app, root

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in {"http", "websocket"}:
            scope["root_path"] = self.root
            scope["path"] = self.root + path_below(scope)
        await self.app(scope, receive, send)


def path_below(scope: Scope) -> str:
    """Return the path of a request without the prefix.

    >>> path_below({"path": "/ludo/api/games", "root_path": "/ludo"})
    '/api/games'
    >>> path_below({"path": "/api/games", "root_path": "/ludo"})
    '/api/games'
    >>> path_below({"path": "/ludo", "root_path": "/ludo"})
    '/'
    """
    path: str = scope["path"]
    root: str = scope.get("root_path", "")
    if path == root:
        return "/"
    return path.removeprefix(root) if path.startswith(f"{root}/") else path
