"""`ludotheque serve`: the page to play in the browser."""

from __future__ import annotations

import os
from typing import Any

from ludotheque.cli.extras import needs_server
from ludotheque.cli.parser import Options, add_command
from ludotheque.texts import say


def add_commands(commands: Any) -> None:
    command = add_command(commands, "serve", needs_server(serve_page))
    command.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=str(say("cli.serve_host")))
    command.add_argument("--port", type=int, default=8000, metavar="N", help=str(say("cli.serve_port")))
    command.add_argument("--processes", type=int, default=1, metavar="N", help=str(say("cli.serve_processes")))
    command.add_argument("--open", action="store_true", help=str(say("cli.serve_open")))
    command.add_argument("--secure", action="store_true", help=str(say("cli.serve_secure")))
    command.add_argument("--proxies", metavar="ADDRESSES", help=str(say("cli.serve_proxies")))
    command.add_argument("--root-path", metavar="PATH", help=str(say("cli.serve_root_path")))
    command.add_argument("--settings", metavar="FILE", help=str(say("cli.serve_settings")))
    command.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help=str(say("cli.serve_set")))


def serve_page(options: Options) -> int:
    """Serve the page. The web server is loaded only here."""
    from ludotheque.server.configuration import read_settings
    from ludotheque.server.run import serve

    settings = read_settings(options.settings, os.environ, [*options.set, *short_forms(options)])
    serve(settings, options.host, options.port, show=options.open, processes=max(1, options.processes))
    return 0


def short_forms(options: Options) -> list[str]:
    """Return the settings that have an argument of their own, as pairs."""
    pairs = {
        "secure_cookie": "true" if options.secure else None,
        "proxies": options.proxies,
        "root_path": options.root_path,
    }
    return [f"{name}={value}" for name, value in pairs.items() if value is not None]
