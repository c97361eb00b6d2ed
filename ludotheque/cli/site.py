"""`ludotheque site`: the page without a server, as a folder of files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludotheque.cli.extras import needs_server
from ludotheque.cli.parser import Options, add_command, add_output
from ludotheque.texts import say


def add_commands(commands: Any) -> None:
    command = add_command(commands, "site", needs_server(write_site))
    add_output(command, say("cli.site_output"), required=True)
    command.add_argument("--pyodide", default="node_modules/pyodide", metavar="PATH", help=str(say("cli.site_pyodide")))
    command.add_argument("--server", default="", metavar="ADDRESS", help=str(say("cli.site_server")))


def write_site(options: Options) -> int:
    """Write the site. What it takes is loaded only here."""
    from ludotheque.site.build import build_site

    folder = Path(options.output)
    size = build_site(folder, Path(options.pyodide), options.server)
    print(say("cli.site_written", folder=folder, size=f"{size / 1e6:.1f}"))
    return 0
