"""The rulings at work: every `cases/rulings.toml` of a game's folder, and the rule that no ruling is forgotten."""

from __future__ import annotations

import pytest

import ludotheque as lt
from ludotheque.laws.breach import FolderLaw
from ludotheque.laws.cases import Case, cases_of, check_case
from ludotheque.laws.check import FOLDER_LAWS

CASES = [pytest.param(id, case, id=f"{case['ruling']}: {case['about']}") for id in lt.games() for case in cases_of(id)]


@pytest.mark.parametrize(("id", "case"), CASES)
def test_case(id: str, case: Case) -> None:
    assert [breach.sentence("cases_go_as_they_say").en for breach in check_case(id, case)] == []


@pytest.mark.parametrize("law", FOLDER_LAWS)
@pytest.mark.parametrize("id", lt.games())
def test_law_of_folders(law: FolderLaw, id: str) -> None:
    assert [breach.sentence(law.__name__).en for breach in law(id)] == []
