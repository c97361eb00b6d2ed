"""The server as people run it, and as power cuts end it."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import WebSocketException

from ludotheque.errors import LudothequeError
from ludotheque.server.run import listen
from tests.server.people import Connection, Json, Person, some_move
from tests.server.serving import Process, await_that

KILLS = int(os.environ.get("TEST_KILLS", "6"))
"""How often the server is killed; give more for a long night."""
LOST = (OSError, WebSocketException, TimeoutError, httpx.TransportError)


class Player(threading.Thread):
    """Somebody who plays table after table, and comes back by himself whatever happens to the server."""

    def __init__(self, address: str, game: str, *seats: str | int) -> None:
        super().__init__(daemon=True)
        self.person = Person(address, f"{game} {len(seats)}")
        self.game, self.seats = game, seats
        self.dice = random.Random(game)
        self.acknowledged: dict[str, list[tuple[int, int, str]]] = {}
        """For each table: ply, seat and text of every move that the server acknowledged."""
        self.count = 0
        self.stop = threading.Event()
        self.fault: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.stop.is_set():
                with suppress(*LOST):
                    self.play(self.person.set_up(self.game, *self.seats))
        except BaseException as fault:
            self.fault = fault
            raise

    def play(self, table: str) -> None:
        self.acknowledged[table] = []
        connection: Connection | None = None
        while not self.stop.is_set():
            try:
                if connection is None:
                    connection = self.person.live(table)
                elif connection.broken:
                    connection.close()
                    connection.open()
                if self.go_on(connection):
                    break
            except LOST:
                if connection:
                    connection.broken = True
                self.stop.wait(0.05)
        if connection:
            connection.close()

    def go_on(self, connection: Connection) -> bool:
        """Send again what was not answered, then play on; whether the game is over."""
        for key, text in list(connection.unanswered.items()):
            connection.socket.send(text)
            self.settle(connection, key, text)
        while not self.stop.is_set():
            state = connection.until(lambda state: state["ticket"] is not None or state["phase"] == "over")
            if state["phase"] == "over":
                return True
            move, seat = some_move(state, self.dice), state["viewpoint"]
            key = connection.say("move", seat=seat, ticket=state["ticket"], move=move)
            self.settle(connection, key, connection.unanswered[key])
        return True

    def settle(self, connection: Connection, key: str, text: str) -> None:
        answer = connection.answer(key)
        assert answer["type"] == "state", (answer, text)
        self.note(connection.table, answer, text)

    def note(self, table: str, state: Json, text: str) -> None:
        seat, move = state["mine"], state["moves"]
        ply = max(number for number, (who, _) in enumerate(move) if who in seat)
        self.acknowledged[table].append((ply, *move[ply]))
        self.count += 1


def await_progress(goals: list[tuple[Player, int]]) -> None:
    await_that(lambda: all(player.count >= goal or player.fault for player, goal in goals))
    assert not [player.fault for player, _ in goals if player.fault]


def test_no_acknowledged_decision_is_lost_when_the_server_is_killed(sqlite: str, tmp_path: Path) -> None:
    server = Process(sqlite, tmp_path / "errors")
    players = [
        Player(server.address, "malawi", "me", "me"),
        Player(server.address, "masterplan", "me", "me"),
        Player(server.address, "moaai", "me", 1),
        Player(server.address, "assaut", 1, "me"),
    ]
    for player in players:
        player.start()
    dice = random.Random(3)
    for _ in range(KILLS):
        # Everybody gets some way further each time, then it happens in the midst of things.
        goals = [(player, player.count + dice.randrange(1, 12)) for player in players]
        await_progress(goals)
        server.kill()
        server.start()
    goals = [(player, player.count + 3) for player in players]
    await_progress(goals)
    for player in players:
        player.stop.set()
    for player in players:
        player.join()
        assert player.fault is None
        for table, acknowledged in player.acknowledged.items():
            moves = player.person.live(table).state["moves"]
            for ply, seat, move in acknowledged:
                assert moves[ply] == [seat, move]
            plies = [ply for ply, _, _ in acknowledged]
            assert len(set(plies)) == len(plies), "each was played once"
        player.person.close()
    server.kill()
    assert "Traceback" not in (tmp_path / "errors").read_text()


def test_from_the_command_line(tmp_path: Path) -> None:
    where = {**os.environ, "LUDOTHEQUE_DATABASE": f"sqlite:///{tmp_path / 'new' / 'tables.sqlite'}", "LANG": "C.UTF-8"}
    command = [sys.executable, "-m", "ludotheque", "serve", "--port", "0", "--secure"]
    with subprocess.Popen(command, env=where, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            connection = server.stdout.readline()
            address = connection.partition("http://")[2].partition("/")[0]
            person = Person(address)
            answer = person.post("/api/tables", {"game": "malawi", "seats": [{"who": "me"}, {"who": "open"}]})
            assert answer.status_code == 201
            assert "secure" in answer.headers["set-cookie"].lower()
            person.close()
        finally:
            server.send_signal(signal.SIGINT)
        _, err = server.communicate(timeout=30)
    assert "Traceback" not in err
    assert (tmp_path / "new" / "tables.sqlite").exists()


def test_a_port_that_is_taken() -> None:
    door = listen("127.0.0.1", 0)
    door.listen()
    with pytest.raises(LudothequeError, match="--port"):
        listen("127.0.0.1", door.getsockname()[1])
    door.close()
