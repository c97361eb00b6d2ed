"""All games in PettingZoo and Gymnasium: their own conformance tests, and what they do not see."""

from __future__ import annotations

import warnings
from functools import partial
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import ludotheque as lt
from ludotheque.adapters import rendering
from ludotheque.adapters.actions import action_space
from ludotheque.adapters.gymnasium import Seat
from ludotheque.adapters.pettingzoo import env
from ludotheque.adapters.planes import plane_space
from tests.variants import VARIANTS, name

every_variant = pytest.mark.parametrize("game", VARIANTS, ids=name)
SECRETIVE = [game for game in VARIANTS if game.rulebook.rules.has_secrets]

# PettingZoo spares only its own environments, by name, these remarks about dictionaries with a mask as observations.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def options(game: lt.Game) -> dict[str, Any]:
    return dict(game.options)


@every_variant
def test_pettingzoo_accepts_every_game(game: lt.Game) -> None:
    api_test(env(game.id, **options(game)), num_cycles=200)
    seed_test(partial(env, game.id, **options(game)), num_cycles=100)


@pytest.mark.parametrize("id", lt.games())
def test_pettingzoo_renders_every_game(
    id: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rendering, "pixels", lambda view: np.zeros((4, 4, 3), np.uint8))  # test_rendering.py has them
    render_test(partial(env, id))
    assert lt.load(id).start().view(None).drawing() in capsys.readouterr().out


@every_variant
def test_games_go_and_end_as_they_should(game: lt.Game) -> None:
    """The rewards are the returns of the game that its actions make, and come once."""
    space = action_space(game)
    for seed in range(2):
        random = np.random.default_rng(seed)
        table = env(game.id, **options(game))
        table.reset()
        position, spelled = game.start(), list[int]()
        earned = dict.fromkeys(table.possible_agents, 0.0)
        for agent in table.agent_iter():
            observation, reward, over, _, _ = table.last()
            earned[agent] += reward
            if over:
                table.step(None)
                continue
            player = position.to_act[0]
            assert agent == f"player_{player}"
            for other in set(table.agents) - {agent}:
                assert not table.observe(other)["action_mask"].any()
            action = int(random.choice(np.flatnonzero(observation["action_mask"])))
            table.step(action)
            spelled += [action] * (action != space.done)
            if not table.unwrapped.moment.chosen:
                made = {space.spell(move): move for move in position.legal_moves(player)}[tuple(spelled)]
                position, spelled = position.play(made, player), []
                assert table.unwrapped.moment.position == position
        assert position.outcome
        assert tuple(earned.values()) == position.outcome.returns


@pytest.mark.parametrize("game", SECRETIVE, ids=name)
def test_a_secret_choice_is_not_observed(game: lt.Game) -> None:
    """What player 1 observes before choosing does not depend on what player 0 chose."""

    def observed(seed: int) -> tuple[list[bytes], list[bytes]]:
        random = np.random.default_rng(seed)
        table = env(game.id, **options(game))
        table.reset()
        mine, others = [], []
        while table.agent_selection == "player_0":
            mine.append(table.observe("player_0")["observation"].tobytes())
            others.append(table.observe("player_1")["observation"].tobytes())
            table.step(random.choice(np.flatnonzero(table.observe("player_0")["action_mask"])))
        others.append(table.observe("player_1")["observation"].tobytes())
        return mine, others

    seen = [observed(seed) for seed in range(5)]
    assert len({tuple(mine) for mine, _ in seen}) == 5
    assert len({tuple(others) for _, others in seen}) == 1


def test_an_illegal_action_loses() -> None:
    table = env("malawi")
    table.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table.step(action_space(lt.load("malawi")).done)
    assert table.terminations == {"player_0": True, "player_1": True}
    assert table.rewards == {"player_0": -1, "player_1": 0}
    seat = gymnasium.make("ludotheque/malawi-v1", seat=1)
    seat.reset(seed=1)
    assert seat.step(action_space(lt.load("malawi")).done)[1:4] == (-1.0, True, False)


@every_variant
def test_gymnasium_accepts_every_seat(game: lt.Game) -> None:
    for seat in range(game.players):
        made = gymnasium.make(f"ludotheque/{game.id}-v{game.rulebook.definition.version}", seat=seat, **options(game))
        check_env(made.unwrapped, skip_render_check=True)


@every_variant
def test_a_seat_plays_a_whole_game(game: lt.Game) -> None:
    seat = game.players - 1
    table = Seat(game.id, seat=seat, render_mode="ansi", **options(game))
    for seed in range(3):
        random = np.random.default_rng(seed)
        observation, _ = table.reset(seed=seed)
        over = False
        while not over:
            assert table.moment.player == seat
            assert np.array_equal(observation["action_mask"], table.moment.mask)
            action = random.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, over, truncated, _ = table.step(int(action))
            assert not truncated
            assert over or reward == 0
        assert table.moment.position.returns is not None
        assert reward == table.moment.position.returns[seat]
        assert table.render() == table.moment.position.view(seat).drawing()


@every_variant
def test_masks_are_in_infos_and_behind_wrappers(game: lt.Game) -> None:
    """Where PettingZoo and sb3-contrib look for them: MaskablePPO calls `action_masks()` through all wrappers."""
    random = np.random.default_rng(1)
    made = gymnasium.make(f"ludotheque/{game.id}-v1", **options(game))
    observation, info = made.reset(seed=1)
    over = False
    while not over:
        masks = made.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert masks.any()
        assert np.array_equal(masks, info["action_mask"])
        assert np.array_equal(masks, observation["action_mask"])
        observation, _, over, _, info = made.step(random.choice(np.flatnonzero(masks)))
    assert not info["action_mask"].any()
    table = env(game.id, **options(game))
    table.reset()
    observation, _, _, _, info = table.last()
    assert np.array_equal(observation["action_mask"], info["action_mask"])
    others = set(table.agents) - {table.agent_selection}
    assert not any(table.infos[other]["action_mask"].any() for other in others)


@every_variant
def test_planes_instead_of_bits(game: lt.Game) -> None:
    space = plane_space(game)
    made = gymnasium.make(f"ludotheque/{game.id}-v1", planes=True, **options(game))
    check_env(made.unwrapped, skip_render_check=True)
    assert isinstance(made.unwrapped, Seat)
    observation, _ = made.reset(seed=2)
    observation, *_ = made.step(int(np.flatnonzero(observation["action_mask"])[0]))
    moment = made.unwrapped.moment
    expected = space.observe(moment.position.view(0), moment.begun(0))
    assert np.array_equal(observation["observation"], expected)
    table = env(game.id, planes=True, **options(game))
    api_test(table, num_cycles=30)
    table.reset()
    for player, agent in enumerate(table.agents):
        seen = table.observe(agent)["observation"]
        assert np.array_equal(seen, space.observe(game.start().view(player)))


def test_an_opponent_sees_his_view_alone() -> None:
    seen: list[lt.View] = []

    def first(view: lt.View, random: np.random.Generator) -> lt.Move:
        seen.append(view)
        return view.legal_moves()[0]

    table = Seat("massai", seat=1, opponent=first)
    table.reset(options={"position": "turn=1 dark=d5,d6,e5 light=a6,b6,c6,f6,g6,h6 target=- turns=299"})
    table.step(table.game.board.index["d5"])
    assert [view.player for view in seen] == [0]
    assert "target=?" in seen[0].text
