"""Looking at a line of moves gives what the record gives, and broken ones are refused with a sentence."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest
from hypothesis import given, settings

import ludotheque as lt
from ludotheque.record.pictures import traces_of
from ludotheque.reveals import revealed_moves
from ludotheque.server.serialize.position import piece_data
from tests.server.conftest import Serve
from tests.server.people import SET_UPS, Connection, Person
from tests.server.serving import Serving
from tests.variants import VARIANTS, name, noted_records, whole_game

GOOD = str(whole_game(lt.load("malawi"), 5))


def plain(data: object) -> Any:
    """As JSON tells it."""
    return json.loads(json.dumps(data))


def check(record: lt.Record, look: Any) -> None:
    assert look["record"] == str(record)
    for number, (position, ply) in enumerate(zip(record.positions, look["plies"], strict=True)):
        so_far = lt.Record(record.start, record.moves[:number], positions=record.positions[: number + 1])
        book = record.game.rulebook
        assert ply["position"] == position.text
        assert ply["to_act"] == list(position.to_act)
        assert ply["pieces"] == plain([piece_data(piece) for piece in book.look.pieces(position.state)])
        assert ply["points"] == plain(book.rules.points(position.state))
        assert ply["last"] == [cell for step in so_far.last_revealed for cell in step.move.cells]
        assert [piece for of_move in ply["traces"] for piece in of_move] == plain(
            [piece_data(piece) for piece in traces_of(so_far, revealed_moves(so_far.positions, number))]
        )
        assert (ply["player"], ply["move"]) == (
            (record.moves[number - 1].player, str(record.moves[number - 1].move)) if number else (None, None)
        )


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_a_look_is_the_record(game: lt.Game, reader: Person) -> None:
    record = whole_game(game, 11)
    look = reader.done("/api/study/look", {"record": str(record)})
    check(record, look)
    assert look["to_move"] == []
    assert look["result"]["returns"] == list(record.result or ())
    assert look["game"]["board"] == plain(game.board.to_json())
    half = len(record.moves) // 2
    line = {
        "game": game.id,
        "options": dict(game.options),
        "moves": [(step.player, str(step.move)) for step in record.moves[:half]],
    }
    part = reader.done("/api/study/look", line)
    assert part["plies"] == look["plies"][: half + 1]
    assert part["result"] is None
    for turn, player in zip(part["to_move"], record.positions[half].to_act, strict=True):
        view = record.positions[half].view(player)
        assert turn["player"] == player
        assert turn["legal_moves"] == (None if view.combination else plain(view.clickable_moves()))
        assert (turn["combination"] is None) == (view.combination is None)
    from_here = reader.done("/api/study/look", {**line, "moves": [], "position": record.positions[half].text})
    assert from_here["plies"][0]["position"] == record.positions[half].text
    assert from_here["to_move"] == part["to_move"]


def test_only_what_is_new_is_told(reader: Person) -> None:
    look = reader.done("/api/study/look", {"record": GOOD, "since": 3})
    assert look["game"] is None
    assert look["plies"][0]["ply"] == 3
    far = reader.done("/api/study/look", {"record": GOOD, "since": 10**6})
    assert len(far["plies"]) == 1


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        (GOOD.replace("1. ", "1. zz9-", 1), 7, "move 1"),
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
        ({"game": "malawi", "moves": [[0, "a1-a4"]]}, "illegal"),
        ({"game": "malawi", "moves": [[0, "nonsense"]]}, "notation"),
        ({"game": "malawi", "moves": [[1, "a6-a4"]]}, "illegal"),
        ({"game": "malawi", "moves": [[7, "a6-a4"]]}, "invalid"),
        ({"game": "malawi", "options": {"colour": "red"}}, "invalid"),
        ({"game": "chess"}, "invalid"),
        ({}, "line"),
        ({"game": "malawi", "moves": "a1-a3"}, "message"),
        ({"game": "malawi", "decisions": [[0, "a1-a3"]]}, "version"),
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
    monkeypatch.setattr("ludotheque.server.serialize.position.MAX_MOVES", 50)
    answer = reader.post("/api/study/look", {"game": "malawi"})
    assert (answer.status_code, answer.json()["code"]) == (422, "crowded")


# Variations, comments and glyphs.


def tree(plies: Any) -> Any:
    """The moves of a look or variation as `RecordRequest` names them."""
    return [
        {
            **{name: ply[name] for name in ("player", "move", "comments", "glyphs")},
            "variations": [{"comments": one["comments"], "moves": tree(one["plies"])} for one in ply["variations"]],
        }
        for ply in plies
    ]


def request_of(look: Any) -> Any:
    """What writes the record of a look again."""
    game = {"game": look["game"]["game"], "options": look["game"]["options"], "position": look["start"]}
    result = look["result"] or {"returns": None, "reason": None}
    ending = {"result": result["returns"], "reason": result["reason"]}
    start, *plies = look["plies"]
    return {**game, **ending, "headers": look["headers"], "comments": start["comments"], "moves": tree(plies)}


@settings(max_examples=30)
@given(noted_records())
def test_a_record_with_variations_goes_there_and_back(library: Serving, record: lt.Record) -> None:
    reader = library.person()
    try:
        look = reader.done("/api/study/look", {"record": str(record)})
        check(record, look)
        written = reader.done("/api/study/record", request_of(look))
        assert lt.Record.parse(written["record"]) == record
    finally:
        reader.close()


def test_variations_are_shown_as_if_they_were_played(reader: Person) -> None:
    record = lt.Record.parse(GOOD)
    side = record.undo().undo()
    move = next(move for move in side.final.legal_moves() if move != record.moves[-2].move)
    varied = record.add_variation(len(record) - 1, move)
    look = reader.done("/api/study/look", {"record": str(varied)})
    (variation,) = look["plies"][-2]["variations"]
    played = reader.done("/api/study/look", {"record": str(side.play(move)), "since": len(record) - 1})
    assert variation["plies"] == played["plies"]


def test_a_secret_that_a_variation_reveals_is_told(reader: Person) -> None:
    """The second set-up of Massaï reveals the first, in a variation too."""
    record = lt.Record(lt.load("massai").start()).play(SET_UPS[0], 0)
    varied = record.play(SET_UPS[1], 1).add_variation(2, lt.Record(record.final).play(OTHERS[1], 1))
    look = reader.done("/api/study/look", {"record": str(varied)})
    (ply,) = look["plies"][2]["variations"][0]["plies"]
    assert ply["revealed"] == [[0, SET_UPS[0]], [1, OTHERS[1]]]


def test_a_game_given_up_keeps_its_result(reader: Person) -> None:
    record = lt.Record.of(lt.load("malawi"), ["c1-e3"], Player0="Anna").concluded((-1.0, 1.0), "resigned")
    look = reader.done("/api/study/look", {"record": str(record)})
    assert reader.done("/api/study/record", request_of(look)) == {"record": str(record)}


@pytest.mark.parametrize(
    ("wish", "code", "why"),
    [
        ({"moves": [{"player": 0, "move": "a1-a4"}]}, "invalid", "line 1: move 1: MAL-2"),
        ({"moves": [{"player": 0, "move": "a1-a3", "glyphs": ["bad"]}]}, "invalid", "is not a glyph"),
        ({"moves": [{"player": 0, "move": "a1-a3", "variations": [{}]}]}, "invalid", "needs a move"),
        ({"headers": {"Result": "1 -1"}}, "invalid", "free header"),
        ({"result": [1, -1], "reason": "boredom"}, "invalid", "Reason must be"),
        ({"game": "chess"}, "invalid", "chess"),
        ({"moves": [["a1-a3"]]}, "message", ""),
    ],
)
def test_what_cannot_be_written(wish: Any, code: str, why: str, reader: Person) -> None:
    answer = reader.post("/api/study/record", {"game": "malawi", **wish})
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert why in answer.json()["message"]["en"]


@pytest.mark.parametrize("depth", [100, 300, 1450])
def test_trees_that_are_too_deep_are_refused(depth: int, reader: Person) -> None:
    pair = '{"player":0,"move":"a1-a3"},{"player":1,"move":"a6-a4"'
    deep = f'"moves":[{pair},"variations":[{{' * depth + '"moves":[]' + "}]}]" * depth
    kind = {"content-type": "application/json"}
    answer = reader.http.post("/api/study/record", content=f'{{"game":"malawi",{deep}}}', headers=kind)
    assert answer.status_code in {400, 422}
    assert answer.json()["message"]["fr"]


def test_trees_that_are_too_wide_are_refused(reader: Person) -> None:
    wide = "1. a1-a3" + "(1. a1-a3 2. a6-a4)" * 2001
    head = str(lt.Record(lt.load("malawi").start()))
    answer = reader.post("/api/study/look", {"record": f"{head}\n{wide}"})
    assert (answer.status_code, answer.json()["code"]) == (413, "long")


def test_other_messages_stay_short(reader: Person) -> None:
    answer = reader.post("/api/tables", {"game": "malawi", "name": "x" * 5000})
    assert (answer.status_code, answer.json()["code"]) == (413, "long")


# What reading costs.

LINE = {"game": "malawi"}
READING = {
    "look": LINE,
    "svg": LINE,
    "explain": {**LINE, "player": 0, "clicks": ["c1"]},
    "preview": {**LINE, "player": 0, "candidates": ["c1-e3"]},
    "replay": None,
}


def ask(person: Person, what: str, table: str) -> httpx.Response:
    if what == "replay":
        return person.get(f"/api/tables/{table}/replay")
    return person.post(f"/api/study/{what}", READING[what])


@pytest.mark.parametrize("what", READING)
def test_reading_is_charged_by_address(what: str, serve: Serve) -> None:
    """A cookie of one's own does not help."""
    serving = serve(studies_per_second=0.001, study_burst=1)
    people = [serving.person(name) for name in ("Anna", "Ben")]
    table, _ = (person.set_up() for person in people)
    answers = [ask(person, what, table) for person in people]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert answers[1].json()["message"]["fr"]


