"""Limits: by a clock, by hand, by nodes."""

from __future__ import annotations

import time

from ludotheque.engine.control import count_node, halted
from ludotheque.engine.limit import Limit


def test_a_limit_stops_by_hand_or_at_its_deadline() -> None:
    with Limit() as limit:
        assert not halted(limit.control)
        limit.stop()
        assert limit.stopped
        assert halted(limit.control)
    with Limit(0.01) as timed:
        begun = time.perf_counter()
        while not timed.stopped and time.perf_counter() - begun < 30:
            time.sleep(0.001)
        assert timed.stopped
        assert timed.elapsed >= 0.01


def test_a_limit_of_nodes_counts_from_now_on() -> None:
    limit = Limit()
    count_node(limit.control)
    limit.allow(2)
    assert not halted(limit.control)
    count_node(limit.control)
    assert not halted(limit.control)
    count_node(limit.control)
    assert halted(limit.control)
    limit.allow(None)
    assert not halted(limit.control)
    assert limit.nodes == 3
