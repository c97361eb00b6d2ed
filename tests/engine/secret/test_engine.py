"""Search in games with secret attacks: equilibria instead of guesses, no access to secrets, known answers."""

from __future__ import annotations

import tomllib
from importlib import resources
from math import log, tanh
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.engine.analysis import Analysis
from ludotheque.engine.limit import Limit
from ludotheque.engine.secret import Secret
from ludotheque.engine.secret.matrix_kernels import solve
from ludotheque.engine.secret.workspace import LIKELY, WIN
from tests.variants import VARIANTS, name, whole_game

GAMES = [game for game in VARIANTS if game.rulebook.rules.engine == "secret"]
ENGINES = {game: Secret(game.rulebook, 1 << 12) for game in GAMES}
ANSWERS = [
    (id, answer)
    for id in sorted({game.id for game in GAMES})
    for answer in tomllib.loads(
        resources.files(f"ludotheque.games.{id}").joinpath("cases/answers.toml").read_text("utf-8")
    )["answer"]
]


def search(position: lt.Position, depth: int, *, lines: int = 1, seed: int = 0) -> Analysis:
    """A search without a clock, for the player to move."""
    engine = ENGINES[position.game]
    return engine.search(position.view(position.to_act[0]), Limit(), depth=depth, lines=lines, seed=seed)


def walks(game: lt.Game) -> list[lt.Position]:
    """Positions of random games in which one player is to move."""
    return [position for seed in (0, 1) for position in whole_game(game, seed).positions if len(position.to_act) == 1]


@pytest.mark.parametrize(("id", "answer"), ANSWERS, ids=[answer["about"] for _, answer in ANSWERS])
def test_known_answers(id: str, answer: dict[str, Any]) -> None:
    game = lt.load(id, **answer.get("options", {}))
    analysis = search(game.parse(answer["position"]), answer["depth"])
    weights = {str(candidate.move): candidate.weight for candidate in analysis.candidates}
    if "mixture" in answer:
        for move, weight in answer["mixture"].items():
            assert weights[move] == pytest.approx(weight, abs=answer.get("tolerance", 0.001))
    else:
        assert str(analysis.best.move) in answer["right"]
    if "chance" in answer:
        assert analysis.chance == pytest.approx(answer["chance"], abs=answer.get("tolerance", 0.001))


def test_proven_lines_end_the_game_unless_a_secret_comes_between() -> None:
    for id, answer in ANSWERS:
        position = lt.load(id, **answer.get("options", {})).parse(answer["position"])
        best = search(position, answer["depth"]).best
        for move in best.line:
            position = position.play(move)
        if best.proven:
            assert best.distance is not None
            assert len(best.line) < best.distance or (len(best.line) == best.distance and position.returns)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_expected_lines_are_legal_and_lead_on(game: lt.Game) -> None:
    lengths = []
    for place in walks(game)[:30:3]:
        position = place
        line = search(place, 4).best.line
        lengths.append(len(line))
        for move in line:
            position = position.play(move)
    assert max(lengths) >= 3


def test_there_are_enough_answers() -> None:
    assert len(ANSWERS) >= 6


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_the_repertoire_is_legal_and_mixed(game: lt.Game) -> None:
    for player in (0, 1):
        view = game.start().view(player)
        analysis = ENGINES[game].search(view, Limit())
        assert {candidate.move for candidate in analysis.candidates} <= set(view.legal_moves())
        assert sum(candidate.weight or 0.0 for candidate in analysis.candidates) == pytest.approx(1)
        assert len(analysis.candidates) >= 4
        assert all(candidate.line == (candidate.move,) for candidate in analysis.candidates)
        assert analysis.best.weight is not None
        assert analysis.best.weight < 0.6
        # Each is legal under every way to play the game.
        for other in GAMES:
            legal = {str(move) for move in other.start().view(player).legal_moves()}
            assert {str(candidate.move) for candidate in analysis.candidates} <= legal


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_moves_are_legal_even_without_time(game: lt.Game) -> None:
    for position in walks(game)[::7]:
        view = position.view(position.to_act[0])
        with Limit(0) as limit:
            limit.stop()
            analysis = ENGINES[game].search(view, limit)
        assert {candidate.move for candidate in analysis.candidates} <= set(view.legal_moves())
        assert analysis.nodes <= 1
        if analysis.best.weight is not None:
            assert sum(candidate.weight or 0.0 for candidate in analysis.candidates) == pytest.approx(1)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_the_same_seed_gives_the_same_answer(game: lt.Game) -> None:
    first, other, *_ = walks(game)[6::5]
    before = search(first, 3, seed=5)
    search(other, 3)
    assert search(first, 3, seed=5).candidates == before.candidates


