"""What a site ships, built once for all tests."""

from __future__ import annotations

from itertools import count

import pytest

from ludotheque.server.tables import keys
from tests.browser_program.in_pyodide import Site


@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of the server have the same names as those of the browser."""
    names = (f"local{number:011}" for number in count())
    monkeypatch.setattr(keys, "new_table_id", lambda: next(names))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site.build(tmp_path_factory.mktemp("site"))
