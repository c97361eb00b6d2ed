"""Sessions: tokens and cookies."""

from __future__ import annotations

import pytest

from ludotheque.server.http import sessions


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
