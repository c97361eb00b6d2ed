"""Files of many games: all are found, errors name their line in the file, and nothing is read too early."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludotheque as lt
from tests.record.test_record import GOOD, MOVES

SHORT = str(lt.Record.of(lt.load("malawi"), MOVES[:2], Event='a {match} [of] \\ " signs'))
EMPTY = str(lt.Record(lt.load("assaut").start()))
PARTS = {"good": GOOD, "short": SHORT, "empty": EMPTY}


def lengths(text: str) -> list[int | str]:
    """The lengths of the games, or what is wrong with them."""
    return [
        str(found) if isinstance(found, lt.RecordError) else len(found)
        for found in lt.read_records(text, errors="yield")
    ]


@pytest.mark.parametrize("between", ["", "\n", "\r\n\r\n", " \n\t\n\n"])
def test_games_are_found(between: str) -> None:
    text = between.join([GOOD, EMPTY, SHORT, EMPTY, EMPTY, GOOD])
    assert lengths("\ufeff" + text + between) == [5, 0, 2, 0, 0, 5]
    assert lengths(text.replace("\n", "\r\n")) == [5, 0, 2, 0, 0, 5]


@pytest.mark.parametrize("nothing", ["", "\n\n", "\ufeff\r\n"])
def test_no_game_is_no_error(nothing: str) -> None:
    assert list(lt.read_records(nothing)) == []


def test_files_and_lines_are_read(tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(GOOD + SHORT, "utf-8")
    with file.open(encoding="utf-8") as stream:
        assert [len(record) for record in lt.read_records(stream)] == [5, 2]
    assert [len(record) for record in lt.read_records((GOOD + SHORT).splitlines())] == [5, 2]
    with file.open("rb") as stream, pytest.raises(TypeError, match="from text, not from bytes"):
        list(lt.read_records(stream))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="errors must be"):
        lt.read_records("", errors="ignore")  # type: ignore[call-overload]


def test_the_first_broken_game_ends_strict_reading() -> None:
    records = lt.read_records(GOOD + GOOD.replace("e6-c4", "e6-c3") + GOOD)
    assert next(records) == lt.Record.parse(GOOD)
    with pytest.raises(lt.RecordError) as refused:
        next(records)
    assert refused.value.line == 20
    assert "line 20: move 2: MAL-2" in str(refused.value)


@pytest.mark.parametrize(
    ("broken", "line", "why"),
    [
        (GOOD.replace("e6-c4", "e6-c3"), 10, "move 2: MAL-2"),
        (GOOD.replace("now.}", "now."), 10, "never closed"),
        (GOOD.replace("{Three", "Three"), 10, "expected"),
        (GOOD.replace("4. ", "(3. a1-a3 4. "), 10, "a variation is opened"),
        (GOOD.replace('[Game "malawi"]\n', ""), 1, "the header Game is missing"),
        (GOOD.replace('[Player1 "Ben"]', '[Player0 "Ben"]'), 5, "twice"),
        (GOOD.replace('[Player1 "Ben"]', "[Player1 Ben]"), 5, "is not a header"),
        (GOOD.replace('"1 -1"', '"-1 1"'), 7, "the header Result"),
    ],
)
@pytest.mark.parametrize("after", PARTS)
def test_reading_goes_on_after_a_broken_game(broken: str, line: int, why: str, after: str) -> None:
    first = GOOD.count("\n") + 1
    found = list(lt.read_records(f"{GOOD}\n{broken}{PARTS[after]}{GOOD}", errors="yield"))
    error = found.pop(1)
    assert isinstance(error, lt.RecordError)
    assert error.line == first + line
    assert why in str(error)
    assert found == [lt.Record.parse(text) for text in (GOOD, PARTS[after], GOOD)]


def test_what_stands_before_the_first_game_is_an_error() -> None:
    assert lengths("What is this?\n" + GOOD) == ["line 1: move number 1 was expected here, not “What”", 5]


def test_a_comment_may_look_like_another_game() -> None:
    record = lt.Record.parse(GOOD).annotate_move(2, comment=f"Compare\n\n{EMPTY}\n{SHORT}")
    assert list(lt.read_records(f"{record}{record}")) == [record, record]


def test_a_comment_that_is_never_closed_does_not_hide_the_whole_file() -> None:
    """No brace follows it, so it seems to go on to the end."""
    plain = SHORT.replace("{match}", "match")
    broken = GOOD.replace("now.}", "now.")
    error, *others = lengths(broken + plain * 3)
    assert "line 10: a comment is opened" in str(error)
    assert others == [2, 2, 2]
    many = 65_536 // len(plain) + 10
    seen = 0

    def lines() -> Iterator[str]:
        nonlocal seen
        for line in (broken + plain * 3 * many).splitlines():
            seen += 1
            yield line

    records = lt.read_records(lines(), errors="yield")
    assert isinstance(next(records), lt.RecordError)
    assert seen < 2 * many * plain.count("\n"), "it does not wait for the end"
    assert [len(record) for record in records if isinstance(record, lt.Record)] == [2] * 3 * many


def test_a_game_is_given_on_when_the_next_one_begins() -> None:
    """So a file of any size needs no more memory than its longest game."""
    seen = 0

    def lines() -> Iterator[str]:
        nonlocal seen
        while True:
            for line in GOOD.splitlines():
                seen += 1
                yield line

    records = lt.read_records(lines())
    for number in range(1, 50):
        assert len(next(records)) == 5
        assert seen == number * GOOD.count("\n") + 1


@given(st.integers(1, len(GOOD) - 1), st.sampled_from(["", "}", "{", '"', "\\", "[", "(", "\n", "é"]))
def test_one_damaged_game_leaves_the_others(place: int, sign: str) -> None:
    whole = lt.Record.parse(GOOD)
    text = GOOD + GOOD[:place] + sign + GOOD[place + 1 :] + "\n" + GOOD
    found = list(lt.read_records(text, errors="yield"))
    assert found[0] == whole
    assert found[-1] == whole
    assert all(1 <= error.line <= text.count("\n") + 1 for error in found if isinstance(error, lt.RecordError))


def test_older_records_print_as_they_are() -> None:
    """The model games of the package were written before there were variations."""
    games = Path(lt.__file__).parent / "games"
    for file in games.glob("*/teach/model_games.json"):
        for game in json.loads(file.read_text("utf-8"))["games"]:
            (record,) = lt.read_records(io.StringIO(game["record"]))
            assert str(record) == game["record"]
