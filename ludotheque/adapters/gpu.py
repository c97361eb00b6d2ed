"""A batch of games on an NVIDIA GPU: the same numbers as `Batch` for the same seeds, in arrays of the GPU.

The arrays are CuPy's. PyTorch and JAX take them without a copy (`torch.from_dlpack(batch.masks)`), and `step` takes
theirs. The kernels are those of this machine, compiled for GPUs (`docs/targets.md`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from ludotheque.adapters.action_names import Actions
from ludotheque.adapters.any_batch import AnyBatch
from ludotheque.adapters.workspace import CHOICES, Games, Turn
from ludotheque.errors import LudothequeError
from ludotheque.extras import extra
from ludotheque.kernel_target import PTX
from ludotheque.position import Game, Position
from ludotheque.targets.manifest import Manifest, Module
from ludotheque.texts import say

CUDA = 2
"""The number of CUDA's devices in DLPack."""
BLOCK = 128
"""How many threads work together. Each has a game of its own, so that this matters little."""


class Device(Protocol):
    """Where the arrays of a batch lie, and what works on them."""

    numpy: Any
    """numpy, or what has its functions for the arrays of another machine."""

    def start(self, kernel: str, threads: int, *arguments: Any) -> None:
        """Do what a kernel of `gpu_kernels.py` does, in so many threads."""

    def bring(self, array: Any) -> Any:
        """Return an array of any program as one of this device."""


