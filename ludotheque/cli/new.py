"""`ludotheque new`: a folder to start a game from."""

from __future__ import annotations

import keyword
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from ludotheque.cli.parser import Options, add_command
from ludotheque.errors import LudothequeError
from ludotheque.library import games
from ludotheque.texts import catalogue, say

STARTER = "ludotheque.starter"
FORM = re.compile("[a-z][a-z0-9_]{1,29}")


def add_commands(commands: Any) -> None:
    new = add_command(commands, "new", write_game)
    new.add_argument("game", help=str(say("cli.new_game")))
    new.add_argument("--into", metavar="FOLDER", help=str(say("cli.new_folder")))


def write_game(options: Options) -> int:
    """Write the folder of a small game that is complete. Nothing is overwritten."""
    id, place = options.game, Path(options.into or ".")
    if not FORM.fullmatch(id) or keyword.iskeyword(id):
        raise LudothequeError(say("cli.new_wrong", game=id))
    if id in games():
        raise LudothequeError(say("cli.new_known", game=id))
    folder = place / id
    if folder.exists():
        raise LudothequeError(say("cli.new_there", folder=folder))
    _copy(resources.files(STARTER), folder, id)
    print(say("cli.new_written", folder=folder, place=place))
    return 0


def _copy(source: Traversable, target: Path, id: str) -> None:
    """Copy a folder, its files under the name of the new game."""
    target.mkdir(parents=True)
    for file in source.iterdir():
        if file.is_dir() and not file.name.startswith("_"):
            _copy(file, target / file.name, id)
        elif file.is_file():
            target.joinpath(file.name).write_text(renamed(file.read_text("utf-8"), id), "utf-8")


def renamed(text: str, id: str) -> str:
    """Return a text of the starter for a new game: its id, the names of its classes and of its rulings.

    >>> renamed("from ludotheque.starter.board import BOARD  # NEW-1", "dots")
    'from .board import BOARD  # DOT-1'
    """
    name = "".join(word.capitalize() for word in id.split("_"))
    text = re.sub(r"from ludotheque\.starter import", "from . import", text)
    text = re.sub(r"from ludotheque\.starter\.", "from .", text)
    text = re.sub(r"\bNEW-(?=\d)", f"{_prefix(id)}-", text)
    return text.replace("starter", id).replace("Starter", name)


def _prefix(id: str) -> str:
    """The beginning of the rulings' ids. That of the rulings for all games is taken."""
    taken = {ruling.partition("-")[0] for ruling in catalogue().section("rulings")}
    prefix = id[:3].upper()
    return "GAME" if prefix in taken else prefix
