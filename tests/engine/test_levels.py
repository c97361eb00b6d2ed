"""Levels in each game: what a game's folder changes, what the middle ones find, and what holds for all of them."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.computer import Computer
from ludotheque.engine.engine import Engine, Progress
from ludotheque.engine.levels import LEVELS, Level, level
from ludotheque.engine.limit import Limit
from ludotheque.position import View
from ludotheque.rulebook import Rulebook
from tests.variants import VARIANTS, whole_game

every_game = pytest.mark.parametrize("id", lt.games())


def data(id: str, file: str) -> dict[str, Any]:
    source = resources.files(lt.load(id).rulebook.package).joinpath(file)
    return tomllib.loads(source.read_text("utf-8")) if source.is_file() else {}


def short_answers() -> list[Any]:
    return [
        pytest.param(id, answer, id=f"{id}-{number}")
        for id in lt.games()
        for number, answer in enumerate(data(id, "cases/answers.toml")["answer"], 1)
        if answer.get("short")
    ]


@pytest.mark.parametrize(("id", "answer"), short_answers())
def test_the_middle_levels_find_short_answers(id: str, answer: dict[str, Any]) -> None:
    """Whatever they overlook otherwise."""
    position = lt.load(id, **answer.get("options", {})).parse(answer["position"])
    view = position.view(position.to_act[0])
    for number in (3, 4, 5):
        for seed in (1, 2, 3):
            move = Computer(position.game, level(number), seed, seconds=60).choose(view)
            assert str(move) in answer["right"], (number, answer.get("why"))


@every_game
def test_no_clock_decides_below_the_best_level(id: str) -> None:
    """A depth bounds them. Each looks at least as far as the one below and overlooks no more."""
    fitted = [common.fitted(lt.load(id).rulebook) for common in LEVELS]
    assert [one.number for one in fitted] == [1, 2, 3, 4, 5, 6]
    assert fitted[-1].depth is None
    below = fitted[:-1]
    depths = [one.depth or 0 for one in below]
    assert depths == sorted(depths)
    assert depths[0] == 1
    assert [one.overlooked for one in below] == sorted((one.overlooked for one in below), reverse=True)
    assert [one.carelessness for one in below] == sorted((one.carelessness for one in below), reverse=True)


@every_game
def test_the_same_seed_gives_the_same_move_at_every_level_below_the_best(id: str) -> None:
    game = lt.load(id)
    positions = whole_game(game, 4).positions
    for common in LEVELS[:-1]:
        position = positions[len(positions) // 2 + common.number]
        view = position.view(position.to_act[0])
        choices = {str(Computer(game, common, seed=9, seconds=60).choose(view)) for _ in range(2)}
        assert len(choices) == 1


def test_levels_see_no_target() -> None:
    """Positions that differ only in the target of an attack look alike to the defender and get the same guards."""
    met = 0
    for game in VARIANTS:
        if not game.rulebook.rules.simultaneous:
            continue
        for position in whole_game(game, 1).positions:
            target = position.text.partition("target=")[2].split(" ")[0]
            if target in ("", "-"):
                continue
            huts = {cell for move in position.legal_moves() for cell in str(move)[1:].split(",")}
            twins = [game.parse(position.text.replace(f"target={target}", f"target={hut}")) for hut in sorted(huts)]
            for common in LEVELS[:-1:2]:
                computer = Computer(game, common, seed=3, seconds=60)
                views = [twin.view(twin.to_act[0]) for twin in twins]
                assert len({str(computer.choose(view)) for view in views}) == 1
            met += len(twins) > 1
            if met % 3 == 2:
                break
    assert met


class Fixed(Engine):
    """Always finds the same candidates."""

    def __init__(self, rulebook: Rulebook, *candidates: Candidate) -> None:
        super().__init__(rulebook)
        self.candidates = candidates

    def search(
        self,
        view: View,
        limit: Limit,
        *,
        depth: int | None = None,
        lines: int = 1,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> Analysis:
        return Analysis(view, self.candidates, 1, 1, 0.0)


def taken(how: Level, **chances: tuple[float, bool]) -> set[str]:
    """Which of these candidates, given by their chance and whether it is proven, a level plays over many seeds."""
    game = lt.load("malawi")
    view = game.start().view(0)
    moves = dict(zip(chances, view.legal_moves(), strict=False))
    computer = Computer(game, how)
    computer.level = how
    computer.engine = Fixed(game.rulebook, *(Candidate(moves[k], c, proven=p) for k, (c, p) in chances.items()))
    played = set()
    for computer.seed in range(200):
        chosen = computer.choose(view)
        played |= {key for key, move in moves.items() if move == chosen}
    return played


def test_alert_levels_err_in_judgement_only() -> None:
    blind, alert = (Level(1, 1, 1.0, overlooked=0.5, carelessness=0.2, alert=alert) for alert in (False, True))
    win = {"win": (1.0, True), "good": (0.9, False), "fair": (0.6, False), "loss": (0.0, True)}
    assert taken(alert, **win) == {"win"}
    assert taken(blind, **win) > {"win", "good"}
    rest = {"good": (0.7, False), "fair": (0.6, False), "loss": (0.0, True)}
    assert taken(alert, **rest) == {"good", "fair"}
    assert taken(blind, **rest) == {"good", "fair", "loss"}
    assert taken(alert, one=(0.0, True), other=(0.0, True)) == {"one", "other"}
