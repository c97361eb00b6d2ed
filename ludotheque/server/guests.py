"""Who is who without signing up: unguessable tokens for browsers, tables, seats and invitations.

A browser keeps a random token in a cookie; the server knows only its hash. A seat's private key and a table's
invitation are derived from a secret of the database: they need not be kept, and can be shown again to whoever holds
them.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence

COOKIE = "ludotheque"
COOKIE_SECONDS = 400 * 24 * 3600
"""As long as browsers allow."""


TABLE_ID = re.compile(r"[A-Za-z0-9_-]{16}")


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_table_id() -> str:
    return secrets.token_urlsafe(12)


def guest_of(token: str | None) -> str | None:
    """The name under which the server knows the browser with this cookie."""
    if not token or not 40 <= len(token) <= 100 or not token.isascii():
        return None
    return hashlib.sha256(token.encode()).hexdigest()[:32]


class Keys:
    """The keys of seats and invitations."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def _key(self, *words: object) -> str:
        told = "/".join(map(str, words)).encode()
        return hmac.new(self._secret, told, hashlib.sha256).hexdigest()[:32]

    def invitation(self, table: str) -> str:
        return self._key("join", table)

    def seat(self, table: str, seat: int, since: int) -> str:
        """The key of a seat, for whoever sat down there with this event."""
        return f"{seat}.{self._key('seat', table, seat, since)}"

    def opens_invitation(self, table: str, key: str | None) -> bool:
        return key is not None and hmac.compare_digest(key.encode(), self.invitation(table).encode())

    def seat_opened_by(self, table: str, since: Sequence[int], key: str) -> int | None:
        """The seat whose private key this is; `since` tells for each with which event somebody sat down."""
        for seat, event in enumerate(since):
            if hmac.compare_digest(key.encode(), self.seat(table, seat, event).encode()):
                return seat
        return None
