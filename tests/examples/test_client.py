"""The example client plays whole games on a real server: against itself and the computer, through cuts and limits."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.library import games
from ludotheque.server.api.connection import Connection
from ludotheque.server.errors import error_code
from tests.server.people import PATIENCE, Person
from tests.server.serving import Process, Serving

CLIENT = Path(__file__).parents[2] / "examples" / "client.py"


class Clients:
    """Running clients. None outlives its test."""

    def __init__(self) -> None:
        self.held = ExitStack()

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a client. Python finds the packages that are installed, and not ours."""
        environment = {**os.environ, "NO_PROXY": "127.0.0.1", "PYTHONPATH": ""}
        command = [sys.executable, "-u", str(CLIENT), *words]
        pipe: Any = subprocess.PIPE
        client = subprocess.Popen(
            command, cwd=CLIENT.parent, env=environment, stdout=pipe, stderr=pipe, text=True, encoding="utf-8"
        )
        self.held.enter_context(client)
        self.held.callback(client.kill)
        return client

    def start_pair(self, address: str, game: str) -> tuple[subprocess.Popen[str], subprocess.Popen[str], str]:
        """Start one client that creates a table, and one that takes its invitation. Return them and the table."""
        first = self.start(f"http://{address}", game)
        assert first.stdout
        invitation = first.stdout.readline().strip()
        found = re.fullmatch(rf"http://{address}/t/(\S{{16}})#join=\w+", invitation)
        assert found, invitation
        return first, self.start(invitation), found[1]


def result_of(client: subprocess.Popen[str]) -> str:
    """Wait for the end of a client that succeeds, and return what it prints."""
    output, errors = client.communicate(timeout=4 * PATIENCE)
    assert client.returncode == 0, errors
    return output


@pytest.fixture
def clients() -> Iterator[Clients]:
    found = Clients()
    with found.held:
        yield found


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(f"sqlite:///{tmp_path_factory.mktemp('client') / 'tables.sqlite'}")
    yield serving
    serving.close()


def said(person: Person, table: str) -> str:
    """Return the result of a table as the clients print it."""
    state = person.live(table).state
    assert state["phase"] == "over"
    return f"{state['result']['headline']['en']} – {state['result']['text']['en']}\n"


@pytest.mark.parametrize("game", games())
def test_two_clients_play_a_game(game: str, library: Serving, clients: Clients) -> None:
    first, second, table = clients.start_pair(library.address, game)
    assert result_of(first) == result_of(second) == said(library.person(), table)
    moves = library.manager.live[table].table.moves
    assert {seat for seat, _ in moves} == {0, 1}
    assert library.manager.live[table].table.position.outcome, "the game ended on the board"


def test_a_client_plays_against_the_computer(library: Serving, clients: Clients) -> None:
    result = result_of(clients.start(f"http://{library.address}", "moaai", "1"))
    assert re.match(r"(Client wins|The computer wins|Draw)", result), result


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path, clients: Clients) -> None:
    # A game of Masterplan has 28 moves. The limit of messages holds it up in the middle for a second.
    limits: dict[str, Any] = {"message_burst": 6, "messages_per_second": 10.0}
    server = Process(f"sqlite:///{tmp_path / 'tables.sqlite'}", tmp_path / "errors", **limits)
    try:
        first, second, table = clients.start_pair(server.address, "masterplan")
        onlooker = Person(server.address)
        onlooker.live(table).until(lambda state: len(state["moves"]) >= 5)
        server.kill()
        for client in (first, second):
            assert client.stderr
            assert client.stderr.readline().startswith("connection lost"), "it was in the middle of the game"
        server.start()
        assert result_of(first) == result_of(second) == said(onlooker, table)
        onlooker.close()
    finally:
        server.kill()


def test_a_move_without_an_answer_is_sent_again(
    library: Serving, clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server carries every tenth move out and cuts the connection before its answer. None is played twice."""
    keys: Counter[str] = Counter()
    receive = Connection.receive

    async def receive_or_cut(self: Connection, text: str | None) -> None:
        message = json.loads(text or "{}")
        if message.get("type") != "move":
            return await receive(self, text)
        keys[message["key"]] += 1
        if len(keys) % 10 or keys[message["key"]] > 1:
            return await receive(self, text)
        self.viewer.wake = lambda: None
        await receive(self, text)
        self.socket.close(1012)
        return None

    monkeypatch.setattr(Connection, "receive", receive_or_cut)
    first, second, table = clients.start_pair(library.address, "masterplan")
    assert result_of(first) == result_of(second) == said(library.person(), table)
    moves = library.manager.live[table].table.moves
    assert len(keys) == len(moves) == 28
    assert sorted(keys.values())[-2:] == [2, 2], "two moves were cut, and came again"


def test_a_client_obeys_limits(tmp_path: Path, clients: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests and messages are refused, and the game is played all the same."""
    refusals: list[str] = []
    refuse = Connection.refuse

    def count(self: Connection, error: LudothequeError, key: str) -> None:
        refusals.append(error_code(error))
        refuse(self, error, key)

    monkeypatch.setattr(Connection, "refuse", count)
    limits: dict[str, Any] = {
        "request_burst": 1,
        "requests_per_second": 2.0,
        "message_burst": 3,
        "messages_per_second": 6.0,
    }
    serving = Serving(f"sqlite:///{tmp_path / 'tables.sqlite'}", **limits)
    try:
        first, second, _ = clients.start_pair(serving.address, "masterplan")
        assert result_of(first) == result_of(second)
        assert set(refusals) == {"fast"}
        assert b'ludotheque_answers_total{status="4xx"}' in serving.app.state.metrics.text()
    finally:
        serving.close()


def test_a_refusal_ends_a_client(library: Serving, clients: Clients) -> None:
    for words, reason in (
        (("", "chess"), "chess"),
        ((f"/t/{'A' * 16}#join=0",), "this table does not exist"),
    ):
        client = clients.start(f"http://{library.address}{words[0]}", *words[1:])
        _, errors = client.communicate(timeout=PATIENCE)
        assert client.returncode == 1
        assert reason in errors


def test_the_client_is_written_from_the_page_alone() -> None:
    assert "ludotheque" not in re.sub(r'^""".*?"""', "", CLIENT.read_text("utf-8"), flags=re.DOTALL)
