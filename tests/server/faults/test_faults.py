"""A game goes on after each fault of its database. Meanwhile everybody is told, and nothing is lost."""

from __future__ import annotations

import logging
import random
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from tests.chaos.database import Database
from tests.server import postgres
from tests.server.conftest import Serve
from tests.server.faults import breaking
from tests.server.faults.breaking import Broken, Fault
from tests.server.people import Connection, Person
from tests.server.serving import Process, Serving, await_that


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Database]:
    database = Database()
    yield database
    database.close()


def table_of_two(serving: Serving) -> tuple[Connection, Connection]:
    """Anna and Ben at a table, one move played."""
    anna, ben = serving.person("Anna"), serving.person("Ben")
    table = anna.set_up(time={"kind": "minutes", "minutes": 1, "increment": 0})
    ben.join(table, anna.invitation(table))
    first, second = anna.live(table), ben.live(table)
    first.reach(second.state["seq"])
    return first, second


def to_move(pages: tuple[Connection, Connection]) -> Connection:
    return next(page for page in pages if page.state["ticket"] is not None)


def play_on(pages: tuple[Connection, Connection], dice: random.Random) -> None:
    """One move, which both see."""
    seq = to_move(pages).move(dice)["seq"]
    for page in pages:
        page.reach(seq)


def refusal(asked: Person) -> dict[str, Any]:
    """What somebody is told who wants a new table."""
    seats = [{"who": "me"}, {"who": "open"}]
    answer = asked.post("/api/tables", {"game": "malawi", "seats": seats})
    assert answer.status_code == 503, answer.text
    said: dict[str, Any] = answer.json()
    return said


def refused_after(pages: tuple[Connection, Connection], dice: random.Random, moves: int) -> str:
    """Play until a move is refused, at most so many. Return the code of the refusal."""
    for _ in range(moves):
        page = to_move(pages)
        answer = page.answer(page.say("move", seat=page.seat, ticket=page.state["ticket"], move=_a_move(page, dice)))
        if answer["type"] == "refused":
            return str(answer["code"])
        for each in pages:
            each.reach(answer["seq"])
    return "none"


def check(
    serving: Serving, fault: Callable[[], AbstractContextManager[None]], name: str, caplog: Any, moves: int = 1
) -> None:
    """Play before, during and after a fault."""
    dice = random.Random(1)
    pages = table_of_two(serving)
    play_on(pages, dice)
    caplog.clear()
    with fault():
        assert refused_after(pages, dice, moves) == "storage"
        said = refusal(serving.person("Carla"))
        assert said["code"] == "storage"
        assert all(len(said["message"][language]) > 20 for language in ("fr", "en"))
        page = to_move(pages)
        assert page.person.get("/").status_code == 200
        assert page.person.get("/healthz").status_code == 200
    lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert sum(line.startswith("database ") and name in line for line in lines) > 0, lines
    page = to_move(pages)
    played = len(page.state["moves"])
    await_that(lambda: page.person.get("/readyz").status_code == 200)
    await_that(lambda: _played(page, dice) or len(page.state["moves"]) > played)
    seq = page.state["seq"]
    for each in pages:
        each.reach(seq)
    for _ in range(4):
        play_on(pages, dice)
    assert serving.person("Dora").set_up()
    _same_on_disk(serving, pages[0])


def _a_move(page: Connection, dice: random.Random) -> str:
    return str(dice.choice(page.state["legal_moves"])[0])


def _played(page: Connection, dice: random.Random) -> bool:
    """Try a move: it may be refused for a moment, or it was written after its refusal."""
    key = page.say("move", seat=page.seat, ticket=page.state["ticket"], move=_a_move(page, dice))
    answer = page.answer(key)
    assert answer["type"] == "state" or answer["code"] in {"storage", "stale"}, answer
    return bool(answer["type"] == "state")


def _same_on_disk(serving: Serving, page: Connection) -> None:
    """What the players saw is what another server reads."""
    events = serving.manager.store.load(page.table)
    written = [event.data["move"] for event in events if event.kind == "moved"]
    assert written == [text for _, text in page.state["moves"]]


SQLITE: list[Fault] = [
    breaking.sqlite_full,
    breaking.sqlite_locked,
    breaking.sqlite_read_only,
    breaking.sqlite_gone,
    breaking.sqlite_corrupt,
]
POSTGRESQL: list[Fault] = [
    breaking.postgres_full,
    breaking.postgres_locked,
    breaking.postgres_read_only,
]


