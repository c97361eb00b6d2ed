"""Where a game comes from: `origins.toml` of its folder.

It names the people, says what is known and what is not, gives the source of every option, and puts every question that
the original rules leave open. The answer to a question is a ruling of ours; `guide.toml` has the reason::

    lead.fr = "…"
    [facts]                             see `FACTS`; a name that is the same in every language is a plain string
    designer = "…"
    year.fr = "…"
    [[known]]                           paragraphs
    fr = "…"
    [[unknown]]
    fr = "…"
    [option.diagonals]
    values = { true = "sheet", false = "ours" }      see `SOURCES`
    fr = "…"
    [settled.MAL-1]                     the question that this ruling settles
    fr = "…"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ludotheque.library import definition
from ludotheque.rulebook import value_text
from ludotheque.teaching.reading import Table, common, name_or_text, only, read, reads, text
from ludotheque.texts import Text

FACTS = ("designer", "publisher", "year", "translator", "family")
SOURCES = (
    "sheet",  # the original rules
    "variant",  # a variant that the original rules offer
    "reading",  # another reading of the original rules
    "simplified",  # the original rules, made simpler
    "review",  # reviews of the game
    "ours",
)


@dataclass(frozen=True)
class OptionOrigin:
    """Where the values of an option come from."""

    sources: Mapping[str, str]
    """By value, as records write it; see `SOURCES`."""
    text: Text


@dataclass(frozen=True)
class Origins:
    """What is known about a game."""

    lead: Text
    facts: Mapping[str, Text]
    known: tuple[Text, ...]
    unknown: tuple[Text, ...]
    options: Mapping[str, OptionOrigin]
    settled: Mapping[str, Text]
    """By ruling: the question that it settles."""


@cache
@reads("origins.toml")
def origins(id: str) -> Origins:
    """Return where a game comes from."""
    table = read(id, "origins.toml")
    only(table, {"lead", "facts", "known", "unknown", "option", "settled"}, id)
    only(table["facts"], set(FACTS), id)
    options = [option.name for option in definition(id).options]
    only(table.get("option", {}), set(options), id)
    return Origins(
        text(table["lead"]),
        {name: name_or_text(table["facts"][name]) for name in FACTS},
        tuple(map(text, table["known"])),
        tuple(map(text, table.get("unknown", ()))),
        {name: _option(id, name, table["option"][name]) for name in options},
        {ruling: text(question) for ruling, question in {**table["settled"], **common()["settled"]}.items()},
    )


def _option(id: str, name: str, table: Table) -> OptionOrigin:
    only(table, {"values"}, f"{id}: {name}")
    values = {value_text(value) for value in definition(id).option(name).values}
    sources: Mapping[str, str] = table["values"]
    if set(sources) != values or not set(sources.values()) <= set(SOURCES):
        raise ValueError(f"{id}: {name}: {dict(sources)}")
    return OptionOrigin(sources, text(table))
