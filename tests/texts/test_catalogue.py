"""All languages say the same things."""

from __future__ import annotations

import pkgutil
import string
from importlib import resources

import pytest

import ludotheque as lt
from ludotheque.library import definition
from ludotheque.texts import DEFAULT, LANGUAGES, Catalogue, Text, catalogue, join, language, say, set_language

HOUSE = [module.name for module in pkgutil.walk_packages(lt.__path__, "ludotheque.") if module.ispkg]
TOLD = [name for name in HOUSE if resources.files(name).joinpath("fr.toml").is_file()]
CATALOGUES = [catalogue(name) for name in sorted({*TOLD, *(definition(id).package for id in lt.games())})]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("texts", CATALOGUES)
def test_languages_have_the_same_texts_with_the_same_values(texts: Catalogue) -> None:
    for code in LANGUAGES:
        assert texts.section(code=code) == texts.section()
        for key in texts.section():
            assert texts.raw(key, code), f"{key} in {code}"
            assert placeholders(texts.raw(key, code)) == placeholders(texts.raw(key, DEFAULT)), f"{key} in {code}"


def test_nouns_follow_their_number() -> None:
    texts = catalogue(definition("malawi").package)
    values = {"pawn": "a1", "end": "a4", "steps": 3}
    assert "carries 1 ring, so it moves exactly 1 cell;" in texts.say("refusals.distance", rings=1, **values).en
    assert (
        "porte 2 anneaux\u00a0: il se déplace d’exactement 2 cases"
        in texts.say("refusals.distance", rings=2, **values).fr
    )


def test_lists_and_the_language_of_the_moment() -> None:
    assert join(["a1", "b2", "c3"]) == Text(fr="a1, b2 et c3", en="a1, b2 and c3")
    assert join([]) == Text(fr="", en="")
    before = language()
    try:
        for code in LANGUAGES:
            set_language(code)
            assert str(say("refusals.over")) == say("refusals.over").to(code)
    finally:
        set_language(before)
    with pytest.raises(ValueError, match="fr / en"):
        set_language("de")
