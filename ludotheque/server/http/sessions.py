"""Sessions without signing up: a browser keeps a random token in a cookie, the server knows only its hash."""

from __future__ import annotations

import hashlib
import secrets

COOKIE = "ludotheque"
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest time that browsers allow."""


def new_token() -> str:
    """Return the token of a new browser. It cannot be guessed."""
    return secrets.token_urlsafe(32)


def guest_of(token: str | None) -> str | None:
    """Return the name under which the server knows the browser with this token; None when it is not one of ours."""
    if not token or not 40 <= len(token) <= 100 or not token.isascii():
        return None
    return hashlib.sha256(token.encode()).hexdigest()[:32]
