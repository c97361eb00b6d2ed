"""Opening tables: they add up, images are one position, intervals are Wilson's, and every move can be played."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.arena.match import play_game
from ludotheque.arena.openings import ENOUGH, OpeningPlay, Tree, opening_table, play_openings, shares, to_json
from ludotheque.arena.player import VariedPlayer, make_player
from ludotheque.arena.score import Score
from ludotheque.arena.symmetry import turned
from ludotheque.engine.game_view import GameView
from ludotheque.record import Record
from ludotheque.teaching import openings
from ludotheque.teaching.reading import extras

WITH_TABLE = [id for id in lt.games() if "openings" in extras(id)]
with_table = pytest.mark.parametrize("id", WITH_TABLE)
SAMPLE = 20
"""So many positions of each table are played."""
MALAWI = ["c1-e3", "c6-c4", "a1-a3"]


def turned_game(moves: list[str]) -> list[str]:
    """The same game in a mirror."""
    game = lt.load("malawi")
    keeps = next(one for one in game.rulebook.rules.symmetries if one.player(0) == 0)
    assert keeps
    return [str(game.read(game.turned(move, keeps))) for move in moves]


def record(moves: list[str]) -> Record:
    """A game that player 1 wins by resignation."""
    begun = Record.of(lt.load("malawi"), moves)
    return Record(begun.start, begun.moves, result=(-1.0, 1.0), reason="resigned")


def test_a_game_and_its_mirror_image_are_one_line() -> None:
    mirror = turned_game(MALAWI)
    assert mirror != MALAWI
    tree = Tree("malawi")
    for _ in range(ENOUGH):
        tree.add(record(MALAWI))
        tree.add(record(mirror))
    rows = tree.to_json()
    assert len(rows) == len(MALAWI)
    for row, move in zip(rows, MALAWI, strict=True):
        assert row["games"] == 2 * ENOUGH
        assert [(one["move"], one["results"]) for one in row["moves"]] == [(move, (0, 0, 2 * ENOUGH))]


def test_the_same_game_counts_once() -> None:
    table = opening_table(OpeningPlay("malawi", 3), [record(MALAWI)] * 3)
    assert table["games"] == 1


def test_shares_are_those_of_the_player_to_move_with_wilsons_interval() -> None:
    counts: Counter[int] = Counter({1: 7, 0: 2, -1: 1})
    for player, score in ((0, Score(7, 2, 1)), (1, Score(1, 2, 7))):
        found = shares(counts, player)
        assert found["share"] == pytest.approx(score.share, abs=1e-3)
        assert (found["low"], found["high"]) == pytest.approx(score.interval, abs=1e-3)
        assert found["low"] < found["share"] < found["high"]


@with_table
def test_the_table_adds_up(id: str) -> None:
    table = openings.read(id)
    assert table
    positions = table["positions"]
    assert positions[0]["games"] == table["games"]
    tree, game = Tree(id), lt.load(id)
    assert len({tree.key(game.parse(row["position"])) for row in positions}) == len(positions), "images of others"
    for row in positions:
        assert sum(sum(one["results"]) for one in row["moves"]) + sum(row["other"]) == row["games"]
        for one in row["moves"]:
            score = Score(*one["results"]) if row["turn"] == 0 else Score(*reversed(one["results"]))
            low, high = score.interval
            assert (one["share"], one["low"], one["high"]) == pytest.approx((score.share, low, high), abs=1e-3)


@with_table
def test_every_move_leads_where_the_table_says(id: str) -> None:
    table, game = openings.read(id), lt.load(id)
    assert table
    tree, positions = Tree(id), table["positions"]
    reached = {0} | {one["next"] for row in positions for one in row["moves"]} - {None}
    assert reached == set(range(len(positions)))
    for row in random.Random(id).sample(positions, min(SAMPLE, len(positions))):
        before = game.parse(row["position"])
        assert row["turn"] in before.to_act
        for one in row["moves"]:
            after = before.play(one["move"], row["turn"])
            if one["next"] is not None:
                assert tree.key(after) == tree.key(game.parse(positions[one["next"]]["position"]))


def test_images_share_a_key() -> None:
    game = lt.load("malawi")
    tree, position = Tree("malawi"), Record.of(game, MALAWI).final
    for symmetry in tree.symmetries:
        assert tree.key(turned(symmetry, position)) == tree.key(position)
    assert tree.key(game.start()) != tree.key(position)


def test_play_goes_on_where_it_stopped(tmp_path: Path) -> None:
    play = OpeningPlay("masterplan", 2, seconds=0.001)
    first = play_openings(play, tmp_path)
    files = {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()}
    assert play_openings(play, tmp_path) == first
    assert {file.name: file.read_text("utf-8") for file in tmp_path.iterdir()} == files
    assert {plan.opening for plan in play.plans.values()} == {0, 1}
    table = json.loads(to_json(opening_table(play, first)))
    assert table["games"] == 2
    assert table["seconds"] == 0.001


def test_a_varied_player_varies_only_its_first_moves() -> None:
    game = lt.load("masterplan")
    player = make_player("level:6@0.001+2", game, 1)
    assert isinstance(player, VariedPlayer)
    position = game.start()
    firsts = {str(make_player("level:6@0.001+1", game, seed).choose(GameView.of(position))) for seed in range(8)}
    assert len(firsts) > 1
    for _ in range(2):
        player.choose(GameView.of(position))
    assert player.moves == 0
    game_played = play_game(OpeningPlay("masterplan", 1, seconds=0.001).plans["masterplan"], 0)
    assert Record.parse(game_played.record).result
