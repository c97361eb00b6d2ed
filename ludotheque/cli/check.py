"""`ludotheque check`: the laws of all games asked of one folder, and puzzles proven again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludotheque.cli.parser import Options, add_command, add_work
from ludotheque.cli.puzzles import check_puzzles
from ludotheque.errors import FolderError, LudothequeError
from ludotheque.library import add_place, load
from ludotheque.texts import say

PUZZLES = "puzzles"


def add_commands(commands: Any) -> None:
    check = add_command(commands, "check", check_some)
    check.add_argument("what", nargs="+", metavar="GAME", help=str(say("cli.check_what")))
    check.add_argument("--seconds", type=float, default=40.0, metavar="S", help=str(say("cli.check_seconds")))
    add_work(check)


def check_some(options: Options) -> int:
    """Check the games that are named, or after `puzzles` their puzzles."""
    if options.what[0] == PUZZLES:
        return check_puzzles(options, options.what[1:])
    return max([check_game(name, options.seconds) for name in options.what])


def check_game(name: str, seconds: float) -> int:
    """Print a sentence for each law that a game breaks; 1 if there is one. The laws are loaded only here."""
    from ludotheque.laws.apart import check_apart

    id = _found(name)
    try:
        found = check_apart(id, seconds)
    except FolderError as error:
        print(say("cli.broken", game=id, why=error.message), flush=True)
        return 1
    for breach in found.broken.values():
        print(say("cli.broken", game=id, why=breach), flush=True)
    if not found.broken:
        print(say("cli.lawful", game=load(id).title, laws=len(found.laws), positions=found.positions))
    return 1 if found.broken else 0


def _found(name: str) -> str:
    """Return the id of a game that is named by its id or by its folder."""
    if Path(name).name == name:
        return name
    folder = Path(name).resolve()
    if not folder.is_dir():
        raise LudothequeError(say("cli.no_folder", folder=name))
    add_place(str(folder.parent))
    return folder.name
