"""The languages of the program: one file `<code>.toml` each in this folder, with a table `[language]` about itself.

::

    [language]
    name = "Français"             its own name
    rank = 1                      its place in lists
    plural = "n > 1"              which form a number takes, as in gettext's Plural-Forms (n is the number)
    and = "{head} et {last}"      how a list ends
    spaced = true                 whether : ; ? ! « » stand apart from their words by a space that never breaks
    decimal = ","                 the decimal sign
    percent = "{number} %"
    range = "{low} à {high}"
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any

PACKAGE = "ludotheque.texts"
TABLE = re.compile(r"^\[language\]\n(?:(?!\[).*(?:\n|\Z))*", re.MULTILINE)
DEFAULT = "en"
"""The language of a program that sets none, and of texts that lack a translation."""


@cache
def read_toml(package: str, name: str) -> Mapping[str, Any] | None:
    """Return the content of a TOML file of a package, read once; None where there is no such file."""
    file = resources.files(package).joinpath(name)
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else None


@dataclass(frozen=True)
class Language:
    """How a language counts, lists and sets its signs."""

    code: str
    name: str
    rank: int
    plural: str
    list_end: str
    spaced: bool
    decimal: str
    percent: str
    range: str

    @classmethod
    def read(cls, code: str, table: Mapping[str, Any]) -> Language:
        return cls(
            code,
            table["name"],
            table["rank"],
            table["plural"],
            table["and"],
            table.get("spaced", False),
            table.get("decimal", "."),
            table["percent"],
            table["range"],
        )

    @cached_property
    def plural_form(self) -> Callable[[int], int]:
        """The index of the form that a number takes: `one|many` has the forms 0 and 1."""
        from gettext import c2py  # loaded here, so that importing the package stays quick

        return c2py(self.plural)

    def number(self, value: float, digits: int = 0) -> str:
        """Return a number with this many decimals: `1,5` in French."""
        return f"{value:.{digits}f}".replace(".", self.decimal)


def _read_languages() -> dict[str, Language]:
    files = [file for file in resources.files(PACKAGE).iterdir() if file.name.endswith(".toml")]
    languages = []
    for file in files:
        # Only the table about the language: the whole catalogue is read when the first sentence is needed.
        table = TABLE.search(file.read_text("utf-8"))
        assert table, f"{file.name} lacks the table [language]"
        languages.append(Language.read(file.name.removesuffix(".toml"), tomllib.loads(table[0])["language"]))
    return {language.code: language for language in sorted(languages, key=lambda language: language.rank)}


BY_CODE: Mapping[str, Language] = _read_languages()
LANGUAGES = tuple(BY_CODE)
"""The codes of all languages, in the order of lists."""

_language: ContextVar[str] = ContextVar("language", default=DEFAULT)


def language() -> str:
    """Return the code of the language in which texts are printed now: ``"en"`` unless set."""
    return _language.get()


def set_language(code: str) -> None:
    """Print texts in this language from now on (in this thread or task)."""
    if code not in LANGUAGES:
        raise ValueError(f"{code!r}: {' / '.join(LANGUAGES)}")
    _language.set(code)
