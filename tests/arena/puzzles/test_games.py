"""The games in which puzzles are found."""

from __future__ import annotations

import ludotheque as lt
from ludotheque.arena.puzzles.games import NEAR_END, PER_VARIANT, Games, variant_of, variants

SEED = "1 3"
"""The seed of a game that is decided soon."""


def test_the_same_seed_gives_the_same_games() -> None:
    games = Games(lt.load("malawi"))
    first, again = ([str(record) for record, _ in games(SEED)] for _ in range(2))
    assert first == again
    assert len(set(first)) > 1


def test_near_the_end_another_move_is_tried_beside_the_one_that_was_played() -> None:
    records = list(Games(lt.load("malawi"))(SEED))
    far = [record for record, near_end in records if not near_end]
    near = [record for record, near_end in records if near_end]
    assert [len(record.moves) for record in far] == list(range(len(far)))
    lengths = [len(record.moves) for record in near]
    assert lengths == [len(far) + ply + beside for ply in range(NEAR_END) for beside in (0, 1)]
    assert any(beside.moves != played.moves for beside, played in zip(near[1::2], near[2::2], strict=False))


def test_most_games_have_the_default_rules_and_all_variants_come() -> None:
    for id in lt.games():
        all_of_them = variants(id)
        played = [variant_of(id, number) for number in range(PER_VARIANT * len(all_of_them))]
        assert set(played) == set(all_of_them)
        assert played.count(all_of_them[0]) > len(played) / 2
