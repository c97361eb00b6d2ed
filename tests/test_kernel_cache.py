"""Compiled kernels are found again as long as nothing that shapes them has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludotheque.kernel_cache import PACKAGE, cache_folder, fingerprint
from tests.folders import command, copy_game


def write(folder: Path, **files: str) -> None:
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, "utf-8")


def fresh(source: Path) -> str:
    """Return the fingerprint that a new process would see."""
    import ludotheque.kernel_cache as module

    module.fingerprint.cache_clear()
    module._imported.cache_clear()
    return fingerprint(f"game.{source.stem}", source)


def test_an_edit_of_an_imported_file_counts_and_no_other(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    write(folder, __init__="from game import look", layout="LIMIT = 60", look="", board="from .layout import LIMIT")
    write(folder, rules="from game.layout import LIMIT\nfrom . import board\n", other="")
    before = fresh(folder / "rules.py")
    write(folder, look="COLOUR = 1", other="X = 1", __init__="from game import look, other")
    assert fresh(folder / "rules.py") == before, "what a kernel does not import does not shape it"
    write(folder, layout="LIMIT = 61")
    changed = fresh(folder / "rules.py")
    assert changed != before
    write(folder, board="from .layout import LIMIT\nSIZE = 8")
    assert fresh(folder / "rules.py") != changed, "relative imports count too"


def test_an_import_over_several_lines_is_seen(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    write(folder, __init__="", layout="", rules="from game import (\n    layout,\n)\n")
    before = fresh(folder / "rules.py")
    write(folder, layout="LIMIT = 1")
    assert fresh(folder / "rules.py") != before


def test_rules_of_a_game_depend_on_no_other_game() -> None:
    """Otherwise an edit of one game would make all of them compile again."""
    import ludotheque.kernel_cache as module

    for rules in sorted((PACKAGE / "games").glob("*/rules.py")):
        files = module._closure(rules)
        others = [path for path in files if "games" in path.parts and path.parent != rules.parent]
        assert others == []
        assert not [path for path in files if path.name in {"look.py", "notation.py", "refusals.py"}]


def test_only_the_content_counts(tmp_path: Path) -> None:
    """Environments with equal sources share what they compile, and other packages beside ours do not count."""
    for place in (tmp_path / "one", tmp_path / "two"):
        place.mkdir()
        write(place / "game", __init__="", layout="LIMIT = 60", rules="import numpy as np\nfrom game import layout\n")
    write(tmp_path / "two" / "numpy", __init__="version = 2")
    assert fresh(tmp_path / "one" / "game" / "rules.py") == fresh(tmp_path / "two" / "game" / "rules.py")


def test_a_copy_of_a_game_needs_no_original(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code knows the module that it came from by name."""
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "cache"))
    for id in ("tictactoe", "noughts"):
        done = command(copy_game(tmp_path / id, id).parent, "perft", id, "2")
        assert done.stdout == "72\n", done.stderr


def test_only_code_without_use_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "cache"))
    write(tmp_path / "game", __init__="", used="", unused="X = 1", new="X = 2")
    used, unused = (cache_folder("game", tmp_path / "game" / f"{name}.py") for name in ("used", "unused"))
    for folder in (used, unused):
        os.utime(folder, (1, 1))
    cache_folder.cache_clear()
    cache_folder("game", tmp_path / "game" / "used.py")
    cache_folder("game", tmp_path / "game" / "new.py")
    assert (used.exists(), unused.exists()) == (True, False)
