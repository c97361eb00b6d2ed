"""Tables for the tests of the screens."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Welcome
from tests.browser.pair import Pair
from tests.browser.scripts import script
from tests.server.serving import Serving


@pytest.fixture
def pair(welcome: Welcome, server: Serving) -> Pair:
    return Pair(welcome(), server)


@pytest.fixture(scope="package")
def finished(server: Serving) -> str:
    """A game of Malawi that Anna won against Ben."""
    anna, ben = server.person("Anna"), server.person("Ben")
    table = anna.set_up("malawi")
    ben.join(table, anna.invitation(table))
    lines = [anna.live(table), ben.live(table)]
    for step in script("malawi"):
        lines[step.player].until(lambda state: state["ticket"] is not None)
        lines[step.player].move(step.text)
    return table
