"""The settings of a server, read from a TOML file, the environment and the command line.

A name in the environment is `LUDOTHEQUE_` and the setting in capitals. The environment goes before the file, and the
command line before both. The list of settings is the list of fields of `Settings`.
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from ludotheque import __version__
from ludotheque.errors import LudothequeError
from ludotheque.server.errors import texts
from ludotheque.server.settings import Settings, database_url
from ludotheque.texts import Text

PREFIX = "LUDOTHEQUE_"
OTHERS = {"cache", "games", "lang"}
"""Variables of the environment that are no settings of the server."""
MAY_BE_ZERO = {"computer_pause", "lag_compensation"}
"""A setting whose default is 0 may be 0 as well. All other numbers are greater."""
MAX = 10**15
"""Greater numbers would not fit into the database and the timers."""
TYPES: dict[str, Any] = get_type_hints(Settings)
DEFAULTS = {field.name: field.default for field in fields(Settings)}


class SettingsError(LudothequeError):
    """A setting with a wrong name or value."""


def read_settings(file: str | None, environment: Mapping[str, str], pairs: Iterable[str] = ()) -> Settings:
    """Return the settings; `pairs` are those of the command line, texts like `request_burst=100`."""
    values: dict[str, Any] = {"database": database_url()}
    values |= from_file(Path(file)) if file else {}
    values |= from_environment(environment)
    values |= from_pairs(pairs)
    return Settings(**values)


def from_file(path: Path) -> dict[str, Any]:
    """Return the settings of a TOML file."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise SettingsError(texts.say("settings.file", file=str(path), why=error.strerror or error)) from error
    except ValueError as error:  # not TOML, or not UTF-8
        raise SettingsError(texts.say("settings.form", file=str(path), why=str(error))) from error
    return {name: checked(name, value, str(path), strict=True) for name, value in found.items()}


def from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return the settings of the environment. An empty variable counts as missing."""
    found = {}
    for variable, value in sorted(environment.items()):
        name = variable.removeprefix(PREFIX).lower()
        if variable.startswith(PREFIX) and name not in OTHERS and value:
            found[name] = checked(name, value, variable)
    return found


def from_pairs(pairs: Iterable[str]) -> dict[str, Any]:
    """Return the settings of texts like `request_burst=100`."""
    found = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign:
            raise SettingsError(texts.say("settings.pair", pair=pair))
        found[name] = checked(name, value, "--set")
    return found


def checked(name: str, value: Any, source: str, *, strict: bool = False) -> Any:
    """Return the value of a setting in its type; raise a `SettingsError` that names the setting and its source.

    The sentence never repeats the value. It may be the address of a database, with a password.
    """
    if name not in TYPES:
        near = get_close_matches(name, TYPES, 1)
        key = "near" if near else "name"
        raise SettingsError(texts.say(f"settings.{key}", name=name, source=source, near="".join(near)))
    try:
        found = TypeAdapter(TYPES[name]).validate_python(value, strict=strict)
    except ValidationError:
        found = None
    if found is None or not _in_bounds(name, found) or not CHECKS.get(name, _anything)(found):
        raise SettingsError(texts.say("settings.value", name=name, kind=kind_of(name), source=source)) from None
    return found


def _in_bounds(name: str, value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return True
    return math.isfinite(value) and value <= MAX and (value > 0 or (value == 0 and may_be_zero(name)))


def may_be_zero(name: str) -> bool:
    """Return whether a number may be 0."""
    return name in MAY_BE_ZERO or DEFAULTS[name] == 0


def kind_of(name: str) -> Text:
    """Return what a setting must be, in words."""
    if name in CHECKS:
        return texts.say(f"settings.{name}")
    if TYPES[name] is bool:
        return texts.say("settings.boolean")
    if TYPES[name] is str:
        return texts.say("settings.text")
    key = "whole" if TYPES[name] in {int, int | None} else "number"
    return texts.say(f"settings.{key}_zero" if may_be_zero(name) else f"settings.{key}")


def _anything(_: Any) -> bool:
    return True


def _is_program(folder: str) -> bool:
    """Whether a folder holds the program for browsers, of this very version; an empty text means none."""
    try:
        told = json.loads((Path(folder) / "files.json").read_text("utf-8")) if folder else {"version": __version__}
        return bool(told["version"] == __version__)
    except (OSError, ValueError, TypeError, KeyError):
        return False


CHECKS: dict[str, Callable[[Any], bool]] = {
    "root_path": lambda path: re.fullmatch(r"(?:/[A-Za-z0-9][A-Za-z0-9._~-]*)*", path) is not None,
    "metrics": lambda who: who in {"private", "public", "off"},
    "program": _is_program,
}
"""Settings with a form of their own. The text `settings.<name>` says what it is."""
