"""Secrets: what reaches others does not depend on them, byte for byte, until they are shown."""

from __future__ import annotations

import itertools
import random
import secrets
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from ludotheque.server import guests
from tests.server.conftest import Serve
from tests.server.people import SET_UPS, Line
from tests.server.serving import Moments, Serving

NOW = 1_800_000_000_000
TRIES = [
    "a1",
    "xd4",
    "xe5",
    "xa3",
    "+d4",
    "+a3",
    "+c3,d4",
    "a1,a2,b1,b2,c2",
    "e1,e2,f1,f2,g2",
    "a3-a4",
    "",
    "?",
    "pass",
]
"""What somebody might send to learn something from the refusal."""


class Overheard:
    """Everything that others received: the opponent, an onlooker, somebody with a table of his own."""

    def __init__(self, opponent: Line, *onlookers: Line) -> None:
        self.lines = [opponent, *onlookers]
        self.answers: list[object] = []

    def pry(self, table: str, owner: int) -> None:
        """Ask for everything that one may ask for, and for what one may not."""
        for line in self.lines:
            person = line.person
            for path in ("", "/record"):
                self.note(person.get(f"/api/tables/{table}{path}"))
            for path in ("/api/mine", "/api/open", f"/t/{table}", "/api/tables/AAAAAAAAAAAAAAAA"):
                self.note(person.get(path))
            self.note(person.post(f"/api/tables/{table}/join", {"name": "Eve", "key": "0" * 32}))
            self.note(person.post(f"/api/tables/{table}/return", {"key": f"{owner}.{'0' * 32}"}))
            self.pry_at_the_table(line, owner)
        for line in self.lines:
            line.close()
            self.see_presence(line, owner, here=False)
            line.open()
            self.see_presence(line, owner, here=True)
            line.refused("face", seat=owner)

    def see_presence(self, line: Line, owner: int, *, here: bool) -> None:
        """When the opponent leaves or comes, everybody else hears of it before the next thing happens."""
        if line is self.lines[0]:
            for other in self.lines[1:]:
                other.until(lambda state: state["seats"][1 - owner]["here"] is here)

    def pry_at_the_table(self, line: Line, owner: int) -> None:
        due = line.state["due"]
        for seat, move in itertools.product((0, 1), TRIES):
            for ticket in {due, line.state["seq"], 0}:
                if seat == owner or ticket != due or move not in self.legal(line):
                    line.refused("decide", seat=seat, due=ticket, move=move)
        for seat in (0, 1):
            line.refused("offer", seat=seat, what="takeback")
            line.refused("offer", seat=seat, what="rematch")
            line.refused("claim", seat=seat, **{"as": "win"})
        line.refused("face", seat=owner)
        line.refused("resign", seat=owner)

    @staticmethod
    def legal(line: Line) -> list[str]:
        """What would be played, not refused."""
        family = line.state["family"]
        if family is None:
            return [choice[0] for choice in line.state["choices"] or []]
        parts = [move.removeprefix(family["before"]).split(",") for move in TRIES if move.startswith(family["before"])]
        fitting = [cells for cells in parts if len(cells) == family["count"] and set(cells) <= set(family["cells"])]
        return [family["before"] + ",".join(cells) for cells in fitting]

    def note(self, answer: httpx.Response) -> None:
        headers = sorted((name, value) for name, value in answer.headers.items() if name != "date")
        self.answers.append((answer.status_code, headers, answer.content))

    @property
    def all(self) -> list[object]:
        return [*self.answers, *([*line.bytes] for line in self.lines)]


class Game:
    """A game of Massaï in which nothing is left to chance, with its witnesses."""

    def __init__(self, serve: Serve, monkeypatch: pytest.MonkeyPatch, database: str) -> None:
        numbers = itertools.count()
        monkeypatch.setattr(guests, "new_table_id", lambda: f"table{next(numbers):011d}")
        monkeypatch.setattr(guests, "new_token", lambda: f"token{next(numbers):038d}")
        monkeypatch.setattr(secrets, "token_hex", lambda size: "5e" * size)
        self.serving = serve(database, now=Moments(NOW), seed="fixed", pulse_every=10**9, sweep_every=10**9)
        self.people = [self.serving.person(name) for name in ("Anna", "Ben", "Olga", "Otto")]
        anna, ben, _, otto = self.people
        otto.set_up("malawi", "me", "me")
        time = {"kind": "minutes", "minutes": 5, "increment": 0}
        self.table = anna.set_up("massai", public=True, time=time)
        ben.join(self.table, None)
        self.lines = [person.live(self.table) for person in self.people]
        self.settle()

    def settle(self) -> None:
        """Wait until everybody has read everything: an answer comes after all that was sent before."""
        for line in self.lines:
            line.refused("decide", seat=0, due=-1, move="")

    def decide(self, seat: int, move: str) -> None:
        line = self.lines[seat]
        line.decide(move)
        self.settle()

    def advance_to_an_attack(self) -> tuple[int, list[str]]:
        """Play the same decisions every time, until somebody may attack several cells."""
        dice = random.Random(5)
        while True:
            seat = next(number for number in (0, 1) if self.lines[number].state["due"] is not None)
            choices = self.lines[seat].state["choices"]
            attacks = [text for text, _, kind in choices if kind == "attack"]
            if len(attacks) > 1:
                return seat, attacks
            self.decide(seat, dice.choice([text for text, _, kind in choices if kind != "attack"]))

    def others(self, owner: int) -> Overheard:
        return Overheard(self.lines[1 - owner], *self.lines[2:])


