"""Tokens and keys."""

from __future__ import annotations

import pytest

from ludotheque.server import guests
from ludotheque.server.guests import Keys


def test_tokens_cannot_be_guessed_and_are_kept_as_hashes() -> None:
    tokens = {guests.new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) >= 40 for token in tokens)
    names = {guests.guest_of(token) for token in tokens}
    assert len(names) == 100
    assert not names & tokens
    assert all(guests.TABLE_ID.fullmatch(guests.new_table_id()) for _ in range(100))


@pytest.mark.parametrize("cookie", [None, "", "short", "x" * 101, "é" * 50])
def test_odd_cookies_are_no_guests(cookie: str | None) -> None:
    assert guests.guest_of(cookie) is None


def test_a_key_opens_one_seat_of_one_table_for_one_sitting() -> None:
    keys, others = Keys("secret"), Keys("another secret")
    key = keys.seat("one", 1, 7)
    assert keys.seat_opened_by("one", [0, 7], key) == 1
    assert keys.seat_opened_by("two", [0, 7], key) is None
    assert keys.seat_opened_by("one", [7, 0], key) is None
    assert keys.seat_opened_by("one", [0, 8], key) is None, "somebody else has sat down since"
    assert others.seat_opened_by("one", [0, 7], key) is None
    assert keys.seat_opened_by("one", [0, 7], key.replace("1.", "0.")) is None
    assert keys.seat_opened_by("one", [0, 7], "") is None


def test_an_invitation_is_for_one_table() -> None:
    keys = Keys("secret")
    assert keys.opens_invitation("one", keys.invitation("one"))
    for key in (None, "", keys.invitation("two"), keys.seat("one", 0, 0), Keys("other").invitation("one")):
        assert not keys.opens_invitation("one", key)
