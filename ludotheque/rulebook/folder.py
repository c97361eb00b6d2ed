"""What a game's folder must hold: the rules, the board, the pictures and the names. All else is optional."""

from __future__ import annotations

import ast
import importlib
import tomllib
from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from ludotheque.errors import FolderError
from ludotheque.kernel_loading import COMPILED
from ludotheque.rulebook.fault import fault_of, folder_error, folder_of
from ludotheque.rulebook.rulebook import Definition, Rulebook
from ludotheque.texts import BY_CODE, DEFAULT, LANGUAGES, say

FILES = ("__init__.py", "rules.py", "pieces.svg", f"{DEFAULT}.toml")
KERNELS = ("moves", "pick", "play", "letter")
"""The functions of `rules.py`; see `kernel.py`."""
MEMBERS = {"rules": ("reasons", "state_size"), "positions": ("fields",), "look": ("kinds", "portrait")}
"""What the classes of a definition must say of themselves, beyond their abstract methods."""
TEXTS = ("title", "tagline", "goal", "credit", "notation.forms")


def read_definition(id: str, package: str) -> Definition:
    """Return the definition that a folder holds, or raise a `FolderError` that says what it lacks."""
    folder = folder_of(package)
    if folder is None:
        raise folder_error(id, say("folder.package", package=package))
    if not COMPILED:  # the folder was checked where its kernels were built
        built: Definition = importlib.import_module(package).GAME
        return built
    for file in FILES:
        if not (folder / file).is_file():
            raise folder_error(id, say("folder.file", file=file))
    try:
        definition = getattr(importlib.import_module(package), "GAME", None)
        if not isinstance(definition, Definition):
            raise folder_error(id, say("folder.no_game"))
        if definition.id != id:
            raise folder_error(id, say("folder.id", found=definition.id, wanted=id))
        _check_members(definition)
        _check_kernels(id, folder)
        _check_pictures(id, folder)
        _check_texts(id, folder, _wanted_texts(definition))
    except FolderError:
        raise
    except (Exception, SystemExit) as error:  # the folder is a program: it can fail anywhere, and may be a script
        raise fault_of(id, package, error) from error
    return definition


def _check_members(definition: Definition) -> None:
    """Raise an error where a class of the definition lacks something, or the board and the start are wrong."""
    for part, members in MEMBERS.items():
        for member in members:
            if not hasattr(getattr(definition, part), member):
                name = getattr(definition, part).__qualname__
                raise folder_error(definition.id, say("folder.member", name=name, member=member))
    rules = Rulebook(definition).rules
    found, wanted = len(rules.start()), rules.state_size
    if found != wanted:
        raise folder_error(definition.id, say("folder.start", found=found, wanted=wanted))
    assert rules.board.cells
    assert rules.max_moves
    assert rules.max_plies


def _check_kernels(id: str, folder: Path) -> None:
    """Raise an error where `rules.py` lacks a kernel. Nothing is compiled."""
    tree = ast.parse((folder / "rules.py").read_text("utf-8"), str(folder / "rules.py"))
    defined = {name for node in tree.body for name in _names(node)}
    for kernel in KERNELS:
        if kernel not in defined:
            raise folder_error(id, say("folder.kernel", kernel=kernel))


def _names(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement defines."""
    if isinstance(node, ast.FunctionDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _check_pictures(id: str, folder: Path) -> None:
    """Raise an error where `pieces.svg` is no SVG document."""
    file, elements = folder / "pieces.svg", list[str]()
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, _: elements.append(name)
    try:
        parser.Parse(file.read_text("utf-8"), True)
    except (expat.ExpatError, UnicodeDecodeError) as error:
        raise fault_of(id, "", error, file.name) from error
    if elements[0] != "svg":
        raise folder_error(id, say("folder.svg", file=file.name, found=elements[0]))


def _wanted_texts(definition: Definition) -> Iterator[str]:
    """Yield the keys of the texts without which a game cannot be shown."""
    yield from TEXTS
    yield from (f"players.{player}" for player in range(max(definition.player_counts)))
    yield from (f"reasons.{reason}" for reason in definition.rules.reasons)
    yield from (f"kinds.{kind}.{part}" for kind in definition.look.kinds for part in ("then", "do"))
    for option in definition.options:
        yield from (f"options.{option.name}", f"labels.{option.name}")
        yield from (f"values.{option.name}.{value}" for value in option.values if not isinstance(value, bool))


def _check_texts(id: str, folder: Path, wanted: Iterator[str]) -> None:
    """Raise an error for a text that a language lacks. A game without a file for a language speaks the default one."""
    found: dict[str, set[str]] = {}
    for code in LANGUAGES:
        file = folder / f"{code}.toml"
        if file.is_file():
            try:
                found[code] = set(_keys(tomllib.loads(file.read_text("utf-8"))))
            except ValueError as error:
                raise fault_of(id, "", error, file.name) from error
    keys = [*wanted, *sorted(set().union(*found.values()))]
    for code, texts in found.items():
        for key in keys:
            if key not in texts:
                why = say("folder.text", file=f"{code}.toml", key=key, language=BY_CODE[code].name)
                raise folder_error(id, why)


def _keys(table: dict[str, object], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _keys(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}"
