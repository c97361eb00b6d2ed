"""The user's files are where each system keeps such files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ludotheque.user_folders import user_cache, user_data


@pytest.mark.parametrize(
    ("platform", "cache", "data"),
    [
        ("linux", ".cache/ludotheque", ".local/share/ludotheque"),
        ("darwin", "Library/Caches/ludotheque", "Library/Application Support/ludotheque"),
        ("win32", "AppData/Local/ludotheque/Cache", "AppData/Local/ludotheque"),
    ],
)
def test_each_system_has_its_places(
    platform: str, cache: str, data: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert (user_cache(), user_data()) == (tmp_path / cache, tmp_path / data)


def test_a_variable_goes_before_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "one"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "two"))
    assert (user_cache(), user_data()) == (tmp_path / "one" / "ludotheque", tmp_path / "two" / "ludotheque")
