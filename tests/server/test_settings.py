"""Settings: the place of the database."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ludotheque.server.settings import database_url


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_the_usual_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("LUDOTHEQUE_DATABASE", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert database_url() == f"sqlite:///{tmp_path}/.local/share/ludotheque/tables.sqlite"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert database_url() == f"sqlite:///{tmp_path}/data/ludotheque/tables.sqlite"


def test_another_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTHEQUE_DATABASE", "postgresql:///games")
    assert database_url() == "postgresql:///games"
