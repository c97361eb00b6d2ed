"""Nobody waits in silence: a player who uses kernels where they were not compiled yet is told."""

from __future__ import annotations

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
    monkeypatch.setenv("LUDOTHEQUE_CACHE", str(tmp_path / "cache"))

    def load(folder: Path) -> str:
        for remembered in (kernel_cache.cache_folder, kernel_cache.fingerprint, kernel_cache._imported):
            remembered.cache_clear()
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


def test_once_for_each_edit(tmp_path: Path, said: Callable[[Path], str]) -> None:
    first, second = place(tmp_path / "first"), place(tmp_path / "second")
    assert "tiny" in said(first)
    assert said(first) == ""
    assert said(second) == "", "equal sources share what is compiled"
    (second / "tiny_kernels.py").write_text("SIZE = 1")
    assert "tiny" in said(second)
    assert said(second) == ""
