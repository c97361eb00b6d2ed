"""Many games as one vector environment: the same as Gymnasium makes of single ones, whatever happens in them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import ludotheque as lt
from ludotheque.adapters.actions import action_space
from ludotheque.adapters.batch import Batch
from ludotheque.adapters.gymnasium import Seat
from ludotheque.adapters.vector import Seats
from tests.variants import VARIANTS, name

every_variant = pytest.mark.parametrize("game", VARIANTS, ids=name)


def highest(view: lt.View, random: np.random.Generator) -> lt.Move:
    """The move that begins with the highest action, and so on; the end of a move is the highest of all."""
    space = action_space(view.game)
    return max(view.legal_moves(), key=lambda move: (*space.spell(move), space.done))


def highest_actions(batch: Batch) -> Any:
    return len(batch.space) - 1 - batch.masks[:, ::-1].argmax(1)


def same(one: Any, other: Any) -> None:
    """Both tell the same, key by key, array by array."""
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            same(one[key], other[key])
    elif isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype == object):
        for mine, theirs in zip(one, other, strict=True):
            same(mine, theirs)
    else:
        assert np.array_equal(one, other)
        assert getattr(one, "dtype", None) == getattr(other, "dtype", None)


@pytest.mark.parametrize("planes", [False, True])
@pytest.mark.parametrize("mode", list(AutoresetMode))
@every_variant
def test_it_is_what_gymnasium_makes_of_single_games(game: lt.Game, mode: AutoresetMode, planes: bool) -> None:
    """Observations, rewards, ends and infos, with illegal actions among the others."""
    size, seat = 3, game.players - 1
    options: dict[str, Any] = dict(game.options)
    many = Seats(game.id, size, seat, highest_actions, planes, autoreset_mode=mode, **options)

    def single() -> Seat:
        return Seat(game.id, seat, highest, planes, **options)

    plain = SyncVectorEnv([single] * size, autoreset_mode=mode)
    assert many.single_observation_space == plain.single_observation_space
    assert many.observation_space == plain.observation_space
    assert many.action_space == plain.action_space
    same(many.reset(seed=1), plain.reset(seed=1))
    random, ends = np.random.default_rng(2), 0
    for _ in range(60):
        masks = many.action_masks()
        legal = [random.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
        actions = np.where(random.random(size) < 0.03, random.integers(len(masks[0]), size=size), legal)
        found, expected = many.step(actions), plain.step(actions)
        same(found, expected)
        assert found[0] in many.observation_space
        ended = found[2]
        ends += ended.sum()
        if mode == AutoresetMode.DISABLED and ended.any():
            same(many.reset(options={"reset_mask": ended}), plain.reset(options={"reset_mask": ended.copy()}))
    assert ends


def test_gymnasium_makes_it_by_its_name() -> None:
    made = gymnasium.make_vec("ludotheque/moaai-v1", num_envs=50, players=3, seat=1)
    assert isinstance(made, Seats)
    assert made.batch.game == lt.load("moaai", players=3)
    counted = RecordEpisodeStatistics(made)
    _, infos = counted.reset(seed=5)
    counted.action_space.seed(5)
    rewards = []
    for _ in range(60):
        action = [made.single_action_space.sample(mask if mask.any() else None) for mask in infos["action_mask"]]
        _, reward, over, _, infos = counted.step(np.array(action))
        rewards += reward[over].tolist()
    assert set(rewards) == {-1.0, 0.0, 1.0}
    assert counted.episode_count == len(rewards)


def test_one_seed_gives_the_same_games() -> None:
    def played(seed: int | list[int]) -> list[Any]:
        made = Seats("malawi", 4, seat=1)
        return [
            made.reset(seed=seed)[0]["observation"],
            *(made.step(highest_actions(made.batch))[0]["observation"] for _ in range(9)),
        ]

    assert np.array_equal(played(3), played(3))
    assert np.array_equal(played([1, 2, 3, 4]), played([1, 2, 3, 4]))
    assert not np.array_equal(played(3), played(4))


def test_a_batch_that_waits_in_some_games() -> None:
    batch = Batch(lt.load("malawi"), 3)
    rows = np.array([True, False, True])
    before, actions = batch.moment(1), batch.sample()
    actions[1] = batch.space.done
    batch.step(actions, rows)
    assert batch.moment(1) == before
    assert batch.moment(0) == before.play(int(actions[0]))
    batch.restart(np.array([True, False, False]))
    assert batch.moment(0) == before
    assert batch.moment(2) == before.play(int(actions[2]))
    with pytest.raises(lt.LudothequeError):
        batch.step(actions)


def test_frames_are_views() -> None:
    made = Seats("massai", 2, seat=1, render_mode="ansi")
    made.reset(seed=1)
    frames = made.render()
    assert frames == tuple(made.batch.moment(row).position.view(1).drawing() for row in range(2))
    assert Seats("massai", 2).render() is None
