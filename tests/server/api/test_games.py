"""The addresses of the games."""

from __future__ import annotations

from typing import Any

import pytest

import ludotheque as lt
from ludotheque.engine.levels import LEVELS
from tests.server.conftest import Serve
from tests.server.serving import Serving


def texts(data: Any) -> list[dict[str, str]]:
    """Everything that is said in two languages."""
    if isinstance(data, dict):
        if set(data) == {"fr", "en"}:
            return [data]
        return [text for value in data.values() for text in texts(value)]
    return [text for value in data for text in texts(value)] if isinstance(data, list) else []


@pytest.mark.parametrize(("what", "listed"), [("puzzles", "puzzles"), ("models", "games")])
def test_what_takes_long_to_make_is_charged_to_the_address(what: str, listed: str, serve: Serve) -> None:
    person = serve(studies_per_second=0.001, study_burst=2).person()
    names = [one["id"] for one in person.fetch(f"/api/games/malawi/{what}")[listed]]
    answers = [person.get(f"/api/games/malawi/{what}/{names[number % len(names)]}") for number in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    again = person.get("/api/games/malawi/lessons")
    assert person.get("/api/games/malawi/lessons", **{"If-None-Match": again.headers["etag"]}).status_code == 304


def test_games_options_and_levels(serving: Serving) -> None:
    told = serving.person().fetch("/api/games")
    assert told["version"] == lt.__version__
    assert [card["id"] for card in told["games"]] == lt.games()
    assert [level["number"] for level in told["levels"]] == [level.number for level in LEVELS]
    for card in told["games"]:
        assert len(card["sides"]) == max(card["players"])
        assert all(len(option["values"]) == len(option["labels"]) for option in card["options"])
        assert card["minutes"] > 0
    assert {tuple(card["players"]) for card in told["games"]} == {(2,), (2, 3)}
    assert all(text["fr"] and text["en"] for text in texts(told))


@pytest.mark.parametrize("id", lt.games())
def test_pictures_rules_and_art(id: str, serving: Serving) -> None:
    person = serving.person()
    assert person.get(f"/api/games/{id}/portrait.svg").text.startswith("<svg")
    assert "<style" not in person.get(f"/api/games/{id}/art.svg").text
    assert "{" in person.get(f"/api/games/{id}/art.css").text
    rulings = person.fetch(f"/api/games/{id}/rulings")
    kinds = {ruling["id"].split("-")[0] for ruling in rulings["rulings"]}
    assert "ALL" in kinds
    assert len(kinds) == 2, "the rulings for all games, and its own"
    for wrong in ("chess", "..", "%2e%2e", f"{id}%00"):
        assert person.get(f"/api/games/{wrong}/art.css").status_code == 404


def test_both_languages_of_the_page_have_the_same_texts(serving: Serving) -> None:
    french, english = (serving.person().fetch(f"/api/texts/{code}.json") for code in ("fr", "en"))
    assert set(french) == set(english)
