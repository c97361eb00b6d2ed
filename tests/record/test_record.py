"""Record files: whole or refused, with the line and the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

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
    (GOOD.replace("5. ", "5. {a} "), 10, "a move must follow the number 5"),
    (GOOD.replace("3. a1", "3. (a1"), 10, "a move must follow the number 3"),
    (GOOD.replace("4. ", "(3. a1-a3\n4. "), 10, "a variation is opened with ( and never closed"),
    (GOOD.replace("4. ", "(4. a6-a4) 4. "), 10, "move number 3 was expected here, not “4.”"),
    (GOOD.replace("4. ", "(3. a1-a4) 4. "), 10, "move 3: MAL-2: the pawn on a1 carries 2 rings"),
    (GOOD.replace("4. ", "()4. "), 10, "move number 3 was expected here, not “)”"),
    (GOOD.replace("4. ", ") 4. "), 10, "move number 4 was expected here, not “)”"),
    (GOOD.replace("1. ", "(1. a1-a3) 1. "), 10, "move number 1 was expected here, not “(”"),
    (GOOD.replace("1. ", "! 1. "), 10, "move number 1 was expected here, not “!”"),
    (GOOD.replace("4. ", "$256 4. "), 10, "“$256” is not a glyph; write one of ! ? !! ?? !? ?!, or $ and a number"),
    (GOOD.replace("4. ", f"${'9' * 5000} 4. "), 10, "is not a glyph"),
    (GOOD.replace("4. ", "!!! 4. "), 10, "“!!!” is not a glyph"),
    (GOOD.replace("e3-e6", "e3-e6!!!"), 10, "move 5: ALL-3"),
    (GOOD + "(5. e3-e6 6. a6-a4)", 11, "the game was over before “a6-a4”"),
    (GOOD + "(5. a1-a3" * 51 + ")" * 51, 11, "variations may be nested at most 50 deep"),
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
        {"comment": "another"},
        {"comments": 1},
        {"comments": [1]},
        {"moves": [{"player": 0, "move": "c1-e3", "comment": "", "glyphs": ["good"]}]},
        {"moves": [{"player": 0, "move": "c1-e3", "comment": "", "variations": [{"comment": "", "moves": []}]}]},
    ]
    broken: list[dict[str, object] | str] = [{}, "nonsense", "[" * 100_000, *({**good, **change} for change in wrong)]
    for bad in broken:
        with pytest.raises(lt.RecordError):
            lt.Record.from_json(bad)


def test_older_json_is_read() -> None:
    """It had one comment, neither glyphs nor variations, and once it said "decisions"."""
    new = lt.Record.parse(GOOD).to_json()
    moves = [{key: move[key] for key in ("player", "move", "comment")} for move in new["moves"]]
    old = {key: value for key, value in new.items() if key not in ("comments", "moves")}
    for key in ("moves", "decisions"):
        assert lt.Record.from_json({**old, key: moves}) == lt.Record.parse(GOOD)


WALK = ["a1-a3", "f6-f4", "a3-a1", "f4-f6"] * 14


def nested(depth: int) -> lt.Record:
    """Variations of second moves, in each other."""
    walk = lt.Record.of(lt.load("malawi"), WALK)
    line = lt.Record.of(walk.positions[depth], WALK[depth : depth + 1])
    for ply in reversed(range(depth)):
        line = lt.Record.of(walk.positions[ply], WALK[ply : ply + 2]).add_variation(2, line)
    return line


def test_variations_are_nested_only_so_deep() -> None:
    deep = nested(50)
    assert lt.Record.parse(str(deep)) == deep
    assert lt.Record.from_json(json.dumps(deep.to_json())) == deep
    with pytest.raises(lt.LudothequeError, match="at most 50 deep"):
        nested(51)
    text = str(deep)
    for opening in ("1. a1-a3 ", "(1. a1-a3 "):
        with pytest.raises(lt.RecordError):
            lt.Record.parse(text[: text.index("1. ")] + opening * 5000)
    line: dict[str, object] = {"comment": "", "moves": []}
    for _ in range(5000):
        line = {"comment": "", "moves": [{"player": 0, "move": "a1-a3", "comment": "", "variations": [line]}]}
    with pytest.raises(lt.RecordError):
        lt.Record.from_json({**lt.Record(lt.load("malawi").start()).to_json(), **line, "comments": []})


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


# Comments, glyphs and variations.

SIDE = ["b1-b3", "a6-a4"]


def test_a_record_counts_and_yields_its_moves() -> None:
    record = lt.Record.parse(GOOD)
    assert len(record) == 5
    assert [str(played.move) for played in record] == MOVES
    assert record
    assert lt.Record(lt.load("malawi").start()), "a record without moves is one too"


def test_moves_are_taken_back() -> None:
    record = lt.Record.parse(GOOD)
    back = record.undo()
    assert (len(back), back.result, back.reason) == (4, None, None)
    assert back.play("e3-e6") == record
    assert lt.Record.parse(str(back)) == back
    while back.moves:
        back = back.undo()
    assert back.final == record.start
    with pytest.raises(lt.LudothequeError, match="no move to take back"):
        back.undo()


def test_notes_are_read_in_any_order_and_written_in_one() -> None:
    text = GOOD.replace(
        "3. a1>e3,f1 ", "3. a1>e3,f1 $014 {one} ! (3. b1-b3) {two}{} $1 ( {Or} 3. d1>a1,b1?? 4. a6-a4 )\n"
    )
    record = lt.Record.parse(text)
    played = record.moves[2]
    assert played.glyphs == ("!", "$14")
    assert played.comments == ("one", "two", "Three rings now.")
    assert played.comment == "one two Three rings now."
    assert [[str(step.move) for step in variation] for variation in played.variations] == [
        ["b1-b3"],
        ["d1>a1,b1", "a6-a4"],
    ]
    assert played.variations[1].comments == ("Or",)
    assert played.variations[1].moves[0].glyphs == ("??",)
    written = "3. a1>e3,f1! $14 {one} {two} {Three rings now.} (3. b1-b3)\n({Or} 3. d1>a1,b1?? 4. a6-a4) 4. d6>b6,c4"
    assert written in str(record)
    assert lt.Record.parse(str(record)) == record


@pytest.mark.parametrize("number", [10, [10]])
def test_the_number_of_a_glyph_is_a_text(number: object) -> None:
    with pytest.raises(TypeError, match="a glyph is a text such as “!” or “\\$14”, not "):
        lt.Record.parse(GOOD).annotate_move(3, glyphs=number)  # type: ignore[arg-type]


def test_a_variation_is_a_record() -> None:
    record = lt.Record.parse(GOOD).add_variation(3, SIDE)
    (variation,) = record.moves[2].variations
    assert variation.start == record.positions[2]
    assert variation.final == record.positions[2].play(SIDE[0]).play(SIDE[1])
    assert record.result == (1.0, -1.0), "the game is the same"
    side = variation.play("b3-b5", comment="And so on.", glyphs="!?").add_variation(2, "b6-b4")
    longer = record.remove_variation(3).add_variation(3, side.concluded((1.0, -1.0), "resigned"))
    assert "(3. b1-b3 4. a6-a4 (4. b6-b4) 5. b3-b5!? {And so on.})" in str(longer).replace("\n", " ")
    assert longer.moves[2].variations[0].result is None, "a variation has no result from away"
    assert lt.Record.parse(str(longer)) == longer


def test_a_variation_may_end_the_game() -> None:
    record = lt.Record.of(lt.load("malawi"), [*MOVES[:4], "b1-b3"]).add_variation(5, MOVES[4:])
    assert record.result is None
    assert record.moves[4].variations[0].reason == "breakthrough"
    assert lt.Record.parse(str(record)) == record


def test_variations_of_the_same_move_stand_beside_each_other() -> None:
    text = GOOD.replace("4. ", "(3. b1-b3 (3. d1>a1,b1 (3. d1-d3)) 4. a6-a4) (3. f1-f3) 4. ")
    record = lt.Record.parse(text)
    beside = "(3. b1-b3 4. a6-a4) (3. d1>a1,b1) (3. d1-d3) (3. f1-f3) 4. d6>b6,c4"
    assert beside in str(record).replace("\n", " ")
    assert lt.Record.parse(str(record)) == record


def test_promotion_swaps_two_lines() -> None:
    record = lt.Record.parse(GOOD).add_variation(3, SIDE).add_variation(3, ["d1-d3"])
    promoted = record.promote(3)
    assert [str(played.move) for played in promoted] == [*MOVES[:2], *SIDE]
    assert promoted.result is None
    assert [[str(played.move) for played in line] for line in promoted.moves[2].variations] == [MOVES[2:], ["d1-d3"]]
    assert promoted.moves[2].variations[0].moves[0].comments == ("Three rings now.",)
    assert promoted.promote(3) == record
    opened = record.add_variation(3, replace(lt.Record.of(record.positions[2], ["f1-f3"]), comments="Or"))
    assert opened.promote(3, 2).moves[2].comments == ("Or",)


def test_moves_are_annotated() -> None:
    record = lt.Record.parse(GOOD).annotate_move(3, glyphs=["!!"]).annotate_move(1, comment=["one", "", "two"])
    assert record.moves[2].glyphs == ("!!",)
    assert record.moves[2].comments == ("Three rings now.",)
    assert record.moves[0].comments == ("one", "two")
    assert record.annotate_move(1, comment="").moves[0].comments == ()
    assert record.result == (1.0, -1.0)


@pytest.mark.parametrize("number", [0, 6, -1])
def test_notes_need_a_move(number: int) -> None:
    record = lt.Record.parse(GOOD)
    attempts: list[Callable[[], object]] = [
        lambda: record.annotate_move(number, glyphs="!"),
        lambda: record.add_variation(number, SIDE),
        lambda: record.promote(number),
        lambda: record.remove_variation(number),
    ]
    for attempt in attempts:
        with pytest.raises(lt.LudothequeError, match=f"no move number {number}; the game has 5 moves"):
            attempt()


def test_what_is_no_variation_is_refused() -> None:
    record = lt.Record.parse(GOOD)
    attempts: list[tuple[Callable[[], object], str]] = [
        (lambda: record.add_variation(3, []), "needs a move"),
        (lambda: record.add_variation(3, "a1-a4"), "MAL-2"),
        (lambda: record.add_variation(3, lt.Record.of(record.positions[1], ["a6-a4"])), "before move 3"),
        (lambda: record.promote(3), "no variation number 0"),
        (lambda: record.remove_variation(3, 1), "no variation number 1"),
        (lambda: record.annotate_move(1, glyphs="good"), "is not a glyph"),
    ]
    for attempt, why in attempts:
        with pytest.raises(lt.LudothequeError, match=why):
            attempt()


def test_lines_of_several_who_choose_at_once() -> None:
    """In a variation too, the record tells who came first."""
    for game in map(lt.load, lt.games()):
        start = game.start()
        if len(start.to_act) < 2:
            continue
        first, last = start.to_act[0], start.to_act[-1]
        moves = {player: start.legal_moves(player)[-1] for player in start.to_act}
        record = lt.Record(start).play(moves[first], first).play(moves[last], last)
        record = record.add_variation(1, lt.Record(start).play(moves[last], last).play(moves[first], first))
        assert f"(1. {last}:{moves[last]} 2. {moves[first]})" in str(record).replace("\n", " ")
        assert lt.Record.parse(str(record)) == record
