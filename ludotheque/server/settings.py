"""The settings of a server, with the limits that keep it healthy."""

from __future__ import annotations

import os
from dataclasses import dataclass

from ludotheque.user_folders import user_data

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000
"""In milliseconds, like all times of the server."""


def database_url() -> str:
    """Return the address of the database: `LUDOTHEQUE_DATABASE` if it is set, else an SQLite file of the user."""
    return os.environ.get("LUDOTHEQUE_DATABASE") or f"sqlite:///{user_data() / 'tables.sqlite'}"


@dataclass(frozen=True)
class Hosting:
    """Where the server keeps its tables, how it treats them, and where it lives. Times are in milliseconds."""

    database: str
    claim_after: int = 3 * MINUTE
    """A game can be claimed against a player to move who has been away this long."""
    cancel_after: int = 7 * DAY
    """A table with a free seat closes after this time without an event."""
    abandon_after: int = 60 * DAY
    """A game closes after this time without an event."""
    keep_finished_days: int = 0
    """Games that were played to an end are removed this long after their last event; 0 keeps them for ever."""
    keep_unplayed_days: int = 0
    """Tables with a free seat and cancelled games are removed this long after their last event; 0 keeps them."""
    unload_after: int = 10 * MINUTE
    """A table leaves the memory after this time without a viewer. It stays on disk."""
    sweep_every: int = 5_000
    ping_every: int = 15_000
    lag_compensation: int = 1_000
    """The clock does not charge this much of a slow connection's delay, for each move."""
    computer_pause: int = 350
    """The shortest time in which a computer moves. Faster moves would be hard to follow."""
    secure_cookie: bool = False
    """Browsers send the cookie over HTTPS only. Set it for a server behind TLS."""
    seed: str = ""
    """Replaces the random numbers of the server, for tests."""
    proxies: str = ""
    """Addresses of proxies whose `X-Forwarded-*` headers are believed, with commas between them."""
    root_path: str = ""
    """The path below which the server lives behind a proxy, such as `/ludo`."""
    program: str = ""
    """The folder `program` that `ludotheque site` has written. With it, browsers analyse, and play offline."""
    metrics: str = "private"
    """Who may read `/metrics`: `private`, direct requests from private networks only; `public`; or `off`."""
    access_log: bool = False
    """The log gets a line for each request."""


@dataclass(frozen=True)
class Limits:
    """What one browser and one network address may do."""

    processes: int = 1
    """Server processes of one database, on all machines together. What an address may do is divided among them."""
    connections_per_address: int = 500
    """Open connections of one network address, without the sockets of tables."""
    sockets_per_address: int = 200
    onlookers_per_table: int = 500
    """Pages without a seat that watch one table at one process."""
    messages_per_second: float = 20.0
    message_burst: int = 60
    messages_per_address: float = 200.0
    """Messages in a second from all sockets of one network address."""
    requests_per_second: float = 30.0
    request_burst: int = 200
    files_per_second: float = 200.0
    file_burst: int = 3000
    """Files of the page that one address may ask for at once. A first visit needs about a hundred."""
    max_message_bytes: int = 4096
    max_study_bytes: int = 1 << 17
    """Positions and records to study are longer than any message at a table."""
    tables_per_guest: int = 60
    """Unfinished tables of one browser."""
    tables_per_address: int = 600
    """New tables from one network address in an hour."""
    open_tables_per_address: int = 10
    """Public tables with a free seat that one network address has created. The list shows the latest 50 of all."""

    def share(self, bound: int) -> int:
        """Return the part of a bound for one address that falls to one process: at least 1, and 0 of 0."""
        return max(min(bound, 1), round(bound / self.processes))


@dataclass(frozen=True)
class SearchSettings:
    """How much the searches of a server, and the reading of games for study, may take."""

    search_seconds: float | None = None
    """Overrides the search time of all levels."""
    computer_workers: int = 0
    """Processes that search for computer players, each started when it is needed; 0: as many as suit the machine."""
    computers_waiting: int = 1_000
    """Computer players that search or wait. Others try again at the next sweep."""
    worker_megabytes: int = 1_536
    """The memory of one worker process. One that needs more is replaced."""
    analysis_workers: int = 0
    """Processes that search for readers, each started when it is needed; 0: as many as suit the machine."""
    analyses_waiting: int = 40
    """Analyses that are going on or wait. More are refused."""
    analyses_per_address: int = 8
    """Those of one network address."""
    studies_per_second: float = 10.0
    """Games that one network address may have read for study and replay."""
    study_burst: int = 100
    studies_waiting: int = 60
    """Games that are being read or wait. More are refused."""
    studies_per_address: int = 20
    """Those of one network address."""
    analysis_seconds: float = 5.0
    """The longest analysis of one position."""
    annotation_seconds: float = 18.0
    """The longest analysis of a whole game."""
    hint_seconds: float = 1.0
    analyses_per_second: float = 3.0
    analysis_burst: int = 40
    """How many analyses one address may ask for at once."""


@dataclass(frozen=True)
class Settings(SearchSettings, Limits, Hosting):
    """All settings of a server."""