@pytest.mark.parametrize("fault", SQLITE, ids=lambda fault: fault.__name__)
def test_sqlite(serve: Serve, sqlite: str, fault: Fault, caplog: pytest.LogCaptureFixture) -> None:
    serving = serve()
    # The last page of a full file has room for some moves.
    moves = 80 if fault is breaking.sqlite_full else 1
    check(serving, lambda: fault(serving), sqlite.removeprefix("sqlite:///"), caplog, moves)


@pytest.mark.parametrize("fault", POSTGRESQL, ids=lambda fault: fault.__name__)
def test_postgresql(serve: Serve, cluster: postgres.Cluster, fault: Fault, caplog: pytest.LogCaptureFixture) -> None:
    serving = serve(cluster.new())
    check(serving, lambda: fault(serving), "tables_", caplog)


@pytest.mark.parametrize("kind", ["hanging", "gone"])
def test_a_database_that_does_not_answer(
    serve: Serve, own_cluster: Database, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    serving = serve(postgres.Cluster(own_cluster.folder, kind).new())
    check(serving, getattr(Broken(own_cluster), kind), f"{kind}_", caplog)


def test_a_page_is_told_why_its_socket_does_not_open(serve: Serve, own_cluster: Database) -> None:
    serving = serve(postgres.Cluster(own_cluster.folder, "socket").new())
    anna = serving.person()
    table = anna.set_up()
    serving.manager.forget(table)
    with Broken(own_cluster).gone(), pytest.raises(InvalidStatus) as refused:
        anna.live(table)
    assert refused.value.response.status_code == 503
    assert b'"storage"' in refused.value.response.body
    await_that(lambda: anna.get("/readyz").status_code == 200)
    assert anna.live(table).state["phase"] == "open"


@pytest.mark.parametrize("kind", ["hanging", "gone"])
def test_the_server_ends_while_its_database_is_away(own_cluster: Database, kind: str, tmp_path: Path) -> None:
    """It must not wait: a host's system kills it after some seconds, and what was acknowledged is on disk."""
    url = postgres.Cluster(own_cluster.folder, f"end_{kind}").new()
    process = Process(url, tmp_path / "errors")
    anna = Person(process.address)
    page = anna.live(anna.set_up("malawi", "me", "me"))
    page.move(random.Random(1), seat=0)
    with getattr(Broken(own_cluster), kind)():
        ticket, text = page.state["ticket"], _a_move(page, random.Random(2))
        page.say("move", seat=1, ticket=ticket, move=text)  # its writer waits
        assert process.work.pid
        process.work.terminate()
        process.work.join(10)
        assert not process.work.is_alive(), "it waits for the database"
    anna.close()
    process.work.close()
    process.start()
    again = anna.at(process.address).live(page.table)
    assert len(again.state["moves"]) >= 1
    again.close()
    process.work.terminate()
    process.work.join(10)
    assert process.work.exitcode in {0, -signal.SIGTERM}, (tmp_path / "errors").read_text()


def test_many_jobs_do_not_wait_one_after_the_other(serve: Serve) -> None:
    """A locked database takes seconds to say so. It is asked once for all who wait."""
    serving = serve()
    people = [serving.person(f"P{number}") for number in range(12)]
    tables = [person.set_up("malawi", "me", "me") for person in people]
    pages = [person.live(table) for person, table in zip(people, tables, strict=True)]
    dice = random.Random(1)
    with breaking.sqlite_locked(serving):
        sent = [(page, _a_move(page, dice)) for page in pages]
        keys = [page.say("move", seat=0, ticket=page.state["ticket"], move=move) for page, move in sent]
        answers = [page.answer(key) for page, key in zip(pages, keys, strict=True)]
    assert {answer["code"] for answer in answers} == {"storage"}
    await_that(lambda: people[0].get("/readyz").status_code == 200)
    for (page, move), key in zip(sent, keys, strict=True):
        # Sent again as it was: it may have been written after all.
        state = page.ask("move", seat=0, ticket=page.state["ticket"], move=move, key=key)
        assert state["moves"] == [[0, move]]


def test_refused_sockets_do_not_fill_the_log(own_cluster: Database, tmp_path: Path) -> None:
    """Pages try again and again during an outage. Anybody can do so much faster."""
    process = Process(postgres.Cluster(own_cluster.folder, "log").new(), tmp_path / "errors")
    anna = Person(process.address)
    table = anna.set_up()
    process.kill()
    process.start()  # the table is not in memory any more
    with Broken(own_cluster).gone():
        for _ in range(5):
            with pytest.raises(InvalidStatus):
                anna.live(table)
    anna.close()
    process.kill()
    assert "handshake" not in (tmp_path / "errors").read_text()
