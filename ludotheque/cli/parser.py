"""The parser of the command line, and the arguments that several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from ludotheque.errors import LudothequeError
from ludotheque.library import load, parse_options
from ludotheque.position import Game
from ludotheque.record import Record
from ludotheque.texts import LANGUAGES, Text, say

Options = argparse.Namespace


class Help(argparse.HelpFormatter):
    """Help in the current language."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, f"{say('cli.usage')} " if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """A parser whose help and errors are in the current language."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, formatter_class=Help, **settings)
        self._positionals.title = str(say("cli.arguments"))
        self._optionals.title = str(say("cli.options"))
        self.add_argument("-h", "--help", action="help", help=str(say("cli.help")))
        self.add_argument("--lang", choices=LANGUAGES, help=str(say("cli.lang")))

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{say('cli.misunderstood', why=message)}\n")

    def add_commands(self) -> Any:
        """Return the group to which commands are added."""
        return self.add_subparsers(title=str(say("cli.commands")), metavar=str(say("cli.command")), required=True)


def add_command(
    commands: Any, name: str, run: Callable[[Options], int], key: str = "", aliases: Sequence[str] = ()
) -> Parser:
    """Add a command to a group; its help is the text `cli.<name>`, or the one under another key."""
    about = str(say(key or f"cli.{name}"))
    command: Parser = commands.add_parser(name, help=about, description=about, aliases=aliases)
    command.set_defaults(run=run)
    return command


def add_old_name(command: Parser, name: str, now: str) -> None:
    """Accept the older name of an option. The help does not show it."""
    command.add_argument(name, dest=now, default=argparse.SUPPRESS, help=argparse.SUPPRESS)


def add_game(command: Parser, optional: bool = False) -> None:
    command.add_argument("game", nargs="?" if optional else None, metavar="GAME", help=str(say("cli.game")))


def add_options(command: Parser) -> None:
    command.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help=str(say("cli.option"))
    )


def add_position(command: Parser, optional: bool = False) -> None:
    """Add what describes a game so far; see `chosen_record`."""
    add_game(command, optional)
    add_options(command)
    command.add_argument("--position", metavar="TEXT", help=str(say("cli.position")))
    command.add_argument("--moves", default="", metavar="TEXTS", help=str(say("cli.moves")))


def add_work(command: Parser) -> None:
    """Add what long work takes: a seed, and who does it; see `long_work`."""
    command.add_argument("--seed", type=int, default=1, metavar="N", help=str(say("cli.seed")))
    command.add_argument("--workers", type=int, metavar="N", help=str(say("cli.workers")))
    command.add_argument("--cluster", metavar="ADDRESS", help=str(say("cli.cluster")))


def add_keep(command: Parser, text: Text, old_name: str = "--folder") -> None:
    """Add where long work keeps what is done, so that it goes on after an interruption."""
    command.add_argument("--keep", metavar="PATH", help=str(text))
    add_old_name(command, old_name, "keep")


def add_output(command: Parser, text: Text, required: bool = False) -> None:
    """Add the file (see `write_output`) or the folder that the result is written to."""
    command.add_argument("--output", metavar="PATH", required=required, help=str(text))


def chosen_game(options: Options) -> Game:
    """Return the game that the command line names, with its options."""
    chosen = {}
    for text in options.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise LudothequeError(say("cli.pair", text=text))
        chosen[name] = value
    return load(options.game, **parse_options(options.game, chosen))


def chosen_record(options: Options) -> Record:
    """Return the game so far that the command line describes: from the start or a position, with moves played."""
    game = chosen_game(options)
    start = game.parse(options.position) if options.position else game.start()
    return Record.of(start, options.moves.split())
