"""The example that learns from self-play: its parts obey laws, its commands run, its curve is what was measured."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from tests.variants import whole_game

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "self_play"
MEASURED = ROOT / "docs" / "images" / "learning-curve.json"
PAGE = ROOT / "docs" / "learn-from-self-play.md"

sys.path.insert(0, str(FOLDER))
network, judge, learn, curve = map(importlib.import_module, ("network", "judge", "learn", "curve"))
sys.path.remove(str(FOLDER))

MALAWI = lt.load("malawi")


def states(positions: list[lt.Position]) -> Any:
    return np.array([position.state for position in positions], np.uint64)


def test_slopes_are_what_small_changes_make() -> None:
    random = np.random.default_rng(1)
    net = network.Network(5, seed=2)
    net.weights = [weight.astype(np.float64) for weight in net.weights]
    inputs, wanted = random.random((20, 5)), random.uniform(-1, 1, 20)
    _, slopes = net.slopes(inputs, wanted)
    for weight, slope in zip(net.weights, slopes, strict=True):
        place = tuple(random.integers(size) for size in weight.shape)
        errors = []
        for change in (1e-5, -2e-5):
            weight[place] += change
            errors.append(net.slopes(inputs, wanted)[0])
        weight[place] += 1e-5
        assert slope[place] == pytest.approx((errors[0] - errors[1]) / 2e-5, abs=1e-5)


def test_a_network_learns_and_is_stored(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    net = network.Network(8)
    inputs = random.random((64, 8)).astype(np.float32)
    wanted = np.tanh(inputs[:, 0] - inputs[:, 1])
    errors = [net.learn(inputs, wanted, 3e-3) for _ in range(300)]
    assert errors[-1] < errors[0] / 20
    net.save(tmp_path / "network.npz")
    assert np.array_equal(network.Network.load(tmp_path / "network.npz").values(inputs), net.values(inputs))


@pytest.mark.parametrize("id", ["assaut", "malawi", "masterplan", "moaai"])
def test_the_judge_sees_what_ends_the_game(id: str) -> None:
    """Whatever the network believes: a move that wins is worth 1, and one that lets the opponent win at once -1."""
    seen = set()
    game = lt.load(id)
    decider = judge.Judge(game)
    positions = [position for seed in range(4) for position in whole_game(game, seed).positions[-4:-1]]
    for position in positions:
        mover = position.to_act[0]
        judged = decider.moves(states([position]), 2)
        for code, worth in zip(judged.moves.moves.tolist(), judged.worth.tolist(), strict=True):
            after = position.play(lt.Move(game, code))
            replies = [after.play(reply) for reply in after.legal_moves()] if after.to_act else [after]
            results = [reply.returns[mover] for reply in replies if reply.returns]
            best, other = (max, 1.0) if after.to_act == (mover,) else (min, -1.0)
            if after.returns or other in results:
                assert worth == best(results)
                seen.add(worth)
        chosen = judged.best()[0]
        assert judged.worth[chosen] == judged.worth.max()
    assert seen & {1.0, -1.0}


def test_both_sides_are_one_to_the_judge() -> None:
    """What a position is worth does not change when colours are swapped with the sides."""
    decider = judge.Judge(MALAWI)
    assert decider.swap
    position = whole_game(MALAWI, 1).positions[9]
    other = MALAWI.parse(MALAWI.turned(position.text, decider.swap).replace("turn=1", "turn=0"))
    other = other if other.to_act != position.to_act else MALAWI.parse(other.text.replace("turn=0", "turn=1"))
    values = [decider.values(states([one]), judge.players_of(states([one])))[0] for one in (position, other)]
    assert values[0] == pytest.approx(values[1], abs=1e-6)
    assert values[0] != pytest.approx(decider.values(states([position]), 1 - np.array(position.to_act))[0], abs=1e-6)


def remembered(player: int, value: float, *, strayed: bool = False, returned: float | None = None) -> Any:
    parts = [[player], [value], [strayed], [returned is not None], [returned or 0.0]]
    return learn.Memory(np.zeros((1, 1)), *map(np.array, parts))


def test_values_learn_from_later_ones() -> None:
    """TD(λ), with the sign of the player, up to a random move or the end of the game."""
    far = 1 - learn.DECAY
    played = [remembered(0, 0.5), remembered(1, -0.2), remembered(0, 0.1, returned=1.0), remembered(1, 0.4)]
    assert np.concatenate(learn.targets(played)) == pytest.approx(
        [far * 0.5 + learn.DECAY * (far * 0.2 + learn.DECAY), -(far * 0.2 + learn.DECAY), 1.0, 0.4]
    )
    played[1] = remembered(1, -0.2, strayed=True)
    assert np.concatenate(learn.targets(played))[:2] == pytest.approx([far * 0.5 + learn.DECAY * 0.2, -0.2])


def test_it_learns_measures_plays_and_draws(tmp_path: Path) -> None:
    few = ["--moves", "600", "--at-once", "8", "--points", "2", "--games", "2", "--final-games", "2"]
    run("learn.py", "malawi", *few, "--opponent", "random", "--folder", str(tmp_path))
    points = json.loads((tmp_path / "curve.json").read_text("utf-8"))["points"]
    assert [point["moves"] for point in points] == [0, 512, 768]
    run("curve.py", str(tmp_path / "curve.json"))
    assert ET.parse(tmp_path / "curve.svg").getroot().tag.endswith("svg")
    engine = f"engine:{sys.executable} {FOLDER / 'engine.py'} {tmp_path / 'network.npz'}"
    match = [sys.executable, "-m", "ludotheque", "match", "malawi", engine, "random", "--games", "2", "--json"]
    assert json.loads(done(match))["played"] == 2


def run(script: str, *arguments: str) -> str:
    return done([sys.executable, str(FOLDER / script), *arguments])


def done(command: list[str]) -> str:
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_a_game_that_it_cannot_learn_is_refused() -> None:
    with pytest.raises(SystemExit, match="two players"):
        judge.Judge(lt.load("massai"))


def test_the_curve_is_drawn_from_what_was_measured() -> None:
    assert MEASURED.with_suffix(".svg").read_text("utf-8") == curve.draw(json.loads(MEASURED.read_text("utf-8")))


def test_the_page_tells_what_was_measured() -> None:
    """The last point has games of its own, and they show that level 2 is weaker."""
    about, page = json.loads(MEASURED.read_text("utf-8")), PAGE.read_text("utf-8")
    assert about["opponent"] == "level:2"
    assert about["points"][-1]["plies_2"]["interval"][0] > 0.5
    for point in (about["points"][0], about["points"][-1]):
        for plies in ("plies_1", "plies_2"):
            assert told(point[plies]) in page


def told(score: dict[str, Any]) -> str:
    """A score with its interval as documents write it."""
    low, high = (f"{bound:.0%}".removesuffix("%") for bound in score["interval"])
    return f"{score['score']:.0%}".replace("%", " %") + f" ({low}–{high})"
