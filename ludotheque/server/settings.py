"""What whoever runs a server may set, and the bounds that keep it healthy."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
"""In milliseconds, like all times of the server."""


def data_folder() -> Path:
    """Where the user's games are kept."""
    base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "ludotheque"


def database_url() -> str:
    """PostgreSQL or another database by `LUDOTHEQUE_DATABASE`; else an SQLite file of the user's."""
    return os.environ.get("LUDOTHEQUE_DATABASE") or f"sqlite:///{data_folder() / 'tables.sqlite'}"


@dataclass(frozen=True)
class Settings:
    """Times are in milliseconds, unless a name says otherwise."""

    database: str
    claim_after: int = 3 * MINUTE
    """How long an opponent may be away, on his turn, before the game can be claimed."""
    cancelled_after: int = 7 * DAY
    """When a table at which nobody else sat down is closed."""
    abandoned_after: int = 60 * DAY
    """When a game in which nobody decides any more is closed."""
    idle_after: int = 10 * MINUTE
    """When a table that nobody looks at leaves the memory; it stays on disk."""
    sweep_every: int = 5_000
    pulse_every: int = 15_000
    lag_forgiven: int = 1_000
    """So much of a slow connection's delay is not charged to the clock, for each decision."""
    computer_pause: int = 350
    """A computer that answers at once would be hard to follow."""
    thinking_seconds: float | None = None
    """Overrides the time of all levels."""
    tables_per_guest: int = 60
    """Unfinished tables of one browser."""
    tables_per_address: int = 600
    """New tables from one network address in an hour."""
    sockets_per_address: int = 200
    messages_per_second: float = 20.0
    message_burst: int = 60
    requests_per_second: float = 30.0
    request_burst: int = 200
    longest_message: int = 4096
    longest_study: int = 1 << 17
    """Positions and records that somebody studies are longer than anything said at a table."""
    study_seconds: float = 5.0
    """The longest time to think about one position that somebody studies."""
    annotation_seconds: float = 18.0
    """The longest time to look through a whole game."""
    hint_seconds: float = 1.0
    studies_per_second: float = 3.0
    study_burst: int = 40
    """How often one address may ask for an analysis."""
    secure_cookie: bool = False
    """Whether browsers may send the cookie over HTTPS only; set it where the server stands behind TLS."""
    seed: str = ""
    """Fixes what is otherwise drawn by lot, for tests."""
