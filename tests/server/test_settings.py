"""Settings: the place of the database."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

from ludotheque.server.http.protocol import Connections
from ludotheque.server.run import settings_of_each
from ludotheque.server.search.analyses import Analyses
from ludotheque.server.settings import Settings, database_url


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


def test_processes_share_what_an_address_may_do_and_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 16)
    settings = settings_of_each(Settings("", analyses_per_address=8, studies_per_address=20), 4)
    assert settings.share(500) == 125
    assert settings.share(2) == 1, "nobody is shut out"
    assert Connections(settings).limit * 4 == Settings("").connections_per_address
    assert (settings.computer_workers, settings.analysis_workers) == (3, 2)
    assert settings_of_each(Settings("", computer_workers=7), 4).computer_workers == 7, "a host knows better"
    several = settings_of_each(Settings("", processes=6), 2)
    assert several.processes == 6, "some are on other machines"


def test_a_proxy_holds_any_number_of_connections() -> None:
    """Proxies are named as `uvicorn` takes them: addresses, networks, or all."""
    for proxies in ("10.0.0.0/8, 192.0.2.1", "10.1.2.3", "*"):
        connections = Connections(Settings("", proxies=proxies, connections_per_address=2))
        assert [connections.take("10.1.2.3") for _ in range(4)] == [True] * 4
        assert [connections.take("198.51.100.7") for _ in range(4)] == [True, True, proxies == "*", proxies == "*"]


def test_processes_share_the_analyses_of_an_address() -> None:
    settings = settings_of_each(Settings("", analyses_per_address=8, studies_per_address=20), 4)
    shared = Analyses(settings)
    assert (shared.pool.turns.each, shared._reading.each) == (2, 5)
    asyncio.run(shared.close())
