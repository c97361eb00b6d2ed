"""PTX: every game's file is assembled by NVIDIA's own assembler, and its threads play as this machine does."""

from __future__ import annotations

import shutil
import subprocess
from importlib.metadata import files as files_of
from pathlib import Path

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.adapters import gpu_kernels as batch_kernels
from ludotheque.count_kernels import play_games
from ludotheque.kernel_target import PTX
from ludotheque.legal_moves import legal_codes
from ludotheque.library import definition
from ludotheque.targets import gpu_kernels
from ludotheque.targets.build import build
from ludotheque.targets.compiler import kernels_of
from ludotheque.targets.manifest import Manifest
from ludotheque.targets.ptx import PROCESSOR
from tests.variants import VARIANTS, name

THREADS, GAMES, PLIES = 3, 2, 12
NEWER = "sm_90"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ptx")
    build(PTX, folder)
    return folder


def assembler() -> Path:
    """NVIDIA's assembler, from its package of PyPI."""
    found = [file.locate() for file in files_of("nvidia-cuda-nvcc-cu12") or () if file.name == "ptxas"]
    return Path(str(found[0]))


@pytest.mark.parametrize("id", lt.games())
def test_the_assembler_takes_it(id: str, built: Path, tmp_path: Path) -> None:
    module = Manifest.read(built).modules[f"{definition(id).package}.rules"]
    absent = set() if lt.load(id).rulebook.rules.has_secrets else {"hide_secrets"}
    assert set(module.functions) == {*kernels_of(gpu_kernels), *kernels_of(batch_kernels)} - absent
    program = Path(shutil.copy(assembler(), tmp_path / "ptxas"))  # an installer may have lost the right to run it
    program.chmod(0o755)
    for processor in (PROCESSOR, NEWER):
        files = [str(built / module.file), "-o", str(tmp_path / "code")]
        command = [str(program), f"-arch={processor}", "-v", *files]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        for function in module.functions.values():
            assert f"entry function '{function.symbol}'" in done.stderr
        # No recursion and no large arrays of a thread's own: either would need an unknown part of the GPU's memory.
        assert "cannot be statically determined" not in done.stderr


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_a_thread_plays_as_other_code_does(game: lt.Game) -> None:
    rules, start = game.rulebook.rules, np.array(game.start().state, np.uint64)
    seeds, moves = np.arange(1, THREADS + 1, dtype=np.uint64), np.zeros(THREADS, np.uint64)
    scratch = np.zeros(rules.pick_room, np.uint64)
    kernels = rules.kernels
    for number in range(THREADS):
        expected = play_games(start, start.copy(), scratch, kernels.pick, kernels.play, GAMES, seeds[number])
        own_state = np.zeros(rules.state_size, np.uint64)
        gpu_kernels.play_games(number, seeds, start, moves, GAMES, own_state, scratch, kernels.pick, kernels.play)
        assert moves[number] == expected


@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_a_batch_of_steps(game: lt.Game) -> None:
    rules, position = game.rulebook.rules, game.start()
    states = np.array([position.state], np.uint64)
    lists, counts = np.zeros((1, rules.usual_moves), np.uint64), np.zeros(1, np.int64)
    seeds, picked = np.ones(1, np.uint64), np.zeros(1, np.uint64)
    scratch = np.zeros(rules.pick_room, np.uint64)
    for _ in range(PLIES):
        gpu_kernels.list_moves(0, states, lists, counts, rules.kernels.moves)
        if position.is_over:
            break
        codes = legal_codes(rules, states[0].copy(), position.to_act[0])
        assert lists[0, : counts[0]].tolist() == codes.tolist()
        gpu_kernels.pick_moves(0, states, seeds, picked, scratch, rules.kernels.pick)
        assert picked[0] in codes
        position = position.play(lt.Move(game, int(picked[0])), position.to_act[0])
        gpu_kernels.play_moves(0, states, picked, rules.kernels.play)
        assert tuple(states[0].tolist()) == position.state
    assert counts[0] == (0 if position.is_over else len(codes))
