"""Every target gives the same numbers: perft, random games, searches, levels, texts, for all games and options."""

from __future__ import annotations

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from ludotheque.kernel_target import WASM
from ludotheque.targets.build import build
from tests.targets import questions
from tests.variants import VARIANTS

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).parent / "pyodide.mjs"
SECONDS = 300
NOT_FOR_BROWSERS = (
    *("__main__", "adapters", "arena.puzzles", "browser.archive", "cli", "floats", "games.massai.weights", "kernel"),
    *("laws", "server", "site", "starter", "targets"),
)
"""Modules of the compiler, for hosts and for learning programs; what begins like that counts, too.

The `letters` of games are for learning programs as well.
"""
IMPORTING = f"""
import importlib, pkgutil
import ludotheque
answer, skipped = [], tuple("ludotheque." + name for name in {NOT_FOR_BROWSERS!r})
for module in pkgutil.walk_packages(ludotheque.__path__, "ludotheque.", onerror=lambda _: None):
    if not module.name.startswith(skipped) and not module.name.endswith(".letters"):
        importlib.import_module(module.name)
        answer.append(module.name)
"""


def in_pyodide(kernels: Path, code: str) -> Any:
    """The value that a piece of Python gives its name `answer` in Pyodide."""
    command = ["node", str(SCRIPT), str(ROOT), str(kernels), code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kernels")
    build(WASM, folder)
    return folder


@pytest.fixture(scope="module")
def wasm(kernels: Path) -> dict[str, Any]:
    answers: dict[str, Any] = in_pyodide(kernels, "from tests.targets.questions import answers\nanswer = answers()")
    return answers


@cache
def here() -> dict[str, Any]:
    """The answers of this machine, as JSON has them."""
    answers: dict[str, Any] = json.loads(json.dumps(questions.answers()))
    return answers


@pytest.mark.parametrize("name", [f"{game.id} {dict(game.options)}" for game in VARIANTS])
def test_webassembly_answers_as_this_machine(name: str, wasm: dict[str, Any]) -> None:
    found, wanted = wasm[name], here()[name]
    assert list(found) == list(wanted)
    for question, answer in wanted.items():
        assert found[question] == answer, question


def test_searches_end_in_time_without_threads(kernels: Path) -> None:
    ended = in_pyodide(kernels, "from tests.targets.questions import timed\nanswer = timed()")
    assert ended
    assert all(ended.values())


def test_a_browser_imports_what_it_needs(kernels: Path) -> None:
    """There is neither numpy nor numba in Pyodide, and nothing of what the server needs."""
    imported = in_pyodide(kernels, IMPORTING)
    assert {"ludotheque.engine.computer", "ludotheque.record.files", "ludotheque.teaching.guide"} <= set(imported)
