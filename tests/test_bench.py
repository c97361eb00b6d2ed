"""Measurements can be asked for one by one; what they measure needs packages that the tests do not."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

from bench.__main__ import ALL_CORES, ONE_CORE

BENCH = Path(__file__).parents[1] / "bench"


def test_every_measurement_can_be_asked_for() -> None:
    found = {file.stem for file in BENCH.glob("*.py") if "run" in functions(file)}
    assert set(ONE_CORE) | set(ALL_CORES) == found


def functions(file: Path) -> set[str]:
    return {node.name for node in ast.parse(file.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)}


def test_one_that_there_is_not_is_named_before_anything_is_measured() -> None:
    words = [sys.executable, "-m", "bench", "positions", "chess"]
    done = subprocess.run(words, cwd=BENCH.parent, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("there is no part “chess”; there are: playouts, positions, ")
