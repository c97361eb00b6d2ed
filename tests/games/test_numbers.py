"""The numbers of the rules stand once, in a game's `layout.py`: texts take them from there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.library import definition
from ludotheque.texts import LANGUAGES, read_toml

WORDS = {
    "fr": "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept "
    "dix-huit dix-neuf vingt vingt-et-un vingt-deux vingt-trois vingt-quatre vingt-cinq",
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five",
}
"""Numbers in words, where a text might hide one."""
TEACHING = ("guide.toml", "lessons.toml", "first_game.toml", "strategy.toml")
LITERAL = {
    ("malawi", "La liste du matériel compte 12 anneaux"): "what the rule sheet says",
    ("malawi", "The list of contents counts 12 rings"): "what the rule sheet says",
}
"""Sentences (their beginning) that may name a number and a noun of the rules by hand, and why."""


def texts(id: str) -> Iterator[tuple[str, str, str]]:
    """Return where a sentence stands, its language and the sentence, as the files have it."""
    package = definition(id).package
    for code in LANGUAGES:
        yield from strings(f"{id}/{code}.toml", code, read_toml(package, f"{code}.toml"))
    for name in TEACHING:
        file = Path(str(resources.files(package))) / "teach" / name
        if file.is_file():
            yield from strings(f"{id}/teach/{name}", "", read_toml(f"{package}", f"teach/{name}"))


def strings(place: str, code: str, data: Any) -> Iterator[tuple[str, str, str]]:
    if isinstance(data, str) and code:
        yield place, code, data
    elif isinstance(data, list):
        for number, item in enumerate(data, 1):
            yield from strings(f"{place}:{number}", code, item)
    elif isinstance(data, dict):
        for key, value in data.items():
            if key not in {"numbers", "symbols", "values", "position", "expect"}:
                yield from strings(f"{place}:{key}", key if key in LANGUAGES else code, value)


def literals(id: str, code: str) -> re.Pattern[str]:
    """Return a pattern for a number of the rules that stands by hand before its noun."""
    catalogue, alternatives = definition(id).texts, []
    for name, value in definition(id).numbers.items():
        written = [str(value)]
        words = WORDS.get(code, "").split()
        if value < len(words):
            written += [words[value], words[value].replace("-", " ")]
        nouns = catalogue.raw(f"numbers.{name}", code).split("|")
        alternatives.append(rf"(?:{'|'.join(written)})[ \u00a0](?:{'|'.join(map(re.escape, nouns))})")
    return re.compile(rf"(?<![\w-])(?:{'|'.join(alternatives) or '(?!)'})\b", re.IGNORECASE)


@pytest.mark.parametrize("id", lt.games())
def test_no_number_of_the_rules_is_written_by_hand(id: str) -> None:
    patterns = {code: literals(id, code) for code in LANGUAGES}
    wrong = [
        f"{place} ({code}): “{found[0]}” must come from the layout"
        for place, code, sentence in texts(id)
        if (found := patterns[code].search(sentence))
        and not any(game == id and sentence.startswith(beginning) for game, beginning in LITERAL)
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("id", lt.games())
def test_every_number_is_used(id: str) -> None:
    said = "\n".join(sentence for _, _, sentence in texts(id))
    for name in definition(id).numbers:
        assert re.search(rf"\{{{name}[:}}]", said), f"no text of {id} names {name}"