def test_the_target_is_never_seen() -> None:
    """Positions that differ only in the secret target get the same guards."""
    game = GAMES[0]
    places = [position for position in walks(game) if str(position.legal_moves()[0]).startswith("+")]
    assert places
    for position in places[:5]:
        target = position.text.split("target=")[1].split()[0]
        guards = {cell for move in position.legal_moves() for cell in str(move)[1:].split(",")}
        answers = set()
        for cell in guards:
            twin = game.parse(position.text.replace(f"target={target}", f"target={cell}"))
            answers.add(search(twin, 2).candidates)
        assert len(answers) == 1


def slow_value(position: lt.Position, player: int, depth: int) -> float:
    """What a player may expect, in plain Python: turns by their best move, attacks by their matrix game."""
    game = position.game
    if position.returns:
        return position.returns[player]
    actor = position.to_act[0]
    sign = 1 if actor == player else -1
    if depth == 0:
        evaluation = game.rulebook.rules.evaluation
        value = evaluation.evaluate(np.array(position.state, np.uint64), np.uint64(actor))
        return sign * tanh(value * log(3) / 2 / evaluation.scale) * LIKELY / WIN
    values = []
    attacks: list[lt.Position] = []
    for move in position.legal_moves():
        after = position.play(move)
        if after.to_act == (1 - actor,) and str(after.legal_moves()[0]).startswith("+"):
            attacks.append(after)
        else:
            values.append(slow_value(after, actor, depth - 1))
    if attacks:
        values.append(slow_attack(attacks, actor, depth - 1))
    return sign * max(values)


def slow_attack(attacks: list[lt.Position], attacker: int, depth: int) -> float:
    bare, held = [], []
    for attack in attacks:
        target = attack.text.split("target=")[1].split()[0]
        ways = {target in str(move)[1:].split(","): move for move in attack.legal_moves()}
        held.append(slow_value(attack.play(ways[True]), attacker, depth))
        # With a single target there is no other way than to guard it.
        bare.append(slow_value(attack.play(ways[False]), attacker, depth) if False in ways else held[-1])
    guards = str(attacks[0].legal_moves()[0]).count(",") + 1
    return float(solve(np.array(bare), np.array(held), len(bare), guards, np.zeros(len(bare))))


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_the_search_agrees_with_a_slow_one(game: lt.Game) -> None:
    for position in [place for place in walks(game) if not str(place.legal_moves()[0]).startswith("+")][4:40:9]:
        if len(position.legal_moves()) < 40 and "turns=0" not in position.text:
            chance = (slow_value(position, position.to_act[0], 2) + 1) / 2
            assert search(position, 2).chance == pytest.approx(chance, abs=0.002)


@pytest.mark.parametrize("game", GAMES, ids=name)
def test_whole_games_by_the_mixtures(game: lt.Game) -> None:
    random = np.random.default_rng(3)
    position = game.start()
    while position.to_act:
        analysis = search(position, 1, seed=int(random.integers(1000)))
        weights = [candidate.weight for candidate in analysis.candidates]
        place = 0 if weights[0] is None else int(random.choice(len(weights), p=np.array(weights, np.float64)))
        position = position.play(analysis.candidates[place].move, analysis.player)
    assert position.outcome
