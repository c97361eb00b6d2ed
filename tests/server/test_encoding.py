"""Python's own JSON has the same bytes as pydantic-core's, in all that the server says."""

from __future__ import annotations

from collections import deque

import pytest
from pydantic_core import to_json

from ludotheque.server.encoding import plain_json
from ludotheque.server.serialize.fixed import FIXED, JSON, Fixed


def test_values_are_written_alike() -> None:
    data = {
        "a": (1, 2.5, None, -0.0, 0.0001, 2**60),
        "é «»\u202f\u2028": [True, {"b": ()}, frozenset("/"), deque([7])],
        3: '"\\\x00\x7f\x1f\n',
    }
    assert plain_json(data) == to_json(data)


@pytest.mark.parametrize("fixed", [fixed for fixed in FIXED if fixed.type == JSON], ids=lambda fixed: fixed.path)
def test_answers_are_written_alike(fixed: Fixed) -> None:
    for _, name in fixed.paths():
        made = fixed.make(*name)
        assert plain_json(made) == to_json(made)
