"""Names are tidied, requests are checked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from ludotheque.server.api import schemas
from ludotheque.server.api.schemas import MAX_NAME, NewTable, tidy_name


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("  Anna \t\n Maria ", "Anna Maria"),
        ("A\u202eB\u200bC\x00D\x1b[31m", "ABCD[31m"),
        ("<b>Zoé</b> & “co”", "<b>Zoé</b> & “co”"),
        ("🦛" * 40, "🦛" * MAX_NAME),
        ("\u2028a\u00a0b\u3000", "a b"),
        ("\u200b", ""),
    ],
)
def test_names(given_name: str, kept: str) -> None:
    assert tidy_name(given_name) == kept


@given(st.text(max_size=100))
def test_a_tidy_name_is_one_short_visible_line(name: str) -> None:
    tidy = tidy_name(name)
    assert len(tidy) <= MAX_NAME
    assert tidy == tidy.strip()
    assert tidy.isprintable() or not tidy
    assert tidy_name(tidy) == tidy
    tidy.encode()


@given(st.text(max_size=200))
def test_nonsense_is_refused_without_repeating_it(text: str) -> None:
    secret = "a3,a4,b3,c2,c3"
    for sent in (text, f'{{"type":"move","move":"{secret}"}}', f'["{secret}"]'):
        with pytest.raises(ValidationError) as found:
            schemas.socket_message.validate_json(sent)
        assert sent == text or secret not in str(found.value), "errors reach logs"


@pytest.mark.parametrize(
    "odd",
    [
        {"seats": []},
        {"seats": [{"who": "me"}] * 9},
        {"seats": [{"who": "god"}]},
        {"seats": [{"who": "computer", "level": 0}]},
        {"seats": [{"who": "computer", "level": 7}]},
        {"time": {"kind": "minutes", "minutes": float("nan")}},
        {"time": {"kind": "minutes", "minutes": 1, "increment": float("inf")}},
        {"time": {"kind": "minutes", "minutes": 0}},
        {"time": {"kind": "days", "days": 31}},
        {"time": {"kind": "hours"}},
        {"names": ["x"] * 9},
        {"name": "x" * 201},
        {"game": "x" * 41},
        {"options": {"x" * 41: 1}},
        {"options": {"x": [1]}},
        {"options": {"x": None}},
        {"seed": 1},
        {"holders": []},
    ],
    ids=str,
)
def test_odd_requests(odd: dict[str, object]) -> None:
    right = {"game": "malawi", "seats": [{"who": "me"}, {"who": "open"}]}
    NewTable.model_validate(right)
    with pytest.raises(ValidationError):
        NewTable.model_validate({**right, **odd})
