"""Words in French and English: catalogues in TOML, one file a language, the same keys in each.

A `Text` holds a sentence in all languages at once; `str()` picks the current one. Sentences take values by name
(`{pawn}`) and inflect a counted noun (`{rings:ring|rings}` gives "1 ring", "2 rings").
"""

from __future__ import annotations

import re
import string
import tomllib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("fr", "en")
LONGEST = 200
"""Words that a sentence repeats are cut after so many characters."""

_language: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """The language in which texts are printed now: ``"en"`` unless set."""
    return _language.get()


def set_language(code: str) -> None:
    """Print texts in this language from now on (in this thread or task)."""
    if code not in LANGUAGES:
        raise ValueError(f"{code!r}: {' / '.join(LANGUAGES)}")
    _language.set(code)


@dataclass(frozen=True)
class Text:
    """One sentence in every language."""

    fr: str
    en: str

    def to(self, code: str) -> str:
        """The sentence in this language."""
        return self.fr if code == "fr" else self.en

    def __str__(self) -> str:
        return self.to(language())


class _Inflector(string.Formatter):
    """Formats for one language: texts inside texts, and nouns after their number."""

    def __init__(self, code: str) -> None:
        self.code = code

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Text):
            return value.to(self.code)
        if isinstance(value, str) and len(value) > LONGEST:
            return f"{value[:LONGEST]}…"
        if "|" in format_spec:
            one, many = format_spec.split("|")
            # French counts 0 and 1 as singular, English only 1.
            singular = value in (0, 1) if self.code == "fr" else value == 1
            return f"{value} {one if singular else many}"
        return str(super().format_field(value, format_spec))


class Catalogue:
    """The texts of one package: its `fr.toml` and `en.toml`, keys joined with dots."""

    def __init__(self, package: str) -> None:
        folder = resources.files(package)
        self._texts: dict[str, dict[str, str]] = {
            code: {
                key: typeset(text) if code == "fr" else text
                for key, text in _flatten(tomllib.loads(folder.joinpath(f"{code}.toml").read_text("utf-8")))
            }
            for code in LANGUAGES
        }

    def section(self, name: str = "", code: str = "fr") -> set[str]:
        """The keys of one table, without its name; of the whole catalogue, when none is named."""
        prefix = f"{name}." if name else ""
        return {key.removeprefix(prefix) for key in self._texts[code] if key.startswith(prefix)}

    def raw(self, key: str, code: str) -> str:
        return self._texts[code][key]

    def __contains__(self, key: str) -> bool:
        return key in self._texts["fr"]

    def say(self, key: str, /, **values: Any) -> Text:
        """The sentence under this key with its values filled in."""
        fr, en = (_Inflector(code).vformat(self._texts[code][key], (), values) for code in LANGUAGES)
        return Text(fr=fr, en=en)


def typeset(french: str) -> str:
    """French with the spaces that must not break a line: before : ; ? ! » and after «."""
    french = re.sub(r" ([;?!])", "\u202f\\1", french)
    return re.sub(r" ([:»])", "\u00a0\\1", french).replace("« ", "«\u00a0")


def _flatten(table: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value).strip()


@cache
def catalogue(package: str = __name__) -> Catalogue:
    """The catalogue of a package, read once; without a name, the one shared by all games."""
    return Catalogue(package)


def say(key: str, /, **values: Any) -> Text:
    """A sentence of the shared catalogue."""
    return catalogue().say(key, **values)


def join(words: list[str]) -> Text:
    """`a, b and c`, in every language."""
    if len(words) < 2:
        alone = "".join(words)
        return Text(fr=alone, en=alone)
    head = ", ".join(words[:-1])
    return Text(fr=f"{head} et {words[-1]}", en=f"{head} and {words[-1]}")
