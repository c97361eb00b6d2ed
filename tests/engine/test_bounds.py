"""Bounds of a search: what they mean, and what is none."""

from __future__ import annotations

import math
from typing import Any

import pytest

import ludotheque as lt
from ludotheque.engine.bounds import SECONDS, Bounds

START = lt.load("malawi").start()


@pytest.mark.parametrize(
    ("bounds", "said"),
    [
        ({"seconds": -1}, "a time"),
        ({"seconds": math.nan}, "a time"),
        ({"seconds": math.inf}, "a time"),
        ({"seconds": "1"}, "a time"),
        ({"seconds": True}, "a time"),
        ({"depth": 0}, "“depth”"),
        ({"depth": 2.0}, "“depth”"),
        ({"nodes": 0}, "“nodes”"),
        ({"nodes": True}, "“nodes”"),
        ({"lines": 0}, "“lines”"),
    ],
)
def test_what_is_no_bound_is_an_error(bounds: dict[str, Any], said: str) -> None:
    for ask in (lt.analyse, lt.analysis):
        with pytest.raises(lt.LudothequeError, match=said):
            ask(START, **bounds)


def test_a_search_without_a_bound_takes_a_second() -> None:
    assert Bounds().or_default() == Bounds(SECONDS)
    for bounds in (Bounds(0.5), Bounds(depth=1), Bounds(nodes=1)):
        assert bounds.or_default() == bounds
