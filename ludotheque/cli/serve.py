"""`ludotheque serve`: the page to play in the browser."""

from __future__ import annotations

from typing import Any

from ludotheque.cli.parser import Options, add_command
from ludotheque.texts import say


def add_commands(commands: Any) -> None:
    command = add_command(commands, "serve", serve_page)
    command.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=str(say("cli.serve_host")))
    command.add_argument("--port", type=int, default=8000, metavar="N", help=str(say("cli.serve_port")))
    command.add_argument("--open", action="store_true", help=str(say("cli.serve_open")))
    command.add_argument("--secure", action="store_true", help=str(say("cli.serve_secure")))
    command.add_argument("--proxies", metavar="ADDRESSES", help=str(say("cli.serve_proxies")))


def serve_page(options: Options) -> int:
    """Serve the page. The web server is loaded only here."""
    from ludotheque.server.run import serve
    from ludotheque.server.settings import Settings, database_url

    settings = Settings(database_url(), secure_cookie=options.secure)
    serve(settings, options.host, options.port, show=options.open, proxies=options.proxies)
    return 0
