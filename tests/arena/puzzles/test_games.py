"""The games in which puzzles are found."""

from __future__ import annotations

import ludotheque as lt
from ludotheque.arena.puzzles.games import PER_VARIANT, Games, variant_of, variants


def test_the_same_seed_gives_the_same_games() -> None:
    games = Games(lt.load("malawi"))
    first, again = ([str(record) for record, _ in games("1 0")] for _ in range(2))
    assert first == again
    assert len(set(first)) > 1, "the endings differ"


def test_endings_say_from_where_on_they_are_new() -> None:
    (first, _), *others = Games(lt.load("malawi"))("1 1")
    for other, since in others:
        assert [step.move for step in first.moves[:since]] == [step.move for step in other.moves[:since]]
        assert first.moves[since : since + 1] != other.moves[since : since + 1]


def test_most_games_have_the_default_rules_and_all_variants_come() -> None:
    for id in lt.games():
        all_of_them = variants(id)
        played = [variant_of(id, number) for number in range(PER_VARIANT * len(all_of_them))]
        assert set(played) == set(all_of_them)
        assert played.count(all_of_them[0]) > len(played) / 2
