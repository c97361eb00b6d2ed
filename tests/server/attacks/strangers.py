"""What several strangers begin with."""

from __future__ import annotations

from bench.load import Http
from tests.server.attacks.neighbours import Strength

HOT_SEAT = {"game": "malawi", "seats": [{"who": "me"}, {"who": "me"}], "name": "Mallory"}


async def hot_seat(strength: Strength) -> tuple[Http, str]:
    """Return a browser, and its table with both players on one device."""
    http = strength.http()
    return http, (await http.ask("/api/tables", HOT_SEAT))["table"]
