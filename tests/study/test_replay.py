"""The replay of a table: whole once it is over, and before that nothing that the view hides."""

from __future__ import annotations

import re
from typing import Any

import pytest

import ludotheque as lt
from tests.server.people import SET_UPS, Line, Person
from tests.server.serving import Serving
from tests.study.test_look import check

OTHERS = {0: "a2,b2,c2,d3,d4", 1: "e3,e4,f3,g2,g4"}
"""Other first huts than those of `SET_UPS`."""


class Three:
    """Two at a table and one who looks on."""

    def __init__(self, library: Serving) -> None:
        self.anna, self.ben, self.eve = (library.person(name) for name in ("Anna", "Ben", "Eve"))
        self.id = self.anna.set_up("massai")
        self.ben.join(self.id, self.anna.invitation(self.id))
        self.lines: list[Line] = [self.anna.live(self.id), self.ben.live(self.id)]

    def decide(self, seat: int, text: str) -> None:
        line = self.lines[seat]
        line.until(lambda state: state["due"] is not None)
        line.decide(text)

    def told(self, person: Person) -> str:
        """Every byte of the replay, but for the table's name."""
        answer = person.get(f"/api/tables/{self.id}/replay")
        assert answer.status_code == 200
        return answer.text.replace(self.id, "…")


def test_a_secret_set_up_is_nobody_elses(library: Serving) -> None:
    """Whatever Anna chooses in secret, the others are told the same bytes."""
    tables = []
    for huts in (SET_UPS, OTHERS):
        three = Three(library)
        three.decide(0, huts[0])
        tables.append(three)
    for who in ("ben", "eve"):
        first, second = (three.told(getattr(three, who)) for three in tables)
        assert first == second
        assert not re.search(r"a3,a4|a2,b2", first)
    assert SET_UPS[0] in tables[0].told(tables[0].anna)
    assert OTHERS[0] in tables[1].told(tables[1].anna)


def test_a_secret_target_is_nobody_elses(library: Serving) -> None:
    """The attack that is announced, and the guards against it, wait for their reveal."""
    seen: dict[str, set[str]] = {"ben": set(), "eve": set()}
    texts: set[str] = set()
    view = _ready_to_attack()
    for target in view[1][:2]:
        three = Three(library)
        for player, text in view[0]:
            three.decide(player, text)
        three.decide(view[2], target)
        attacker, other = ("anna", "ben") if view[2] == 0 else ("ben", "anna")
        seen["ben"].add(three.told(getattr(three, other)))
        seen["eve"].add(three.told(three.eve))
        texts.add(three.told(getattr(three, attacker)))
    assert len(seen["ben"]) == len(seen["eve"]) == 1
    assert len(texts) == 2, "the attacker knows his own target"


def _ready_to_attack() -> tuple[list[tuple[int, str]], list[str], int]:
    """Decisions that lead to an attack with two targets at least, the targets, and who attacks."""
    position = lt.load("massai").start()
    played: list[tuple[int, str]] = []
    for player, text in SET_UPS.items():
        position = position.play(text, player)
        played.append((player, text))
    while True:
        player = position.to_act[0]
        attacks = [str(move) for move in position.legal_moves(player) if str(move).startswith("x")]
        hidden = [text for text in attacks if position.play(text, player).keeps_secret]
        if len(hidden) > 1:
            return played, hidden, player
        move = next(str(move) for move in position.legal_moves(player) if not str(move).startswith("x"))
        position = position.play(move, player)
        played.append((player, move))


def test_a_finished_game_is_told_whole(library: Serving) -> None:
    three = Three(library)
    three.decide(0, SET_UPS[0])
    three.decide(1, SET_UPS[1])
    three.lines[0].ask("resign", seat=0)
    told: Any = three.eve.told(f"/api/tables/{three.id}/replay")
    check(lt.Record.parse(three.eve.get(f"/api/tables/{three.id}/record").text), told)
    assert told["phase"] == "over"
    assert [seat["name"] for seat in told["seats"]] == ["Anna", "Ben"]
    assert "Ben" in told["result"]["headline"]["en"]
    assert told["result"]["reason"] == "resigned"


def test_no_table_no_replay(library: Serving) -> None:
    answer = library.person().get("/api/tables/nowhere/replay")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_table")


@pytest.mark.parametrize("path", ["/replay/anything", "/study/malawi"])
def test_the_pages_are_served(path: str, library: Serving) -> None:
    assert "<!doctype html>" in library.person().get(path).text
