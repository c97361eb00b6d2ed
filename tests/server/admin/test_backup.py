"""Backups, written while a server runs and restored into either kind of database."""

from __future__ import annotations

import gzip
import json
import random
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.server.admin.backup import backup
from ludotheque.server.admin.check import problems, table_ids
from ludotheque.server.admin.database import connected, opened
from ludotheque.server.admin.restore import restore
from ludotheque.server.errors import StorageError
from ludotheque.server.tables.blocked import block, blocked_networks, parse_network
from ludotheque.server.tables.migrations import migrate
from ludotheque.server.tables.store import Store, milliseconds
from tests.server.api.test_socket import sit_down
from tests.server.conftest import Serve
from tests.server.people import SET_UPS, Connection, play
from tests.server.postgres import Cluster
from tests.server.serving import Moments, Serving
from tests.server.tables.test_migrations import COMPUTER, OLD, TOKENS, both, rows

HOUR = 3_600_000


@pytest.fixture(params=["sqlite", "postgresql"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a second new database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'other.sqlite'}"
    found: Cluster = request.getfixturevalue("cluster")
    return found.new()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "backup.gz"


def save(database: str, file: Path, **chosen: bool) -> dict[str, int]:
    with opened(database, milliseconds()) as store:
        return backup(store.engine, file, milliseconds(), **chosen)


def bring_back(database: str, file: Path, now: int | None = None, **chosen: bool) -> dict[str, int]:
    with connected(database) as store:
        return restore(store.engine, file, now or milliseconds(), **chosen)


def moved(connections: list[Connection], new: Serving) -> list[Connection]:
    """The same people at another server."""
    people = [connection.person.at(new.address) for connection in connections]
    new.people += people
    return [person.live(connection.table) for person, connection in zip(people, connections, strict=True)]


def test_a_restored_copy_plays_on(database: str, other: str, file: Path, serve: Serve) -> None:
    serving = serve(database)
    connections = list(sit_down(serving, "massai"))
    connections[0].move(SET_UPS[0])  # a secret that waits
    counts = save(database, file)
    assert (counts["tables"], counts["events"], counts["sittings"]) == (1, 3, 2)
    connections[1].move(SET_UPS[1])  # after the backup
    assert bring_back(other, file)["events"] == 3
    copy = serve(other)
    again = moved(connections, copy)
    assert again[0].state["moves"] == [[0, SET_UPS[0]]]
    assert again[1].state["moves"] == [[0, None]]
    again[1].move(SET_UPS[1])
    play(again, random.Random(1), 6)
    key = again[0].person.seat_key(again[0].table, 0)
    assert key == connections[0].person.seat_key(connections[0].table, 0), "private links still open their seats"


def test_a_backup_is_one_moment_of_a_busy_server(database: str, other: str, file: Path, serve: Serve) -> None:
    serving = serve(database)
    connections = [list(sit_down(serving)) for _ in range(3)]
    ended = threading.Event()

    def work(pair: list[Connection]) -> None:
        dice = random.Random(1)
        while not ended.is_set():
            play(pair, dice, 1)

    threads = [threading.Thread(target=work, args=(pair,)) for pair in connections]
    for thread in threads:
        thread.start()
    try:
        for number in range(4):
            save(database, file, replace=number > 0)
    finally:
        ended.set()
        for thread in threads:
            thread.join()
    bring_back(other, file)
    with opened(other, milliseconds()) as store:
        assert [problem for id in table_ids(store) for problem in problems(store, id)] == []
        assert len(table_ids(store)) == 3


def test_all_rows_come_back(database: str, other: str, file: Path, serve: Serve) -> None:
    serving = serve(database)
    play(list(sit_down(serving)), random.Random(1), 3)
    block(serving.manager.store.engine, parse_network("203.0.113.0/24"), 5)
    serving.close()
    save(database, file)
    bring_back(other, file)
    before, after = rows(database), rows(other)
    for name in ("tables", "events", "sittings", "blocked"):
        assert after[name] == [tuple(row) for row in before[name]]
    assert dict(after["meta"])["secret"] == dict(before["meta"])["secret"]
    with connected(other) as store:
        assert list(blocked_networks(store.engine)) == [parse_network("203.0.113.0/24")]


def test_nobody_is_charged_for_the_time_between(database: str, file: Path, serve: Serve) -> None:
    now = Moments(1_800_000_000_000)
    serving = serve(database, now=now)
    connections = list(sit_down(serving, time={"kind": "minutes", "minutes": 5, "increment": 0}))
    play(connections, random.Random(1), 4)
    before = connections[0].until(lambda state: len(state["moves"]) == 4)["clock"]["left"]
    save(database, file)
    play(connections, random.Random(1), 1)
    now.pass_by(24 * HOUR)
    bring_back(database, file, now(), replace=True)
    for connection in connections:
        state = connection.until(lambda state: len(state["moves"]) == 4)
        assert (state["phase"], state["clock"]["left"]) == ("playing", before)


def test_a_running_server_goes_on_with_the_backup(database: str, file: Path, serve: Serve) -> None:
    serving = serve(database)
    anna, ben = sit_down(serving)
    play([anna, ben], random.Random(1), 2)
    save(database, file)
    play([anna, ben], random.Random(1), 3)
    later = anna.person.set_up("malawi", "me", "me")
    page = anna.person.live(later)
    bring_back(database, file, replace=True)
    for connection in (anna, ben):
        connection.until(lambda state: len(state["moves"]) == 2)
    assert page.read()["type"] == "gone"
    assert anna.person.get(f"/api/tables/{later}").status_code == 404
    play([anna, ben], random.Random(2), 4)
    with opened(database, milliseconds()) as store:
        assert problems(store, anna.table) == []


def test_what_a_database_holds_is_not_given_up_by_mistake(database: str, file: Path, serve: Serve) -> None:
    serving = serve(database)
    serving.person().set_up()
    save(database, file)
    serving.close()
    before = rows(database)
    with pytest.raises(StorageError, match="--replace"):
        bring_back(database, file)
    with pytest.raises(LudothequeError, match="exists already"):
        save(database, file)
    assert rows(database) == before


def test_nobody_else_may_read_the_file(sqlite: str, file: Path, serve: Serve) -> None:
    serve().close()
    save(sqlite, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir() if path.suffix == ".part"] == []


# Damaged and old files.


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]


