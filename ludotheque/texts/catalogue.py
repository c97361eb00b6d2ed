"""Catalogues: the texts of a package, one TOML file a language with the same keys in each.

Sentences take values by name (`{pawn}`) and inflect a counted noun (`{rings:ring|rings}` gives "1 ring", "2 rings").
Numbers of a game's rules (`NUMBERS` of its `layout.py`) are filled in when the catalogue is read.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from ludotheque.texts.languages import BY_CODE, DEFAULT, LANGUAGES, PACKAGE, read_toml
from ludotheque.texts.text import Text

MAX_VALUE = 200
"""A value that fills a gap is cut after this many characters."""
GAP = re.compile(r"\{(\w+)(?::([^{}]*))?\}")

Numbers = Mapping[str, int]


Part = tuple[str, str | None, str]
"""Words of a sentence, the name of the gap after them (None: there is none), and its nouns or format."""


@lru_cache(1 << 14)
def _parts(sentence: str) -> Sequence[Part]:
    """Return a sentence taken apart. The same sentences are said again and again."""
    return [(words, name, form or "") for words, name, form, _ in string.Formatter().parse(sentence)]


class _Inflector:
    """Fills the gaps of sentences in one language: texts inside texts, and nouns after their number."""

    def __init__(self, code: str) -> None:
        self.code = code

    def fill(self, sentence: str, values: Mapping[str, Any]) -> str:
        """Return a sentence with its values filled in."""
        parts = _parts(sentence)
        return "".join(
            [words if name is None else words + self._said(values[name], form) for words, name, form in parts]
        )

    def _said(self, value: Any, form: str) -> str:
        if isinstance(value, Text):
            return value.to(self.code)
        if isinstance(value, str) and len(value) > MAX_VALUE:
            return f"{value[:MAX_VALUE]}…"
        if "|" in form:
            nouns = form.split("|")
            return f"{value} {nouns[min(BY_CODE[self.code].plural_form(abs(value)), len(nouns) - 1)]}"
        return format(value, form)


INFLECTORS = {code: _Inflector(code) for code in LANGUAGES}


class Catalogue:
    """The texts of one package, by keys joined with dots."""

    def __init__(self, package: str, numbers: Numbers | None = None) -> None:
        self._texts: dict[str, dict[str, str]] = {}
        for code in LANGUAGES:
            # A package that lacks a language speaks the default one.
            table = read_toml(package, f"{code}.toml") or read_toml(package, f"{DEFAULT}.toml") or {}
            self._texts[code] = {key: prepare(text, code, numbers or {}) for key, text in _flatten(table)}

    def section(self, name: str = "", code: str = DEFAULT) -> set[str]:
        """Return the keys of one table without its name, or of the whole catalogue."""
        prefix = f"{name}." if name else ""
        return {key.removeprefix(prefix) for key in self._texts[code] if key.startswith(prefix)}

    def raw(self, key: str, code: str) -> str:
        """Return the sentence under a key with its gaps still open."""
        return self._texts[code][key]

    def pattern(self, key: str) -> Text:
        """Return the sentence under a key in every language, with its gaps still open."""
        return Text.each(lambda code: self._texts[code][key])

    def __contains__(self, key: str) -> bool:
        return key in self._texts[DEFAULT]

    def say(self, key: str, /, **values: Any) -> Text:
        """Return the sentence under a key with its values filled in."""
        text = Text.each(lambda code: INFLECTORS[code].fill(self._texts[code][key], values))
        text.key = key
        return text


def prepare(text: str, code: str, numbers: Numbers) -> str:
    """Return a sentence as it is kept: trimmed, typeset for its language, the numbers of the rules filled in."""
    text = fill_numbers(text.strip(), code, numbers)
    return typeset(text) if BY_CODE[code].spaced else text


def fill_numbers(text: str, code: str, numbers: Numbers) -> str:
    """Fill in the gaps that name a number of the rules, and leave the others open.

    >>> fill_numbers("{side} has {houses:house|houses}", "en", {"houses": 14})
    '{side} has 14 houses'
    """
    if not numbers:
        return text

    def fill(match: re.Match[str]) -> str:
        return INFLECTORS[code].fill(match[0], numbers) if match[1] in numbers else match[0]

    return GAP.sub(fill, text)


def typeset(text: str) -> str:
    """Return a text whose spaces before : ; ? ! » and after « never break a line."""
    text = re.sub(r" ([;?!])", "\u202f\\1", text)
    return re.sub(r" ([:»])", "\u00a0\\1", text).replace("« ", "«\u00a0")


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)


@cache
def catalogue(package: str = PACKAGE) -> Catalogue:
    """Return the catalogue of a package, read once; without a name, the one shared by all games."""
    return Catalogue(package)


def say(key: str, /, **values: Any) -> Text:
    """Return a sentence of the shared catalogue."""
    return catalogue().say(key, **values)
