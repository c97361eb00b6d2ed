"""`ludotheque admin`, run for real beside a running server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ludotheque.cli import main
from ludotheque.server.tables.store import Store
from tests.cli.test_cli import run
from tests.server.serving import Serving, await_that
from tests.server.tables.test_reading import damage, two_tables


def admin(database: str, *words: str, status: int = 0) -> str:
    """What a command prints."""
    done = run("admin", *words, LUDOTHEQUE_DATABASE=database)
    assert (done.returncode, "Traceback" in done.stderr) == (status, False), done.stderr
    return done.stdout if status < 2 else done.stderr


def data(database: str, *words: str, status: int = 0) -> Any:
    return json.loads(admin(database, *words, "--json", status=status))


def test_a_host_looks_after_a_running_server(tmp_path: Path) -> None:
    database, copy = (f"sqlite:///{tmp_path / name}.sqlite" for name in ("tables", "copy"))
    file = str(tmp_path / "backup.gz")
    serving = Serving(database)
    try:
        bad, good = two_tables(serving)
        damage(database, bad.table, "move")
        assert {facts["id"] for facts in data(database, "list", "--phase", "playing")} == {bad.table, good.table}
        assert "2 tables" in admin(database, "list", "--game", "malawi")
        assert "ouverte" not in admin(database, "list", "--lang", "fr")
        shown = admin(database, "show", good.table)
        assert "malawi diagonals=true" in shown
        assert "moves: 1" in shown
        problem = {"table": bad.table, "fault": "unreadable", "why": "event 1 (moved): IllegalMove"}
        assert data(database, "check", status=1) == {"tables": 2, "problems": [problem]}
        assert "can no longer be read" in admin(database, "close", bad.table, status=2)
        assert admin(database, "remove", bad.table) == f"Table {bad.table} is removed.\n"
        assert "All is well" in admin(database, "check")
        assert data(database, "backup", file)["rows"]["tables"] == 1
        assert "close it first" in admin(database, "remove", good.table, status=2)
        closed = data(database, "close", good.table)
        assert (closed["phase"], closed["cancelled"]) == ("over", True)
        assert data(database, "prune", "--finished", "1", "--dry-run") == {"expired": []}
        assert admin(database, "block", "127.0.0.0/8").startswith("127.0.0.0/8 is blocked")
        await_that(lambda: good.person.get("/api/games").status_code == 403)
        assert list(data(database, "blocked")) == ["127.0.0.0/8"]
        assert "de nouveau accepté" in admin(database, "unblock", "127.0.0.0/8", "--lang", "fr")
        await_that(lambda: good.person.get("/api/games").status_code == 200)
        assert "restored" in admin(copy, "restore", file)
        assert data(copy, "show", good.table)["phase"] == "playing"
    finally:
        serving.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("show", "nothing"), "this table does not exist"),
        (("close", "x" * 16), "this table does not exist"),
        (("remove", "x" * 16), "this table does not exist"),
        (("list", "--game", "chess"), "there is no game “chess”"),
        (("list", "--older-than", "0"), "a number of days is 1 or more, not 0"),
        (("list", "--phase", "asleep"), "not understood"),
        (("prune", "--finished", "-3"), "a number of days is 1 or more, not -3"),
        (("block", "everybody"), "“everybody” is not a network address"),
        (("unblock", "203.0.113.7"), "203.0.113.7/32 is not blocked"),
        (("restore", "nowhere.gz"), "nowhere.gz"),
        (("restore", __file__), "is not a complete backup"),
        (("backup", "/nowhere/backup.gz"), "/nowhere/backup.gz"),
        ((), "not understood"),
    ],
)
def test_mistakes_get_a_sentence(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database = f"sqlite:///{tmp_path / 'tables.sqlite'}"
    store = Store(database)
    store.open()
    store.engine.dispose()
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", database)
    monkeypatch.setenv("LUDOTHEQUE_LANG", "en")
    try:
        status = main(["admin", *words])
    except SystemExit as left:
        status = int(str(left.code))
    assert (status, said in capsys.readouterr().err) == (2, True)


def test_no_database_gets_a_sentence(tmp_path: Path) -> None:
    said = admin(f"sqlite:///{tmp_path / 'none.sqlite'}", "list", status=2)
    assert "there is no database of ours" in said
    assert "no database of ours" not in admin(f"sqlite:///{tmp_path / 'none.sqlite'}", "list", "--lang", "fr", status=2)
