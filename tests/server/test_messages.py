"""The types of the messages: real answers have them exactly, and the page's file is made from them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from pydantic import TypeAdapter

import ludotheque as lt
from ludotheque.library import games
from ludotheque.server.messages import games as game_types
from ludotheque.server.messages import study, tables, teaching
from ludotheque.teaching.reading import extras
from tests.server.page_types import COMMAND, FILE, page_types
from tests.server.people import Connection, Person, play
from tests.server.serving import Serving

MESSAGES: dict[str, Any] = {
    "state": tables.State,
    "refused": tables.Refused,
    "gone": tables.Gone,
    "ping": tables.Ping,
}


@cache
def adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def check(kind: Any, text: str | bytes) -> None:
    """Check that a JSON text has this type, with no other field."""
    adapter(kind).validate_json(text, strict=True, extra="forbid")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(f"sqlite:///{tmp_path_factory.mktemp('messages') / 'tables.sqlite'}")
    yield serving
    serving.close()


@pytest.fixture
def anna(library: Serving) -> Person:
    return library.person("Anna")


def test_the_page_has_these_types() -> None:
    assert FILE.read_text("utf-8") == page_types(), f"Run: {COMMAND}"


def test_a_field_too_many_or_too_few_is_noticed() -> None:
    check(tables.Ping, '{"v":2,"type":"ping","id":1}')
    for wrong in ('{"v":2,"type":"ping","id":1,"x":1}', '{"v":2,"type":"ping"}', '{"v":2,"type":"ping","id":"1"}'):
        with pytest.raises(ValueError, match="validation error"):
            check(tables.Ping, wrong)
    with pytest.raises(ValueError, match=r"levels.0.x"):
        check(game_types.Games, '{"version":"","games":[],"levels":[{"number":1,"name":{},"x":1}]}')


def test_what_all_games_share(anna: Person) -> None:
    check(game_types.Games, anna.get("/api/games").content)
    check(game_types.Languages, anna.get("/api/languages").content)
    check(dict[str, str], anna.get("/api/texts/en.json").content)
    check(game_types.Refusal, anna.get("/api/none").content)
    check(game_types.Refusal, anna.post("/api/tables", {}).content)
    check(game_types.Refusal, anna.post("/api/study/look", {"record": "nonsense"}).content)


@pytest.mark.parametrize("id", games())
def test_pages_to_read_and_to_learn(id: str, anna: Person) -> None:
    check(teaching.Rulings, anna.get(f"/api/games/{id}/rulings").content)
    check(teaching.Guide, anna.get(f"/api/games/{id}/guide").content)
    check(teaching.Course, anna.get(f"/api/games/{id}/lessons").content)
    if "strategy" in extras(id):
        check(teaching.Strategy, anna.get(f"/api/games/{id}/strategy").content)
    check(teaching.Paper, anna.get(f"/api/games/{id}/paper").content)
    if "origins" in extras(id):
        check(teaching.Origins, anna.get(f"/api/games/{id}/origins").content)
    if "puzzles" in extras(id):
        listed = anna.get(f"/api/games/{id}/puzzles")
        check(teaching.PuzzleList, listed.content)
        for puzzle in listed.json()["puzzles"][::10]:
            check(teaching.PuzzleJson, anna.get(f"/api/games/{id}/puzzles/{puzzle['id']}").content)


@pytest.mark.parametrize("id", games())
def test_tables(id: str, library: Serving, anna: Person) -> None:
    ben = library.person("Ben")
    made = anna.post(
        "/api/tables",
        {
            "game": id,
            "seats": [{"who": "me"}, {"who": "open"}],
            "time": {"kind": "minutes", "minutes": 10, "increment": 5},
            "public": True,
        },
    )
    check(tables.Created, made.content)
    table = made.json()["table"]
    check(tables.Summaries, ben.get("/api/open").content)
    check(tables.Seated, ben.post(f"/api/tables/{table}/join", {"name": "Ben"}).content)
    connections = [anna.live(table), ben.live(table), library.person("Olga").live(table)]
    play(connections[:2], random.Random(7), 12)
    connections[0].refused("move", seat=0, ticket=-1, move="nonsense")
    connections[0].say("offer", seat=0, what="draw")
    connections[1].until(lambda state: state["offers"]["draw"] or state["phase"] == "over")
    connections[1].say("resign", seat=1)
    for connection in connections:
        connection.until(lambda state: state["phase"] == "over")
        check_messages(connection)
    check(tables.TableInfo, anna.get(f"/api/tables/{table}").content)
    check(study.TableReplay, anna.get(f"/api/tables/{table}/replay").content)
    check(tables.Summaries, anna.get("/api/mine").content)


def check_messages(connection: Connection) -> None:
    for text in connection.bytes:
        check(MESSAGES[json.loads(text)["type"]], text)


def test_other_tables(library: Serving, anna: Person) -> None:
    """A cancelled game, a rematch, days, and a table that is not there."""
    table = anna.set_up("malawi", time={"kind": "days", "days": 3})
    waiting = anna.live(table)
    check(tables.Left, anna.post(f"/api/tables/{table}/leave").content)
    waiting.until(lambda state: state["phase"] == "over")
    alone = anna.live(anna.set_up("malawi", "me", "me"))
    alone.ask("resign", seat=0)
    alone.ask("offer", seat=0, what="rematch")
    again = anna.live(alone.until(lambda state: state["next"])["next"])
    assert again.state["series"]
    for connection in (waiting, alone, again):
        check_messages(connection)
    check(tables.Summaries, anna.get("/api/mine").content)
    for id in (table, alone.table):
        check(study.TableReplay, anna.get(f"/api/tables/{id}/replay").content)
    check_messages(library.person().live("AAAAAAAAAAAAAAAA"))


def test_a_first_game(library: Serving, anna: Person) -> None:
    """The notes are for the player only, and go on in the rematch."""
    made = anna.post("/api/games/malawi/first-game", {"name": "Anna"})
    check(tables.Created, made.content)
    table = made.json()["table"]
    info = anna.get(f"/api/tables/{table}")
    check(tables.TableInfo, info.content)
    known = [note["id"] for note in info.json()["notes"]]
    playing, watching = anna.live(table), library.person("Olga").live(table)
    assert playing.state["notes"] == ["welcome", "move", "share"]
    assert "notes" not in watching.state
    assert [seat["level"] for seat in playing.state["seats"]] == [None, 1]
    playing.ask("resign", seat=0)
    assert playing.until(lambda state: state["phase"] == "over")["notes"] == ["after"]
    playing.ask("offer", seat=0, what="rematch")
    again = anna.live(playing.until(lambda state: state["next"])["next"])
    assert set(again.until(lambda state: state["ticket"] is not None)["notes"]) <= set(known)
    for connection in (playing, watching, again):
        check_messages(connection)
    plain = anna.set_up("malawi", "me", "me")
    assert anna.get(f"/api/tables/{plain}").json()["notes"] == []
    assert "notes" not in anna.live(plain).state
    assert anna.post("/api/games/none/first-game", {}).status_code == 404


@pytest.mark.parametrize("id", games())
def test_study(id: str, anna: Person) -> None:
    record = lt.Record(lt.load(id).start())
    dice = random.Random(3)
    while record.final.to_act and len(record.moves) < 8:
        player = record.final.to_act[0]
        record = record.play(str(dice.choice(record.final.legal_moves(player))), player)
        check(
            study.Look, anna.post("/api/study/look", {"record": str(record), "since": len(record.moves) // 2}).content
        )
    side = lt.Record(record.positions[-2]).play(
        record.moves[-1].move, record.moves[-1].player, "A comment.", glyphs="!"
    )
    varied = record.add_variation(len(record), side)
    check(study.Look, anna.post("/api/study/look", {"record": str(varied)}).content)
    check(study.RecordText, anna.post("/api/study/record", {"game": id}).content)
    check(study.AnalysisJson, anna.post("/api/study/analyse", {"record": str(record), "seconds": 0.05}).content)
    for line in anna.post("/api/study/annotate", {"record": str(record)}).text.splitlines():
        check(study.Annotation, line)
