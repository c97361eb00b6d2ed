"""Record files: whole or refused, with the line and the reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludotheque as lt

MOVES = ["c1-e3", "e6-c4", "a1>e3,f1", "d6>b6,c4", "e3-e6"]
GOOD = """\
[Game "malawi"]
[Options "diagonals=true"]
[Rules "1"]
[Player0 "Anna"]
[Player1 "Ben"]
[Date "2026-11-15"]
[Result "1 -1"]
[Reason "breakthrough"]

{The shortest game.} 1. c1-e3 2. e6-c4 3. a1>e3,f1 {Three rings now.} 4. d6>b6,c4 5. e3-e6
"""


def test_a_record_reads_and_prints() -> None:
    record = lt.Record.parse(GOOD)
    assert str(record) == GOOD
    assert record.comment == "The shortest game."
    assert [str(played.move) for played in record.moves] == MOVES
    assert record.moves[2].comment == "Three rings now."
    assert (record.result, record.reason) == ((1.0, -1.0), "breakthrough")
    assert record.headers == {"Player0": "Anna", "Player1": "Ben", "Date": "2026-11-15"}


def test_reading_forgives_layout() -> None:
    loose = GOOD.replace(" 2. ", "\n\n   2.\n").replace("\n", "\r\n").replace("a1>e3,f1", "A1>F1,E3")
    assert lt.Record.parse("\ufeff" + loose) == lt.Record.parse(GOOD)


BROKEN = [
    (GOOD.replace("e6-c4", "e6-c3"), 10, "move 2: MAL-2: e6 and c3 are not in one straight line"),
    (GOOD.replace("e6-c4", "nonsense"), 10, "move 2: ALL-3"),
    (GOOD.replace("2. ", "3. ", 1), 10, "move number 2 was expected here, not “3.”"),
    (GOOD.replace("5. e3-e6", "5."), 10, "a move must follow the number 5"),
    (GOOD.replace(" 5. e3-e6", ""), 8, "the game is not over on the board"),
    (GOOD + "6. a6-a4\n", 11, "the game was over before “a6-a4”"),
    (GOOD.replace('"1 -1"', '"-1 1"'), 7, "the header Result says -1 1, but the moves lead to 1 -1"),
    (GOOD.replace('"1 -1"', '"*"'), 7, "the header Result says"),
    (GOOD.replace('"1 -1"', '"2 -2"'), 7, "“2 -2” is not a result"),
    (GOOD.replace('"1 -1"', '"1"'), 7, "“1” is not a result"),
    (GOOD.replace("2026-11-15", "20261115"), 6, "is not a date"),
    (GOOD.replace('"breakthrough"', '"rings"'), 8, "the header Reason says “rings”, but it is “breakthrough”"),
    (GOOD.replace('[Reason "breakthrough"]\n', ""), 7, "it is “breakthrough”"),
    (GOOD.replace('[Rules "1"]', '[Rules "99"]'), 3, "version 99 of the rules"),
    (GOOD.replace('[Game "malawi"]\n', ""), 1, "the header Game is missing"),
    (GOOD.replace('"malawi"', '"chess"'), 1, "there is no game “chess”"),
    (GOOD.replace("diagonals=true", "diagonals"), 2, "does not take"),
    (GOOD.replace("diagonals=true", "size=3"), 2, "has no option “size”"),
    (GOOD.replace("diagonals=true", "diagonals=true diagonals=false"), 2, "given twice"),
    (GOOD.replace("2. e6-c4", f"2. {'9' * 5000}:e6-c4"), 10, "move 2: ALL-3"),
    (GOOD.replace('[Player1 "Ben"]', '[Player0 "Ben"]'), 5, "the header Player0 appears twice"),
    (GOOD.replace('[Player1 "Ben"]', "[Player1 Ben]"), 5, "is not a header"),
    (GOOD.replace("2026-11-15", "tomorrow"), 6, "is not a date"),
    (GOOD.replace("now.}", "now."), 10, "never closed"),
    (GOOD.replace("{Three", "Three"), 10, "expected"),
    (GOOD.replace("{Three rings", "{a} {Three rings"), 10, "only one comment"),
    (GOOD + '[Event "late"]\n', 11, "a header may not follow"),
    (GOOD + "}\n", 11, "never opened"),
    ('[Position "turn=0"]\n' + GOOD, 1, "the header Position is wrong"),
    ("", 1, "the header Game is missing"),
]


@pytest.mark.parametrize(("text", "line", "reason"), BROKEN, ids=[reason for _, _, reason in BROKEN])
def test_a_broken_record_is_refused_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(lt.RecordError) as refused:
        lt.Record.parse(text)
    assert refused.value.line == line
    assert reason in str(refused.value)
    assert f"line {line}" in str(refused.value)
    assert f"ligne {line}" in refused.value.sentence.fr


@given(st.integers(0, len(GOOD) - 1), st.sampled_from(["", "}", "{", '"', "\\", "9", "\n", "é"]))
def test_damage_is_told_or_harmless(place: int, sign: str) -> None:
    """Whatever one character does to a file: a whole record or a `RecordError`, never anything between."""
    for damaged in (GOOD[:place] + sign + GOOD[place:], GOOD[:place] + sign + GOOD[place + 1 :], GOOD[:place]):
        try:
            record = lt.Record.parse(damaged)
        except lt.RecordError as error:
            line = error.line
        else:
            line = 1
            assert lt.Record.parse(str(record)) == record
        assert 1 <= line <= damaged.count("\n") + 1


def test_a_game_may_end_away_from_the_board() -> None:
    record = lt.Record.of(lt.load("malawi"), MOVES[:2]).concluded((-1.0, 1.0), "resigned")
    assert '[Result "-1 1"]\n[Reason "resigned"]' in str(record)
    assert lt.Record.parse(str(record)) == record
    assert lt.Record.from_json(record.to_json()) == record
    with pytest.raises(lt.RecordError, match="Reason must be one of"):
        lt.Record.of(lt.load("malawi"), MOVES[:2]).concluded((-1.0, 1.0), "boredom")
    with pytest.raises(lt.RecordError, match="without a result"):
        lt.Record.of(lt.load("malawi"), MOVES[:2]).concluded(None, "resigned")


def test_a_record_may_start_anywhere() -> None:
    middle = lt.Record.of(lt.load("malawi"), MOVES[:3]).final
    record = lt.Record.of(middle, MOVES[3:])
    assert f'[Position "{middle.text}"]' in str(record)
    assert lt.Record.parse(str(record)) == record


def test_free_headers_have_proper_names() -> None:
    for bad in ("Result", "two words", "", "1st"):
        with pytest.raises(lt.RecordError, match="free header"):
            lt.Record(lt.load("malawi").start(), headers={bad: "x"})


def test_json_that_is_no_record_is_refused() -> None:
    good = lt.Record.parse(GOOD).to_json()
    wrong: list[dict[str, object]] = [
        {"moves": [{"player": 0}]},
        {"result": [1.0]},
        {"result": ["nan", 1]},
        {"start": 1},
        {"rules": 99},
        {"headers": {"Event": 3}},
        {"comment": 1},
    ]
    broken: list[dict[str, object] | str] = [{}, "nonsense", "[" * 100_000, *({**good, **change} for change in wrong)]
    for bad in broken:
        with pytest.raises(lt.RecordError):
            lt.Record.from_json(bad)


def test_both_orders_of_a_double_move_are_kept() -> None:
    """Where several are to move, the record tells who came first."""
    for game in map(lt.load, lt.games()):
        start = game.start()
        if len(start.to_act) < 2:
            continue
        first, last = start.to_act[0], start.to_act[-1]
        one = lt.Record(start).play(start.legal_moves(first)[0], first).play(start.legal_moves(last)[-1], last)
        two = lt.Record(start).play(start.legal_moves(last)[-1], last).play(start.legal_moves(first)[0], first)
        assert one.final == two.final
        assert str(one) != str(two)
        assert "1. 1:" in str(two)
        assert lt.Record.parse(str(two)) == two


def test_results_from_away_are_checked_however_they_come() -> None:
    start = lt.load("malawi").start()
    told = lt.Record(start).to_json()
    for result, reason in (
        ((5.0, 7.0, 9.0), "resigned"),
        ((1.0, 1.0), "agreed"),
        ((1.0, -1.0), "boredom"),
        ((1.0,), "time"),
    ):
        with pytest.raises(lt.RecordError):
            lt.Record(start, result=result, reason=reason)
        with pytest.raises(lt.RecordError):
            lt.Record.from_json({**told, "result": list(result), "reason": reason})
    assert str(lt.Record(start).concluded((0.0, 0.0), "agreed").ending) == "draw by agreement"


def test_what_was_secret_is_shown_together() -> None:
    for game in map(lt.load, lt.games()):
        record = lt.Record(game.start())
        assert record.last_revealed == ()
        if not game.rulebook.rules.simultaneous:
            assert len(record.play(record.start.legal_moves()[0]).last_revealed) == 1
            continue
        half = record.play(record.start.legal_moves(1)[0], 1)
        assert half.last_revealed == ()
        assert [played.player for played in half.play(record.start.legal_moves(0)[0], 0).last_revealed] == [1, 0]
