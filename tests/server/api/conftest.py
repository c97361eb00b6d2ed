"""One server for all tests of this folder that need no settings of their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.people import Person
from tests.server.serving import Serving


@pytest.fixture(scope="package")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(
        f"sqlite:///{tmp_path_factory.mktemp('study') / 'tables.sqlite'}",
        analyses_per_second=1e6,
        analysis_burst=10**6,
        annotation_seconds=0.5,
        hint_seconds=0.1,
    )
    yield serving
    serving.close()


@pytest.fixture
def reader(library: Serving) -> Person:
    """Somebody who studies."""
    return library.person("Reader")