@pytest.mark.parametrize("bound", ["studies_waiting", "studies_per_address"])
@pytest.mark.parametrize("what", READING)
def test_games_that_wait_to_be_read_are_bounded(what: str, bound: str, serve: Serve) -> None:
    person = serve(**{bound: 0}).person()
    answer = ask(person, what, person.set_up())
    assert (answer.status_code, answer.json()["code"]) == (503, "busy_reading")


# The replay of a table.


OTHERS = {0: "a2,b2,c2,d3,d4", 1: "e3,e4,f3,g2,g4"}
"""Other first huts than those of `SET_UPS`."""


class Three:
    """Two at a table and one who looks on."""

    def __init__(self, library: Serving) -> None:
        self.anna, self.ben, self.eve = (library.person(name) for name in ("Anna", "Ben", "Eve"))
        self.id = self.anna.set_up("massai")
        self.ben.join(self.id, self.anna.invitation(self.id))
        self.connections: list[Connection] = [self.anna.live(self.id), self.ben.live(self.id)]

    def move(self, seat: int, text: str) -> None:
        connection = self.connections[seat]
        connection.until(lambda state: state["ticket"] is not None)
        connection.move(text)

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
        three.move(0, huts[0])
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
            three.move(player, text)
        three.move(view[2], target)
        attacker, other = ("anna", "ben") if view[2] == 0 else ("ben", "anna")
        seen["ben"].add(three.told(getattr(three, other)))
        seen["eve"].add(three.told(three.eve))
        texts.add(three.told(getattr(three, attacker)))
    assert len(seen["ben"]) == len(seen["eve"]) == 1
    assert len(texts) == 2, "the attacker knows his own target"


