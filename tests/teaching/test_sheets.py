"""Sheets to write on: complete in both languages, and their figures are the rules'."""

from __future__ import annotations

import re

import pytest

import ludotheque as lt
from ludotheque.games.massai.layout import HUTS_EACH, guards_for
from ludotheque.teaching import sheets as module
from ludotheque.teaching.sheets import sheets
from tests.teaching.test_guide import check_words


@pytest.mark.parametrize("id", lt.games())
def test_a_sheet_is_complete(id: str) -> None:
    for sheet in sheets(id):
        check_words(sheet.title)
        check_words(sheet.text)


def test_the_guards_on_the_tactic_sheet_are_those_of_the_rules() -> None:
    """Two sheets, one for each side of the table, with the same table."""
    assert [sheet.flip for sheet in sheets("massai")] == [False, True]
    for sheet in sheets("massai"):
        listed: dict[int, int] = {}
        for huts, guards in sheet.rows:
            low, *high = map(int, re.findall(r"\d+", huts.en))
            assert re.findall(r"\d+", huts.fr) == re.findall(r"\d+", huts.en)
            listed |= dict.fromkeys(range(low, (high[0] if high else HUTS_EACH) + 1), int(guards.en))
        assert listed == {huts: guards_for(huts) for huts in range(1, HUTS_EACH + 1)}


def test_rows_must_have_the_same_length(monkeypatch: pytest.MonkeyPatch) -> None:
    table = {"head": ["a", "b"], "rows": [["1"]]}
    sheet = {"title": {"fr": "t", "en": "t"}, "fr": "x", "en": "x", "table": table}
    monkeypatch.setattr(module, "read", lambda *_: {"sheet": [sheet]})
    with pytest.raises(ValueError, match="different lengths"):
        sheets.__wrapped__("massai")
