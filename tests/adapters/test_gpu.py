"""Batches on a GPU: what their threads do, done by this machine, agrees with `Batch` in every game and option."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.adapters import gpu_kernels
from ludotheque.adapters.batch import Batch
from ludotheque.adapters.gpu import Cuda, GpuBatch
from ludotheque.kernel_target import PTX
from ludotheque.rulebook.modules import letter_kernels
from ludotheque.targets.build import build
from ludotheque.targets.manifest import Manifest, Module
from tests.variants import VARIANTS, name

SIZE, STEPS, WATCHED = 5, 60, 7


class Threads:
    """This machine in place of a GPU: one thread after the other."""

    numpy: Any = np

    def __init__(self, game: lt.Game) -> None:
        kernels = game.rulebook.rules.kernels
        self.kernels = {**letter_kernels(game.rulebook)._asdict(), "play": kernels.play, "hide": kernels.hide}

    def start(self, kernel: str, threads: int, *arguments: Any) -> None:
        function = vars(gpu_kernels)[kernel]
        taken = [self.kernels[name] for name in inspect.signature(function.py_func).parameters if name in self.kernels]
        for number in range(threads):
            function(number, *arguments, *taken)

    def bring(self, array: Any) -> Any:
        return np.asarray(array)


def same(one: Batch, other: GpuBatch) -> None:
    """Both tell the same."""
    for mine, theirs in zip(told(one), told(other), strict=True):
        assert mine.dtype == theirs.dtype
        assert np.array_equal(mine, theirs)


def told(batch: Any) -> list[Any]:
    return [batch.players, batch.masks, batch.begun, batch.rewards, batch.over]


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("game", VARIANTS, ids=name)
def test_it_tells_what_a_batch_here_tells(game: lt.Game, again: bool) -> None:
    here, there = (
        Batch(game, SIZE, again=again, seed=3),
        GpuBatch(game, SIZE, again=again, seed=3, device=Threads(game)),
    )
    for number in range(STEPS):
        same(here, there)
        if number % WATCHED == 0:
            assert np.array_equal(here.observe(), there.observe())
        actions = here.sample()
        assert np.array_equal(actions, there.sample())
        here.step(actions)
        there.step(actions)
    while not again and not here.over.all():
        here.step(here.sample())
        there.step(there.sample())
    same(here, there)
    assert np.array_equal(here.observe(), there.observe())


def test_some_of_the_games() -> None:
    game = lt.load("malawi")
    here, there = Batch(game, 3), GpuBatch(game, 3, device=Threads(game))
    some, first = np.array([True, False, True]), np.array([True, False, False])
    actions = here.sample()
    actions[1] = here.space.done  # waits, so that this is not looked at
    for batch in (here, there):
        batch.step(actions, some)
        batch.restart(first)
    same(here, there)
    assert [there.moment(row) for row in range(3)] == [here.moment(row) for row in range(3)]
    with pytest.raises(lt.LudothequeError, match=r"game 1 .*action 36 "):
        there.step(np.array([0, 36, 36]))
    same(here, there)
    there.reset(5)
    same(Batch(game, 3, seed=5), there)
    assert np.array_equal(there.sample(), Batch(game, 3, seed=5).sample())


def cupy(available: bool, begun: list[Any]) -> ModuleType:
    """What `Cuda` needs of CuPy, with functions that only note how they are called."""

    def get_function(symbol: str) -> Any:
        return lambda *call: begun.append((symbol, *call))

    found = ModuleType("cupy")
    vars(found).update({"int32": np.int32, "int64": np.int64, "cuda": SimpleNamespace(is_available=lambda: available)})
    vars(found)["RawModule"] = lambda path: SimpleNamespace(get_function=get_function)
    return found


def test_without_a_gpu_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", cupy(False, []))
    with pytest.raises(lt.LudothequeError, match="no GPU"):
        GpuBatch(lt.load("malawi"), 1)


def test_a_thread_for_each_game_gets_flat_arguments(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As many as the kernel takes, and whole blocks of threads."""
    begun: list[Any] = []
    monkeypatch.setitem(sys.modules, "cupy", cupy(True, begun))
    module = next(module for name, module in build(PTX, tmp_path).modules.items() if "malawi" in name)
    told = module.functions["sample_actions"]
    device = Cuda(lt.load("malawi"), tmp_path)
    rows, words, numbers = np.zeros((130, 5), np.uint64), np.zeros(130, np.uint64), np.zeros(130, np.int64)
    device.start("sample_actions", 130, rows, 36, 36, words, numbers)
    ((symbol, blocks, threads, flat),) = begun
    assert (symbol, blocks, threads) == (told.symbol, (2,), (128,))
    assert told.arguments == ["rows", "word", "word", "words", "numbers"]
    assert [value if value.ndim == 0 else value.shape for value in flat] == [
        (130, 5), 130, 5, 36, 36, (130,), 130, (130,), 130,
    ]  # fmt: skip


def test_arrays_of_the_gpu_stay_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = cupy(True, [])
    vars(found).update({"from_dlpack": lambda array: ("taken", array), "asarray": lambda array: ("copied", array)})
    monkeypatch.setitem(sys.modules, "cupy", found)
    build(PTX, tmp_path)
    device, there, here = Cuda(lt.load("malawi"), tmp_path), SimpleNamespace(__dlpack_device__=lambda: (2, 0)), [1, 2]
    assert device.bring(there) == ("taken", there)
    assert device.bring(here) == ("copied", here)
    assert device.bring(np.ones(1))[0] == "copied"


def test_a_folder_of_another_build_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "cupy", cupy(True, []))
    (tmp_path / "manifest.json").write_text('{"target": "wasm", "versions": {}, "modules": {}}')
    with pytest.raises(lt.LudothequeError, match="build --target ptx"):
        GpuBatch(lt.load("malawi"), 1, kernels=tmp_path)


def test_a_game_without_letters_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Its code for GPUs has no steps of batches."""
    monkeypatch.setitem(sys.modules, "cupy", cupy(True, []))
    game = lt.load("malawi")
    modules = {f"{game.rulebook.package}.rules": Module("", "code.ptx")}
    Manifest(PTX, {}, modules).write(tmp_path)
    with pytest.raises(lt.LudothequeError, match=r"letters\.py"):
        GpuBatch(game, 1, kernels=tmp_path)
