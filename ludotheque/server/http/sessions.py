"""Sessions without signing up: a browser keeps a random token in a cookie, the server knows only its hash.

The cookie also holds the day on which it was sent. So the server sees when to send it again, and stores nothing.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from ludotheque.server.settings import DAY, Settings

COOKIE = "ludotheque"
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest time that browsers allow."""
RENEW_AFTER = 7
"""Days after which a cookie is sent again. A browser that comes once a year keeps its seats."""
OURS = re.compile(r"[A-Za-z0-9_-]{40,100}")
"""The form of our tokens. Nothing else is sent back to a browser."""


def new_token() -> str:
    """Return the token of a new browser. It cannot be guessed."""
    return secrets.token_urlsafe(32)


def cookie_value(token: str, now: int) -> str:
    """Return what the cookie holds: the token and the day."""
    return f"{token}.{now // DAY}"


def cookie_header(value: str, settings: Settings) -> str:
    """Return the header that gives a browser its cookie."""
    path = settings.root_path or "/"
    header = f"{COOKIE}={value}; HttpOnly; Max-Age={COOKIE_SECONDS}; Path={path}; SameSite=lax"
    return f"{header}; Secure" if settings.secure_cookie else header


def renewed(cookie: str | None, now: int) -> str | None:
    """Return what the cookie should hold from now on; None when it is young, or not ours."""
    token, _, day = (cookie or "").partition(".")
    if not OURS.fullmatch(token):
        return None
    young = day.isascii() and day.isdigit() and len(day) < 8 and 0 <= now // DAY - int(day) < RENEW_AFTER
    return None if young else cookie_value(token, now)


def guest_of(cookie: str | None) -> str | None:
    """Return the name under which the server knows the browser with this cookie; None when it is not one of ours."""
    token = (cookie or "").partition(".")[0]
    if not 40 <= len(token) <= 100 or not token.isascii():
        return None
    return hashlib.sha256(token.encode()).hexdigest()[:32]