Told = tuple[list[object], list[str], list[object]]
"""What others heard until the reveal, what the owner heard, what others heard in the end."""


def tell(game: Game, owner: int, secret: str) -> Told:
    overheard = game.others(owner)
    game.decide(owner, secret)
    overheard.pry(game.table, owner)
    game.settle()
    until = overheard.all
    own = list(game.lines[owner].bytes)
    opponent = game.lines[1 - owner]
    family = opponent.state["family"]
    answer = SET_UPS[1 - owner] if family["kind"] == "set_up" else f"+{','.join(family['cells'][: family['count']])}"
    game.decide(1 - owner, answer)
    return until, own, overheard.all


def check(one: Told, other: Told, logs: str, *words: str) -> None:
    assert len(one[0]) == len(other[0])
    for first, second in zip(one[0], other[0], strict=True):
        assert first == second
    assert one[1] != other[1], "the owner sees what he chose"
    assert one[2] != other[2], "in the end it is shown"
    assert not any(word in logs for word in words), "logs keep secrets too"


@pytest.fixture
def game(serve: Serve, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Callable[[], Game]:
    databases = (f"sqlite:///{tmp_path / f'{number}.sqlite'}" for number in itertools.count())
    return lambda: Game(serve, monkeypatch, next(databases))


@pytest.mark.parametrize("owner", [0, 1])
def test_a_set_up_is_nobody_elses_business(
    owner: int, game: Callable[[], Game], caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    chosen = [("a3,a4,b3,c2,c3", "e3,e4,f3,f4,g4")[owner], ("a1,a2,b1,b2,c2", "e1,e2,f1,f2,g2")[owner]]
    one, other = (tell(game(), owner, secret) for secret in chosen)
    out, err = capfd.readouterr()
    check(one, other, caplog.text + out + err, *chosen)


def test_an_attack_is_nobody_elses_business(
    game: Callable[[], Game], caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    told = []
    for number in (0, -1):
        played = game()
        for seat in (0, 1):
            played.decide(seat, SET_UPS[seat])
        owner, attacks = played.advance_to_an_attack()
        assert attacks[0] != attacks[-1]
        told.append(tell(played, owner, attacks[number]))
    out, err = capfd.readouterr()
    check(told[0], told[1], caplog.text + out + err, attacks[0], attacks[-1])


def test_the_others_see_that_somebody_has_chosen(game: Callable[[], Game]) -> None:
    played = game()
    anna, ben, olga, _ = played.lines
    played.decide(0, SET_UPS[0])
    for line in (ben, olga):
        assert line.state["chosen"] == [0]
        assert line.state["moves"] == [[0, None]]
        assert line.state["to_act"] == [1]
        assert line.state["may"] == ([] if line is olga else ["abort", "resign", "draw"])
    assert anna.state["moves"] == [[0, SET_UPS[0]]]
    assert anna.state["due"] is None
    assert olga.state["facing"] is None
    played.decide(1, SET_UPS[1])
    for line in (anna, ben, olga):
        assert line.state["chosen"] == []
        assert line.state["moves"] == [[0, SET_UPS[0]], [1, SET_UPS[1]]]
        assert line.state["shown"] == line.state["moves"]


def test_the_record_tells_no_more_than_one_knows(game: Callable[[], Game]) -> None:
    played = game()
    played.decide(0, SET_UPS[0])
    records = [person.get(f"/api/tables/{played.table}/record").text for person in played.people]
    assert SET_UPS[0] in records[0]
    assert records[1] == records[2] == records[3]
    assert SET_UPS[0] not in records[1]
    played.lines[1].ask("resign", seat=1)
    after = [person.get(f"/api/tables/{played.table}/record").text for person in played.people]
    assert 'Reason "resigned"' in after[0]
    assert after[1] == after[2]


def test_on_one_device_secrets_wait_behind_a_curtain(serving: Serving) -> None:
    """Whoever hands the device over does not show his choice, whatever is asked for in between."""
    anna = serving.person()
    told = []
    for huts in ("a3,a4,b3,c2,c3", "a1,a2,b1,b2,c2"):
        line = anna.live(anna.set_up("massai", "me", "me"))
        assert line.state["facing"] is None, "both owe a secret: first somebody must take the device"
        assert line.state["choices"] is line.state["family"] is line.state["due"] is None
        line.socket.send('{"type":"face","seat":0}')
        line.until(lambda state: state["facing"] == 0)
        line.bytes.clear()
        line.ask("decide", key="first", seat=0, due=line.state["due"], move=huts)
        assert line.state["facing"] is None, "the curtain falls with the decision"
        line.socket.send('{"type":"face","seat":0}')
        line.read()
        assert line.state["facing"] is None, "nobody looks again once his choice is made"
        line.socket.send('{"type":"face","seat":1}')
        line.until(lambda state: state["facing"] == 1)
        line.refused("offer", key="second", seat=1, what="takeback")
        line.close()
        line.open()
        told.append([*line.bytes, anna.get(f"/api/tables/{line.table}/record").text])
        line.socket.send('{"type":"face","seat":1}')
        line.until(lambda state: state["facing"] == 1)
        line.decide(SET_UPS[1])
        assert line.state["moves"] == [[0, huts], [1, SET_UPS[1]]]
    assert told[0] == told[1]
    assert not any("a3,a4" in text for text in told[0])
