"""Nobody waits in silence: a player who uses kernels where they were not compiled yet is told."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotheque import kernel, kernel_cache
from ludotheque.kernel_loading import load_kernels


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[Path], str]:
    """What is told when a module is loaded by a new process, all with the same cache."""
    monkeypatch.setattr(kernel, "JIT", True)
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda _: tmp_path)

    def load(folder: Path) -> str:
        monkeypatch.syspath_prepend(folder)
        monkeypatch.delitem(sys.modules, "tiny_kernels", raising=False)
        load_kernels("tiny_kernels", "tiny")
        monkeypatch.delitem(sys.modules, "tiny_kernels")
        return capsys.readouterr().err

    return load


def place(folder: Path) -> Path:
    folder.mkdir()
    (folder / "tiny_kernels.py").write_text("")
    return folder


def test_once_for_each_place_and_each_edit(tmp_path: Path, said: Callable[[Path], str]) -> None:
    first, second = place(tmp_path / "first"), place(tmp_path / "second")
    assert "tiny" in said(first)
    assert said(first) == ""
    assert "tiny" in said(second), "numba compiles again in another place, whatever is in the file"
    os.utime(second / "tiny_kernels.py", (1, 1))
    assert "tiny" in said(second)
    assert said(second) == ""