def write(file: Path, lines: list[Any]) -> None:
    file.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in lines).encode()))


def damages(file: Path) -> Iterator[bytes]:
    """Yield a backup, damaged in every way."""
    whole, lines = file.read_bytes(), lines_of(file)
    yield from (b"", b"hello", whole[:-20], whole[: len(whole) // 2], whole[:100] + b"\0" * 9 + whole[109:])
    events = next(number for number, line in enumerate(lines) if line.get("table") == "events")
    for changed in (
        lines[:-1],
        [*lines[:events], *lines[events + 1 :]],
        [*lines[:-1], lines[events], lines[-1]],
        [lines[0], {"table": "nowhere", "columns": ["a"], "rows": [[1]]}, {"end": {"nowhere": 1}}],
        [lines[0], {"table": "events", "columns": ["odd"], "rows": [[1]]}, {"end": {"events": 1}}],
        [lines[0], {"table": "events"}, {"end": {}}],
        [lines[0], {"end": {}}],
        [1, 2],
    ):
        write(file, changed)
        yield file.read_bytes()


def test_a_damaged_backup_changes_nothing(database: str, file: Path, serve: Serve) -> None:
    serving = serve(database)
    play(list(sit_down(serving)), random.Random(1), 3)
    save(database, file)
    serving.close()
    before = rows(database)
    for number, content in enumerate(list(damages(file))):
        file.write_bytes(content)
        with pytest.raises(LudothequeError, match="not a complete backup"):
            bring_back(database, file, replace=True)
        assert rows(database) == before, number


def test_a_backup_of_a_newer_program_is_refused(sqlite: str, file: Path) -> None:
    write(file, [{"ludotheque": "backup", "format": 1, "schema": "99", "at": 0}, {"end": {}}])
    with pytest.raises(LudothequeError, match=r"newer program \(version 99"):
        bring_back(sqlite, file)


def test_a_backup_of_an_older_program_plays_on(database: str, file: Path, tmp_path: Path, serve: Serve) -> None:
    """The rows of version 1 go through the revisions on their way."""
    store = Store(f"sqlite:///{tmp_path / 'old.sqlite'}")
    migrate(store.engine, "1")
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM meta")
        for statement in OLD.split(";\n"):
            if "INSERT" in statement:
                connection.exec_driver_sql(statement[statement.index("INSERT") :])
    store.engine.dispose()
    old = rows(f"sqlite:///{tmp_path / 'old.sqlite'}")
    names = ("tables", "events", "sittings", "outages", "meta")
    pieces = [{"table": name, "columns": old[f"{name} columns"], "rows": list(map(list, old[name]))} for name in names]
    for piece in pieces[0]["rows"]:
        piece[2] = bool(piece[2])
    head = {"ludotheque": "backup", "format": 1, "schema": "1", "at": 0}
    write(file, [head, *pieces, {"end": {name: len(old[name]) for name in names}}])
    bring_back(database, file)
    serving = serve(database)
    anna, ben = both(serving, "table-0000000001")
    assert len(anna.state["moves"]) == 3
    ben.move("b6-b4")
    with opened(database, milliseconds()) as opened_store:
        assert [problem for id in table_ids(opened_store) for problem in problems(opened_store, id)] == []
        assert COMPUTER in table_ids(opened_store)
    assert set(TOKENS) == {"Anna", "Ben"}
