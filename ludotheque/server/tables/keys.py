"""Identifiers of tables, and the keys of seats and invitations. None of them can be guessed.

The key of a seat and the invitation of a table follow from a secret of the database. They need not be stored, and can
be shown again to a player who holds them.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import string
from collections.abc import Sequence

LETTERS_AND_DIGITS = string.ascii_letters + string.digits
# Older tables have identifiers with "-" and "_".
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{16}")


def new_table_id() -> str:
    """Return the identifier of a new table, of 95 bits. No "-": on a command line, it would begin an option."""
    return "".join(secrets.choice(LETTERS_AND_DIGITS) for _ in range(16))


class Keys:
    """The keys of seats and invitations."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def _key(self, *parts: object) -> str:
        text = "/".join(map(str, parts)).encode()
        return hmac.new(self._secret, text, hashlib.sha256).hexdigest()[:32]

    def invitation(self, table: str) -> str:
        """Return the key with which a player takes a free seat."""
        return self._key("join", table)

    def seat(self, table: str, seat: int, since: int) -> str:
        """Return the key of a seat, for the player who joined with event `since`."""
        return f"{seat}.{self._key('seat', table, seat, since)}"

    def opens_invitation(self, table: str, key: str | None) -> bool:
        """Return whether the key is the invitation of a table."""
        return key is not None and hmac.compare_digest(key.encode(), self.invitation(table).encode())

    def seat_opened_by(self, table: str, since: Sequence[int], key: str) -> int | None:
        """Return the seat that a key opens. `since` holds for each seat the event with which its player joined."""
        for seat, event in enumerate(since):
            if hmac.compare_digest(key.encode(), self.seat(table, seat, event).encode()):
                return seat
        return None
