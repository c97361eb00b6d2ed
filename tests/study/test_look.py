"""Looking at a line of decisions gives what the record gives, and broken ones are told in words."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

import ludotheque as lt
from ludotheque.server import studying
from ludotheque.server.frame import piece_data
from tests.server.people import Person
from tests.variants import VARIANTS, name, whole_game

GOOD = str(whole_game(lt.load("malawi"), 5))


def plain(data: object) -> Any:
    """As JSON tells it."""
    return json.loads(json.dumps(data))


def check(record: lt.Record, look: Any) -> None:
    assert look["record"] == str(record)
    for number, (position, ply) in enumerate(zip(record.positions, look["plies"], strict=True)):
        so_far = lt.Record(record.start, record.decisions[:number], positions=record.positions[: number + 1])
        book = record.game.rulebook
        assert ply["text"] == position.text
        assert ply["to_act"] == list(position.to_act)
        assert ply["pieces"] == plain([piece_data(piece) for piece in book.pieces(position.words)])
        assert ply["points"] == plain(book.points(position.words))
        assert ply["last"] == [cell for step in so_far.last_shown for cell in step.move.cells]
        assert ply["traces"] == plain([piece_data(piece) for piece in so_far.traces])
        assert (ply["player"], ply["move"]) == (
            (record.decisions[number - 1].player, str(record.decisions[number - 1].move)) if number else (None, None)
        )


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_a_look_is_the_record(game: lt.Game, reader: Person) -> None:
    record = whole_game(game, 11)
    look = reader.done("/api/study/look", {"record": str(record)})
    check(record, look)
    assert look["turns"] == []
    assert look["result"]["returns"] == list(record.result or ())
    assert look["info"]["board"] == plain(game.board.to_json())
    half = len(record.decisions) // 2
    line = {
        "game": game.id,
        "options": dict(game.options),
        "decisions": [(step.player, str(step.move)) for step in record.decisions[:half]],
    }
    part = reader.done("/api/study/look", line)
    assert part["plies"] == look["plies"][: half + 1]
    assert part["result"] is None
    for turn, player in zip(part["turns"], record.positions[half].to_act, strict=True):
        view = record.positions[half].view(player)
        assert turn["player"] == player
        assert turn["choices"] == (None if view.family else plain(view.choices()))
        assert (turn["family"] is None) == (view.family is None)
    from_here = reader.done("/api/study/look", {**line, "decisions": [], "position": record.positions[half].text})
    assert from_here["plies"][0]["text"] == record.positions[half].text
    assert from_here["turns"] == part["turns"]


def test_only_what_is_new_is_told(reader: Person) -> None:
    look = reader.done("/api/study/look", {"record": GOOD, "since": 3})
    assert look["info"] is None
    assert look["plies"][0]["ply"] == 3
    far = reader.done("/api/study/look", {"record": GOOD, "since": 10**6})
    assert len(far["plies"]) == 1


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (GOOD.replace("1. ", "1. zz9-", 1), 7, "decision 1"),
        (GOOD.replace("[Rules", "[Rles"), 1, "Rules"),
        (GOOD.replace('"malawi"', '"chess"'), 1, "chess"),
        ("hello", 1, ""),
        ("", 1, ""),
    ],
)
def test_a_broken_record_is_told_with_its_line(text: str, line: int, words: str, reader: Person) -> None:
    answer = reader.post("/api/study/look", {"record": text})
    told = answer.json()
    assert answer.status_code == 422
    assert told["line"] == line
    assert words in told["message"]["en"]
    assert told["message"]["fr"] != told["message"]["en"]


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "malawi", "position": "turn=0 white=a1"}, "invalid"),
        ({"game": "malawi", "decisions": [[0, "a1-a4"]]}, "illegal"),
        ({"game": "malawi", "decisions": [[0, "nonsense"]]}, "notation"),
        ({"game": "malawi", "decisions": [[1, "a6-a4"]]}, "illegal"),
        ({"game": "malawi", "decisions": [[7, "a6-a4"]]}, "invalid"),
        ({"game": "malawi", "options": {"colour": "red"}}, "invalid"),
        ({"game": "chess"}, "invalid"),
        ({}, "line"),
        ({"game": "malawi", "decisions": "a1-a3"}, "message"),
        ({"record": "x" * (1 << 16 | 1)}, "message"),
        ({"record": "x" * (1 << 17)}, "long"),
        ({"game": "assaut", "surprise": 1}, "message"),
    ],
)
def test_what_cannot_be_looked_at(wish: Any, code: str, reader: Person) -> None:
    answer = reader.post("/api/study/look", wish)
    assert answer.status_code in {413, 422}
    assert answer.json()["code"] == code
    assert answer.json()["message"]["fr"]


def test_a_made_up_position_with_too_many_decisions_is_refused(reader: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studying, "MOST_CHOICES", 50)
    answer = reader.post("/api/study/look", {"game": "malawi"})
    assert (answer.status_code, answer.json()["code"]) == (422, "crowded")


def test_other_messages_stay_short(reader: Person) -> None:
    answer = reader.post("/api/tables", {"game": "malawi", "name": "x" * 5000})
    assert (answer.status_code, answer.json()["code"]) == (413, "long")


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_pictures(game: lt.Game, reader: Person) -> None:
    record = whole_game(game, 2)
    wish = {"record": str(record)}
    last = record.last_shown
    drawn = reader.post("/api/study/svg", {**wish, "ply": len(record.decisions)}).text
    assert drawn == record.final.svg(last=[step.move for step in last])
    film = ElementTree.fromstring(reader.post("/api/study/svg", {**wish, "language": "en", "flip": True}).text)
    motions = [node for node in film.iter() if node.tag.endswith("animate")]
    assert len(motions) >= len(record.decisions)
    assert {node.get("attributeName") for node in motions} == {"display"}
    for node in motions:
        times = [float(time) for time in str(node.get("keyTimes")).split(";")]
        assert times == sorted(set(times))
        assert times[0] == 0
        assert times[-1] < 1
        assert len(times) == len(str(node.get("values")).split(";"))
    captions = [node.text or "" for node in film.iter() if node.get("class") == "caption"]
    assert len(captions) == len(record.positions)
    assert str(record.decisions[0].move) in captions[1]
    refused = reader.post("/api/study/svg", {**wish, "ply": len(record.positions)})
    assert (refused.status_code, refused.json()["code"]) == (422, "ply")
