"""The environment checks what PettingZoo's wrappers check: the same answers with them and without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils import wrappers
from pettingzoo.utils.env_logger import EnvLogger

import ludotheque as lt
from ludotheque.adapters.actions import action_space
from ludotheque.adapters.pettingzoo import env

ILLEGAL = action_space(lt.load("malawi")).done


def wrapped() -> Any:
    """An environment in PettingZoo's own wrappers."""
    checked = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(env("malawi"), illegal_reward=-1))
    return wrappers.OrderEnforcingWrapper(checked)


@pytest.fixture(autouse=True)
def quiet() -> Any:
    EnvLogger.suppress_output()
    yield
    EnvLogger.unsuppress_output()


def game(table: Any, seed: int, illegal_at: int = -1) -> list[object]:
    """Everything that a game shows; perhaps with an illegal action at some turn."""
    random, shown = np.random.default_rng(seed), list[object]()
    table.reset(seed=seed)
    for turn, agent in enumerate(table.agent_iter()):
        observation, *rest = table.last()
        shown += [agent, observation["observation"].tobytes(), *rest[:3], list(table.agents)]
        if rest[1] or rest[2]:
            table.step(None)
        elif turn == illegal_at:
            table.step(ILLEGAL)
            shown += [dict(table.rewards), dict(table.terminations), dict(table.truncations)]
        else:
            table.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
    return shown


@pytest.mark.parametrize("illegal_at", [-1, 0, 1, 4, 7])
def test_games_are_the_same_in_wrappers(illegal_at: int) -> None:
    for seed in range(3):
        assert game(env("malawi"), seed, illegal_at) == game(wrapped(), seed, illegal_at)


MISTAKES: dict[str, Callable[[Any], object]] = {
    "too high": lambda table: table.step(ILLEGAL + 1),
    "negative": lambda table: table.step(-1),
    "nothing": lambda table: table.step(None),
    "no step": lambda table: list(table.agent_iter()),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_refused(mistake: str) -> None:
    for table in (env("malawi"), wrapped()):
        table.reset()
        with pytest.raises(AssertionError):
            MISTAKES[mistake](table)
        assert table.agent_selection == "player_0"


def test_nothing_is_there_before_the_first_reset() -> None:
    for ask in (
        lambda table: table.agents,
        lambda table: table.agent_selection,
        lambda table: table.step(0),
        lambda table: table.observe("player_0"),
        lambda table: list(table.agent_iter()),
    ):
        with pytest.raises(AttributeError, match=r"reset\(\) needs to be called"):
            ask(env("malawi"))


def test_a_step_after_the_end_is_a_warning() -> None:
    table = env("malawi")
    table.reset()
    table.step(ILLEGAL)
    table.step(None)
    table.step(None)
    EnvLogger.flush()
    table.step(0)
    assert any("after all agents are terminated" in message for message in EnvLogger.mqueue)
