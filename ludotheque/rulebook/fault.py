"""What is wrong with a game's folder, in one sentence: the file, the line or the key, and how to mend it."""

from __future__ import annotations

import importlib.util
import tomllib
import traceback
from pathlib import Path
from xml.parsers.expat import ExpatError

from ludotheque.errors import FolderError, LudothequeError
from ludotheque.texts import Text, say

MAX_CAUSE = 300
"""The message of an error is cut after this many characters. Those of compilers fill pages."""


def folder_error(id: str, why: Text) -> FolderError:
    """Return the error for a folder that cannot be used."""
    return FolderError(say("folder.broken", game=id, why=why))


def fault_of(id: str, package: str, error: BaseException, file: str = "") -> FolderError:
    """Return what went wrong in a game's folder. `file` is the one that was read, where the error does not say it."""
    if isinstance(error, FolderError):
        return error
    missing = (error.name or "").removeprefix(f"{package}.") if isinstance(error, ModuleNotFoundError) else ""
    if missing and missing != getattr(error, "name", ""):
        return folder_error(id, say("folder.file", file=f"{missing.replace('.', '/')}.py"))
    if isinstance(error, tomllib.TOMLDecodeError | UnicodeDecodeError | ExpatError):
        return folder_error(id, say("folder.unreadable", file=file, error=short(error)))
    if file and isinstance(error, KeyError):
        return folder_error(id, say("folder.entry", file=file, key=str(error.args[0])))
    error_text = str(error) if isinstance(error, LudothequeError) else f"{type(error).__name__}: {short(error)}"
    return folder_error(
        id, say("folder.fails", place=file or place_of(package, error) or "__init__.py", error=error_text)
    )


def short(error: BaseException) -> str:
    """Return the message of an error in one line."""
    return " ".join(str(error).split())[:MAX_CAUSE]


def place_of(package: str, error: BaseException) -> str:
    """Return the file of the folder in which an error arose, with the line; nothing where it arose elsewhere."""
    folder = folder_of(package)
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno))
    for file, line in reversed(places):
        if folder and Path(file).is_relative_to(folder):
            return f"{Path(file).relative_to(folder).as_posix()}:{line}"
    return ""


def folder_of(package: str) -> Path | None:
    """Return the folder of a package; None when there is no such package."""
    try:
        spec = importlib.util.find_spec(package)
    except ModuleNotFoundError:
        return None
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None
