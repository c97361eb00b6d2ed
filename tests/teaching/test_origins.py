"""Where the games come from: nothing of ours is left out, and every option says its source."""

from __future__ import annotations

import re

import pytest

import ludotheque as lt
from ludotheque.library import definition
from ludotheque.rulebook import value_text
from ludotheque.server.serialize.teaching import guide_json, origins_json
from ludotheque.teaching.origins import FACTS, SOURCES, origins
from ludotheque.teaching.reading import extras
from ludotheque.texts import catalogue
from tests.teaching.test_guide import check_words


@pytest.mark.parametrize("id", lt.games())
def test_every_value_of_every_option_has_a_source(id: str) -> None:
    page = origins(id)
    assert "origins" in extras(id)
    assert list(page.options) == [option.name for option in definition(id).options]
    for option in definition(id).options:
        origin = page.options[option.name]
        assert set(origin.sources) == {value_text(value) for value in option.values}
        check_words(origin.text)


@pytest.mark.parametrize("id", lt.games())
def test_every_ruling_of_ours_settles_a_question(id: str) -> None:
    ours = [ruling["id"] for ruling in guide_json(id)["rulings"] if ruling["why"]]
    settled = origins_json(id)["settled"]
    assert sorted(question["ruling"] for question in settled) == sorted(ours)
    for question in origins(id).settled.values():
        check_words(question)
        assert question.fr.endswith("?")
        assert question.en.endswith("?")


@pytest.mark.parametrize("id", lt.games())
def test_the_credit_on_the_box_names_the_same_people(id: str) -> None:
    """A name, a publisher or a year of the credit stands in the facts."""
    page, credit = origins(id), lt.load(id).rulebook.texts.say("credit").fr
    facts = " ".join(fact.fr for fact in page.facts.values())
    for name in re.findall(r"[A-Z][a-z]+ [A-Z][a-z]+|\b\d{4}\b|XIXe", credit):
        assert name in facts, name


@pytest.mark.parametrize("id", lt.games())
def test_an_origin_is_complete(id: str) -> None:
    page = origins(id)
    assert list(page.facts) == list(FACTS)
    assert page.known
    for words in (page.lead, *page.known, *page.unknown):
        check_words(words)
    for fact in page.facts.values():
        assert fact.fr
        assert fact.en


def test_the_page_has_a_name_for_every_fact_and_source() -> None:
    page = catalogue("ludotheque.web")
    for key in (*FACTS, *(f"source_{source}" for source in SOURCES)):
        assert f"origins.{key}" in page