def _ready_to_attack() -> tuple[list[tuple[int, str]], list[str], int]:
    """Return moves that lead to an attack with at least two targets, the targets, and the attacker."""
    position = lt.load("massai").start()
    played: list[tuple[int, str]] = []
    for player, text in SET_UPS.items():
        position = position.play(text, player)
        played.append((player, text))
    while True:
        player = position.to_act[0]
        attacks = [str(move) for move in position.legal_moves(player) if str(move).startswith("x")]
        hidden = [text for text in attacks if position.play(text, player).has_secret]
        if len(hidden) > 1:
            return played, hidden, player
        move = next(str(move) for move in position.legal_moves(player) if not str(move).startswith("x"))
        position = position.play(move, player)
        played.append((player, move))


def test_a_finished_game_is_told_whole(library: Serving) -> None:
    three = Three(library)
    three.move(0, SET_UPS[0])
    three.move(1, SET_UPS[1])
    three.connections[0].ask("resign", seat=0)
    told: Any = three.eve.fetch(f"/api/tables/{three.id}/replay")
    check(lt.Record.parse(three.eve.get(f"/api/tables/{three.id}/record").text), told)
    assert told["phase"] == "over"
    assert [seat["name"] for seat in told["seats"]] == ["Anna", "Ben"]
    assert "Ben" in told["result"]["headline"]["en"]
    assert told["result"]["reason"] == "resigned"


def test_no_table_no_replay(library: Serving) -> None:
    answer = library.person().get("/api/tables/nowhere/replay")
    assert (answer.status_code, answer.json()["code"]) == (404, "no_table")


def test_the_pages_are_served(library: Serving) -> None:
    reader = library.person()
    for path in ("/study/malawi", f"/replay/{reader.set_up('malawi', 'me', 'me')}"):
        assert "<!doctype html>" in reader.get(path).text