class Cuda:
    """The current GPU, with the kernels of a game. They come from a folder that `ludotheque build` has written.

    Without a folder they are built when they are first needed, which takes half a minute.
    """

    def __init__(self, game: Game, folder: Path | str | None = None) -> None:
        with extra("gpu"):
            import cupy
        if not cupy.cuda.is_available():
            raise LudothequeError(say("gpu.none"))
        self.numpy = cupy
        package = game.rulebook.package
        told, file = _read(package, Path(folder)) if folder else _built(package)
        if "step_games" not in told.functions:
            raise LudothequeError(say("gpu.no_letters", game=game.rulebook.title))
        self._functions = told.functions
        self._code = cupy.RawModule(path=str(file))
        self._loaded: dict[str, Any] = {}

    def start(self, kernel: str, threads: int, *arguments: Any) -> None:
        """Do what a kernel does, in so many threads."""
        if kernel not in self._loaded:
            self._loaded[kernel] = self._code.get_function(self._functions[kernel].symbol)
        self._loaded[kernel]((-(-threads // BLOCK),), (BLOCK,), tuple(self._flat(arguments)))

    def bring(self, array: Any) -> Any:
        """Return an array of any program as one of the GPU, without a copy where it lies there already."""
        where = getattr(array, "__dlpack_device__", None)
        on_gpu = where is not None and where()[0] == CUDA
        return self.numpy.from_dlpack(array) if on_gpu else self.numpy.asarray(array)

    def _flat(self, arguments: Sequence[Any]) -> Iterator[Any]:
        """Yield what stands for some arguments in flat form, see `manifest.py`."""
        for argument in arguments:
            if isinstance(argument, tuple):
                yield from self._flat(argument)
            elif isinstance(argument, bool):
                yield self.numpy.int32(argument)
            elif isinstance(argument, int):
                yield self.numpy.int64(argument)
            else:
                yield argument
                yield from map(self.numpy.int64, argument.shape)


def _read(package: str, folder: Path) -> tuple[Module, Path]:
    """What a folder has for the game in a package."""
    manifest = Manifest.read(folder)
    module = manifest.modules.get(f"{package}.rules")
    if manifest.target != PTX or module is None:
        raise LudothequeError(say("gpu.folder", folder=folder, package=package))
    return module, folder / module.file


def _built(package: str) -> tuple[Module, Path]:
    from ludotheque.targets.build import built_for_gpu

    return built_for_gpu(package)


class GpuBatch(AnyBatch):
    """Many games from one start, played action by action on a GPU; `AnyBatch` tells of its arrays.

    `kernels` is a folder that `ludotheque build --target ptx` has written, for machines without numba. Without it, the
    kernels are built.
    """

    def __init__(
        self,
        start: Game | Position,
        size: int,
        *,
        again: bool = False,
        seed: int = 0,
        kernels: Path | str | None = None,
        device: Device | None = None,
    ) -> None:
        position = start.start() if isinstance(start, Game) else start
        self.game, self.size, self.again = position.game, size, again
        self.space = Actions(self.game)
        self.device = device or Cuda(self.game, kernels)
        numpy, rules = self.device.numpy, self.game.rulebook.rules
        self._start = numpy.array(position.state, numpy.uint64)
        self._states = numpy.empty((size, rules.state_size), numpy.uint64)
        self._letters = numpy.zeros((size, self.space.max_letters), numpy.uint64)
        self._choices = numpy.zeros((size, CHOICES), numpy.uint64)
        self._seeds = numpy.empty(size, numpy.uint64)
        self._actions = numpy.empty(size, numpy.int64)
        self._all_rows = numpy.ones(size, numpy.bool_)
        self._wrong = numpy.empty(size, numpy.bool_)
        self._no_list = numpy.empty(0, numpy.uint64)
        self.players = numpy.empty(size, numpy.int64)
        self.begun = numpy.empty(size, numpy.int64)
        self._mask_words, masks = self._entries(len(self.space))
        self.masks = masks.view(numpy.bool_)
        self.rewards = numpy.empty((size, self.game.players), numpy.float32)
        self.over = numpy.empty(size, numpy.bool_)
        self._games = Games(self._states, self._letters, self.begun, self._choices, self.players)
        self._numbering = (self.space.cells, self.space.done)
        self.reset(seed)

    def step(self, actions: Any, rows: Any = None) -> None:
        """One action in each game, or in these games only; the others stay as they are.

        The GPU plays on while your program goes on. Reading an array waits for it.
        """
        self._actions[:] = self._brought(actions)
        among = self._all_rows if rows is None else self._brought(rows)
        turn = Turn(self._actions, among, self._start, self.again, self.over, self.rewards)
        self._do("check_actions", self._games, *self._numbering, turn, self._wrong)
        if self._wrong.any():  # and nothing has happened anywhere
            self._refuse(int(self._wrong.argmax()))
        self._do("step_games", self._games, *self._numbering, turn, self._no_list)
        self._write_masks()

    def sample(self) -> Any:
        """A legal action for each game, all equally likely."""
        actions = self.device.numpy.empty(self.size, self.device.numpy.int64)
        self._do("sample_actions", self._choices, *self._numbering, self._seeds, actions)
        return actions

    def observe(self) -> Any:
        """What the player to act knows in each game, a bit a column; `ActionSpace.observe` tells which.

        The array is written over by the next call.
        """
        length, views = self.space.observed, self._states
        if self.game.rulebook.rules.has_secrets:
            views = self._views
            views[:] = self._states
            self._do("hide_secrets", views, self.players)
        observed = (views, self._letters, self.begun, self.players, *self._numbering, self.game.players, length)
        words, seen = self._seen
        self.device.start("observe_columns", len(words), words, *observed)
        return seen

    @cached_property
    def _views(self) -> Any:
        return self.device.numpy.empty_like(self._states)

    @cached_property
    def _seen(self) -> tuple[Any, Any]:
        return self._entries(self.space.observed)

    def _entries(self, columns: int) -> tuple[Any, Any]:
        """Room for so many entries of each game, a byte each: as words, as a thread writes them, and as a table."""
        numpy, count = self.device.numpy, self.size * columns
        words = numpy.empty(-(-count // 8), numpy.uint64)
        return words, words.view(numpy.uint8)[:count].reshape(self.size, columns)

    def _brought(self, array: Any) -> Any:
        """An array of any program, on the GPU."""
        return self.device.bring(array)

    def _look(self) -> None:
        self._do("look_at_games", self._games, *self._numbering, self._no_list)
        self._write_masks()

    def _write_masks(self) -> None:
        """Write what may follow as masks."""
        words = self._mask_words
        self.device.start("write_masks", len(words), words, self._choices, *self._numbering)

    def _do(self, kernel: str, *arguments: Any) -> None:
        """Let a thread for each game do something."""
        self.device.start(kernel, self.size, *arguments)
