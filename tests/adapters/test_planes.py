"""Planes show what a player may know, where it is, and all of it. `ludotheque/laws/planes.py` has the laws of them."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.adapters.actions import Moment
from ludotheque.adapters.batch import Batch
from ludotheque.adapters.planes import PlaneSpace, grid, plane_space
from tests.variants import VARIANTS, name, whole_game

every_variant = pytest.mark.parametrize("game", VARIANTS, ids=name)


@every_variant
def test_a_step_is_the_same_everywhere(game: lt.Game) -> None:
    """Cells have places of their own, and a line of the board has one direction in the table."""
    (height, width), places = grid(game.board)
    assert len(set(places)) == len(places)
    assert {row for row, _ in places} == set(range(height))
    assert {column for _, column in places} == set(range(width))
    cells, steps = game.board.cells, dict[tuple[float, float], set[tuple[int, int]]]()
    for one, other in game.board.links:
        way = round(cells[other].x - cells[one].x, 6), round(cells[other].y - cells[one].y, 6)
        steps.setdefault(way, set()).add((places[other][0] - places[one][0], places[other][1] - places[one][1]))
    assert all(len(found) == 1 for found in steps.values())
    assert len(set.union(*steps.values())) == len(steps)


@every_variant
def test_nothing_is_lost(game: lt.Game) -> None:
    """Whatever a player may tell apart looks different, unfinished moves included; all numbers are shares."""
    space, seen = plane_space(game), dict[bytes, tuple[Any, ...]]()
    assert len(set(space.names)) == len(space.names) == space.shape[0]
    off = np.ones(space.shape[1:], np.bool_)
    off[tuple(zip(*space.places, strict=True))] = False
    for position in whole_game(game, 3).positions[:-1]:
        moment = Moment(position)
        for _ in range(3):
            for player in range(game.players):
                view, begun = position.view(player), moment.begun(player)
                planes = space.observe(view, begun)
                assert planes.shape == space.shape
                assert ((planes >= 0) & (planes <= 1)).all()
                assert not planes[:, off].any()
                told = (player, view.state[1:], begun)
                assert seen.setdefault(planes.tobytes(), told) == told
            following = moment.play(moment.legal[-1])
            if not following.chosen:
                break
            moment = following


@every_variant
def test_a_batch_shows_what_the_player_to_act_knows(game: lt.Game) -> None:
    """The secrets of the others are blanked there too; a game that is over shows nothing."""
    space, batch = plane_space(game), Batch(game, 8, seed=5)
    while not batch.over.all():
        planes = batch.planes()
        for row in range(batch.size):
            moment = batch.moment(row)
            if moment.player is None:
                assert not planes[row].any()
            else:
                view = moment.position.view(moment.player)
                assert np.array_equal(planes[row], space.observe(view, moment.chosen))
        batch.step(batch.sample())
    assert not batch.planes().any()


def test_own_pieces_come_first() -> None:
    game = lt.load("malawi")
    space = plane_space(game)
    own, other = space.names.index("own pawns"), space.names.index("pawns of the next player")
    first, second = (space.observe(game.start().view(player)) for player in range(2))
    assert np.array_equal(first[own], second[other])
    assert first[own, 0].all()
    assert second[own, -1].all()


def test_a_game_that_says_nothing_of_planes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = lt.load("malawi")
    monkeypatch.setitem(sys.modules, f"{game.rulebook.package}.planes", None)
    with pytest.raises(lt.LudothequeError, match=r"planes\.py"):
        PlaneSpace(game)
