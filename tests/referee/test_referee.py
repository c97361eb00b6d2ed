"""The referee agrees with the stored vectors and with the kernels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ludotheque as lt
from tests.referee import vectors
from tests.referee.catalogue import REFEREES, load, title, variants
from tests.referee.compare import compare_line, compare_random
from tests.referee.massai import set_ups

GAMES = {"assaut": 10, "malawi": 4, "massai": 2, "masterplan": 2, "moaai": 6}
"""How many random games of every variant are compared. `python -m tests.referee.compare` plays more."""

VARIANTS = [pytest.param(id, options, id=title(id, options)) for id in REFEREES for options in variants(id)]
STORED = [
    pytest.param(id, variant, id=title(id, variant["options"])) for id in REFEREES for variant in vectors.read(id)
]
every_variant = pytest.mark.parametrize(("id", "options"), VARIANTS)


@pytest.mark.parametrize(("id", "variant"), STORED)
def test_stored_vectors(id: str, variant: dict[str, Any]) -> None:
    # `python -m tests.referee.vectors --check` goes to the stored depths and through all games.
    assert vectors.check_variant(id, variant, most_calls=100, most_games=3) == []


def test_every_referee_has_its_game() -> None:
    # A program may add a sixth game through LUDOTHEQUE_GAMES.
    assert set(REFEREES) <= set(lt.games())


@pytest.mark.parametrize("id", REFEREES)
def test_same_options(id: str) -> None:
    assert {name: values[0] for name, values in REFEREES[id].OPTIONS.items()} == dict(lt.load(id).options)


@every_variant
def test_random_games(id: str, options: dict[str, Any]) -> None:
    for number in range(GAMES[id]):
        compare_random(id, options, number)


@every_variant
def test_rare_games(id: str, options: dict[str, Any]) -> None:
    for moves in vectors.rare_games(id, options):
        compare_line(id, options, moves)


@pytest.mark.parametrize(("orthogonal", "count"), [(False, 7984), (True, 2188)])
@pytest.mark.parametrize("player", [0, 1])
def test_all_set_ups_of_massai(player: int, orthogonal: bool, count: int) -> None:
    texts = set_ups(player, orthogonal)
    assert len(texts) == count
    assert set(texts) == {str(move) for move in lt.load("massai", orthogonal=orthogonal).start().legal_moves(player)}


def test_example_of_masterplan() -> None:
    # PLN-6 gives the points after each house.
    referee = load("masterplan", {})
    state, points = referee.start(), []
    for text in ("d4ne", "f6n", "c3n", "f4se", "e4w", "f5w"):
        state = referee.play(state, state.mover, text)
        points.append(state.points)
    assert points == [(0, 0), (0, 0), (2, 1), (2, 1), (5, 2), (6, 5)]
    assert state.parks == {"e5", "c4", "g4", "f3", "f7"}


@every_variant
def test_illegal_moves_are_refused(id: str, options: dict[str, Any]) -> None:
    referee = load(id, options)
    state = referee.start()
    player = referee.to_move(state)[0]
    with pytest.raises(ValueError, match="is illegal"):
        referee.play(state, player, "z9")


@pytest.mark.parametrize("id", ["assaut", "moaai"])
def test_kernels_accept_new_vectors(id: str) -> None:
    variant = vectors.make_variant(id, {})
    for table in variant["perft"]:
        position = lt.load(id).start()
        for text in table["moves"]:
            position = position.play(text, position.to_act[0])
        assert [lt.perft(position, depth + 1) for depth in range(len(table["counts"]))] == table["counts"]
    for game in variant["games"]:
        position = lt.load(id).start()
        for text, player, count in zip(game["moves"], game["actors"], game["legal_counts"], strict=True):
            assert len(position.legal_moves(player)) == count
            position = position.play(text, player)
        assert position.outcome is not None
        assert position.outcome.returns == tuple(game["returns"])
        assert position.outcome.reason == game["reason"]


def test_new_vectors_are_always_the_same(tmp_path: Path) -> None:
    assert vectors.main(["moaai", "--output", str(tmp_path)]) == 0
    assert vectors.read("moaai", tmp_path)[0] == vectors.make_variant("moaai", {})


def test_check_finds_a_mistake(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant = vectors.read("moaai")[0]
    variant["perft"] = [{"moves": [], "counts": [227]}]
    variant["games"][0]["returns"] = [0, 0]
    variant["games"][1]["legal_counts"][5] += 1
    variant["games"][2]["moves"][20] = "a1-a2"
    vectors.write("moaai", [variant], tmp_path)
    assert vectors.main(["moaai", "--check", "--output", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("BAD moaai")
    assert len(lines) == 5
