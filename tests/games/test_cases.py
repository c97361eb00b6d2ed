"""The rulings at work: every `cases/rulings.toml` of a game's folder, and the rule that no ruling is forgotten."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.library import definition
from ludotheque.texts import LANGUAGES, catalogue, typeset


def cases_of(id: str) -> list[dict[str, Any]]:
    text = resources.files(definition(id).package).joinpath("cases/rulings.toml").read_text("utf-8")
    found: list[dict[str, Any]] = tomllib.loads(text)["case"]
    return found


CASES = [pytest.param(id, case, id=f"{case['ruling']}: {case['about']}") for id in lt.games() for case in cases_of(id)]
CHECKS = {"refused", "legal", "includes", "excludes", "becomes", "end"}
KEYS = {"ruling", "about", "options", "position", "moves", "player", "says", *CHECKS}


def rulings_of(id: str) -> set[str]:
    return lt.load(id).rulebook.texts.section("rulings")


@pytest.mark.parametrize(("id", "case"), CASES)
def test_case(id: str, case: dict[str, Any]) -> None:
    assert set(case) <= KEYS
    assert set(case) & CHECKS, "a case must check something"
    game = lt.load(id, **case.get("options", {}))
    position = game.parse(case["position"]) if "position" in case else game.start()
    for move in case.get("moves", ()):
        position = position.play(move, position.to_act[0])
    player = case.get("player", position.to_act[0] if position.to_act else 0)
    if "refused" in case:
        with pytest.raises(lt.IllegalMove) as refused:
            position.play(case["refused"], player)
        assert refused.value.ruling == case["ruling"]
        says = {"fr": typeset(case["says"]["fr"]), "en": case["says"]["en"]}
        assert {code: refused.value.sentence.to(code) for code in LANGUAGES} == says
    legal = [str(move) for move in position.legal_moves(player)] if position.to_act else []
    if "legal" in case:
        assert sorted(legal) == sorted(case["legal"])
    assert set(case.get("includes", ())) <= set(legal)
    assert not set(case.get("excludes", ())) & set(legal)
    if "becomes" in case:
        assert position == game.parse(case["becomes"])
    if "end" in case:
        assert position.outcome is not None
        assert ":".join([position.outcome.reason, *(f"{x:.0f}" for x in position.outcome.returns)]) == case["end"]


@pytest.mark.parametrize("id", lt.games())
def test_every_ruling_has_a_case_and_is_cited(id: str) -> None:
    cases = cases_of(id)
    folder = resources.files(definition(id).package)
    source = "".join(Path(str(file)).read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".py"))
    for ruling in rulings_of(id):
        assert any(case["ruling"] == ruling for case in cases), f"{ruling} has no case"
        assert re.search(rf"\b{ruling}\b", source), f"{ruling} is cited nowhere in the code"
    assert {case["ruling"] for case in cases} <= rulings_of(id) | catalogue().section("rulings")


@pytest.mark.parametrize("id", lt.games())
def test_every_ending_and_every_refusal_is_seen(id: str) -> None:
    game = lt.load(id)
    cases = cases_of(id)
    ends = {case["end"].partition(":")[0] for case in cases if "end" in case}
    assert ends == set(game.rulebook.rules.reasons) - set(game.rulebook.rules.impossible_reasons)
    texts = game.rulebook.texts
    said = [case["says"]["en"] for case in cases if "says" in case]
    for key in texts.section("refusals"):
        shape = re.escape(texts.raw(f"refusals.{key}", "en"))
        pattern = re.sub(r"\\\{.*?\\\}", ".+", shape)
        assert any(re.fullmatch(pattern, sentence) for sentence in said), f"no case shows refusals.{key}"
