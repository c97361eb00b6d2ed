"""Laws of records: what is written is read again, for every game, with notes of every kind."""

from __future__ import annotations

import json
import pickle
import random as dice
import re

from hypothesis import given, settings
from hypothesis import strategies as st

import ludotheque as lt
from tests.variants import games, noted_records, sentences, whole_game


@given(games, st.integers(0, 7), st.data())
def test_a_record_prints_and_parses(game: lt.Game, seed: int, data: st.DataObject) -> None:
    whole = whole_game(game, seed)
    length = data.draw(st.integers(0, len(whole.moves)))
    headers = {"Player0": data.draw(sentences), "Event": data.draw(sentences)}
    comments = data.draw(st.dictionaries(st.integers(0, length), sentences, max_size=4))
    record = lt.Record(game.start(), headers=headers, comments=comments.get(0, ""))
    for number, played in enumerate(whole.moves[:length], 1):
        record = record.play(played.move, played.player, comments.get(number, ""))
    assert record.positions == whole.positions[: length + 1]
    check_that_it_is_kept(record)
    assert str(record) == plain_text(record)


@settings(max_examples=60)
@given(noted_records(), st.randoms(use_true_random=False))
def test_a_record_with_variations_prints_and_parses(record: lt.Record, random: dice.Random) -> None:
    check_that_it_is_kept(record)
    varied = [number for number, played in enumerate(record, 1) if played.variations]
    if varied:
        number = random.choice(varied)
        promoted = record.promote(number, random.randrange(len(record.moves[number - 1].variations)))
        check_that_it_is_kept(promoted)
        assert promoted.promote(number).positions == record.positions


@settings(max_examples=20)
@given(st.lists(noted_records(), max_size=3), st.sampled_from(["", "\n", "\n\n\n"]))
def test_many_records_stand_in_one_file(records: list[lt.Record], between: str) -> None:
    assert list(lt.read_records(between.join(map(str, records)))) == records


def check_that_it_is_kept(record: lt.Record) -> None:
    """A record has one text and one JSON form, and both give it back."""
    assert lt.Record.parse(str(record)) == record
    assert str(lt.Record.parse(str(record))) == str(record)
    assert hash(lt.Record.parse(str(record))) == hash(record)
    assert lt.Record.from_json(json.dumps(record.to_json())) == record
    assert pickle.loads(pickle.dumps(record)) == record


def plain_text(record: lt.Record) -> str:
    """The text of a record without glyphs and variations, written in another way. It never changes."""
    quoted = [(name, re.sub(r'([\\"])', r"\\\1", value)) for name, value in record.headers.items()]
    options = " ".join(f"{name}={str(value).lower()}" for name, value in record.game.options.items())
    lines = [("Game", record.game.id), ("Options", options), ("Rules", "1")]
    lines += [(name, value.replace("\r", r"\r").replace("\n", r"\n")) for name, value in quoted]
    lines.append(("Result", "*" if record.result is None else " ".join(f"{value:.0f}" for value in record.result)))
    lines += [("Reason", record.reason)] if record.reason else []
    items: list[str] = []
    for number, comment in enumerate([record.comment, *(played.comment for played in record.moves)]):
        if number:
            played = record.moves[number - 1]
            several = len(record.positions[number - 1].to_act) > 1
            items.append(f"{number}. {f'{played.player}:' if several else ''}{played.move}")
        if comment:
            items.append("{" + re.sub(r"([\\{}])", r"\\\1", comment).replace("\r", r"\r") + "}")
    body = ""
    length = 0
    for item in items:
        if length and length + len(item) >= 100:
            body, length = body + "\n", 0
        elif length:
            body, length = body + " ", length + 1
        body, length = body + item, length + len(item)
    return ("\n".join([*(f'[{name} "{value}"]' for name, value in lines), "", body])).rstrip("\n") + "\n"
