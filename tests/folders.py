"""Folders of games in a temporary place, and the program run with them from the outside."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples" / "games"
OPTIONAL = ("teach", "cases", "narration.py", "evaluate.py")


def copy_game(place: Path, id: str = "copied", of: str = "tictactoe") -> Path:
    """Copy an example into a place, under another id."""
    folder = place / id
    shutil.copytree(EXAMPLES / of, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("__init__.py", "pieces.svg"):
        if id != of:
            edit(folder / name, of, id)
    return folder


def bare_game(place: Path, id: str = "bare") -> Path:
    """Copy an example without anything that is optional."""
    folder = copy_game(place, id)
    for name in OPTIONAL:
        shutil.rmtree(folder / name) if (folder / name).is_dir() else (folder / name).unlink()
    edit(folder / "__init__.py", r"(?m)^.*[nN]arration.*\n", "")
    return folder


def edit(file: Path, old: str, new: str) -> None:
    """Replace what a pattern matches in a file, which must be there."""
    text = file.read_text("utf-8")
    changed = re.sub(old, new, text)
    assert changed != text, f"{old} is not in {file.name}"
    file.write_text(changed, "utf-8")


def run(place: Path | str, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python with the games of a place."""
    environment = {**os.environ, "LUDOTHEQUE_GAMES": str(place), "LUDOTHEQUE_LANG": "en"}
    return subprocess.run(
        [sys.executable, *words],
        input=typed,
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def command(place: Path | str, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command `ludotheque` with the games of a place."""
    return run(place, "-m", "ludotheque", *words, typed=typed)
