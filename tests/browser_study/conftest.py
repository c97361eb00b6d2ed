"""A server that thinks briefly; the browser and the visitors are those of the other tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.conftest import browser, welcome  # noqa: F401 (fixtures)
from tests.browser.scripts import script
from tests.server.serving import Serving


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    serving = Serving(
        f"sqlite:///{tmp_path_factory.mktemp('study') / 'tables.sqlite'}",
        study_seconds=0.2,
        hint_seconds=0.2,
        annotation_seconds=1.0,
        studies_per_second=1e6,
        study_burst=10**6,
    )
    yield serving
    serving.close()


@pytest.fixture(scope="package")
def finished(house: Serving) -> str:
    """A game of Malawi that Anna won against Ben."""
    anna, ben = house.person("Anna"), house.person("Ben")
    table = anna.set_up("malawi")
    ben.join(table, anna.invitation(table))
    lines = [anna.live(table), ben.live(table)]
    for step in script("malawi"):
        lines[step.player].until(lambda state: state["due"] is not None)
        lines[step.player].decide(step.text)
    return table
