"""A few thousand fuzzed messages; `make fuzz` sends a million."""

from __future__ import annotations

from pathlib import Path

from tests.server.fuzz import fuzz


def test_nothing_that_is_sent_harms_the_server(tmp_path: Path) -> None:
    counts, _, _ = fuzz(3000, tmp_path)
    assert counts["sent"] >= 2900
    assert counts["state"] > 100
    assert {"refused", "status 200", "status 422", "status 404"} <= set(counts)
