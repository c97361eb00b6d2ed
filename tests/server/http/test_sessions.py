"""Sessions: tokens and cookies."""

from __future__ import annotations

import pytest

from ludotheque.server.http import sessions
from ludotheque.server.settings import DAY


def test_tokens_cannot_be_guessed_and_are_kept_as_hashes() -> None:
    tokens = {sessions.new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert all(len(token) >= 40 for token in tokens)
    names = {sessions.guest_of(token) for token in tokens}
    assert len(names) == 100
    assert not names & tokens


@pytest.mark.parametrize("cookie", [None, "", "short", "x" * 101, "é" * 50])
def test_odd_cookies_are_no_guests(cookie: str | None) -> None:
    assert sessions.guest_of(cookie) is None


NOW = 1_800_000_000_000
TOKEN = "t" * 43


def test_the_day_in_a_cookie_changes_no_guest() -> None:
    assert sessions.guest_of(sessions.cookie_value(TOKEN, NOW)) == sessions.guest_of(TOKEN)


def test_cookies_are_renewed_after_a_week() -> None:
    cookie = sessions.cookie_value(TOKEN, NOW)
    assert sessions.renewed(cookie, NOW) is None
    assert sessions.renewed(cookie, NOW + 6 * DAY) is None
    later = NOW + 7 * DAY
    assert sessions.renewed(cookie, later) == sessions.cookie_value(TOKEN, later)
    assert sessions.renewed(cookie, NOW - 2 * DAY), "a clock that was wrong"
    assert sessions.renewed(TOKEN, NOW) == cookie, "cookies of older programs have no day"
    for odd in ("x", "9" * 30, "-1", "²"):
        assert sessions.renewed(f"{TOKEN}.{odd}", NOW) == cookie


@pytest.mark.parametrize("cookie", [None, "", "short.20000", "x" * 101, "t" * 42 + "\n", "t" * 42 + ";", "é" * 50])
def test_what_is_not_ours_is_not_sent_back(cookie: str | None) -> None:
    assert sessions.renewed(cookie, NOW) is None
