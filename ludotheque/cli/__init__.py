"""The command `ludotheque`. Each module of this folder adds its commands to the parser."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from ludotheque import __version__
from ludotheque.cli import admin, arena, check, games, new, play, positions, puzzles, records, serve, site, speed
from ludotheque.cli.parser import Parser
from ludotheque.errors import LudothequeError
from ludotheque.texts import DEFAULT, LANGUAGES, say, set_language

MODULES = (games, play, serve, site, admin, positions, records, new, check, arena, puzzles, speed)
"""In the order of the help text."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    set_language(preferred_language(words))
    options = parser().parse_args(words)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of our output has gone. Python must not complain about that at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (LudothequeError, OSError) as error:
        print(say("cli.error", why=error), file=sys.stderr)
        return 2
    return status


def preferred_language(words: Sequence[str]) -> str:
    """Return the language of `--lang`, else of the environment, else the default one."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        chosen = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and chosen in LANGUAGES:
            return chosen
    names = ("LUDOTHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    first = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return next((code for code in LANGUAGES if first.lower().startswith(code)), DEFAULT)


def parser() -> Parser:
    """Return the whole command line, in the current language."""
    top = Parser(prog="ludotheque", description=str(say("cli.about")), epilog=str(say("cli.epilog")))
    top.add_argument("--version", action="version", version=__version__, help=str(say("cli.version")))
    commands = top.add_commands()
    for module in MODULES:
        module.add_commands(commands)
    return top
