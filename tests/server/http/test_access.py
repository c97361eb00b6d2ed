"""The access log: a line for each request, without ids, questions and keys."""

from __future__ import annotations

import logging
import re

import pytest

from tests.server.conftest import Serve
from tests.server.serving import await_that


def test_a_line_for_each_request(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "ludotheque.access")
    serving = serve(access_log=True)
    anna, ben = serving.person("Anna"), serving.person("Ben")
    table = anna.set_up("malawi", "me", "open")
    key = anna.invitation(table)
    ben.join(table, key)
    live = ben.live(table)
    live.close()
    anna.get(f"/t/{table}%23join={key}?from={key}")
    anna.get("/api/mine?question=1")
    await_that(lambda: "SOCKET" in caplog.text and "/api/mine" in caplog.text)
    lines = [record.getMessage() for record in caplog.records if record.name == "ludotheque.access"]
    text = "\n".join(lines)
    for secret in (table, key, "question", "?"):
        assert secret not in text
    for line in (
        r"127\.0\.0\.1 POST /api/tables 201 \d+ ms",
        r"127\.0\.0\.1 POST /api/tables/\{id\}/join 200 \d+ ms",
        r"127\.0\.0\.1 GET /api/mine 200 \d+ ms",
        r"127\.0\.0\.1 GET \(no route\) 404 \d+ ms|127\.0\.0\.1 GET /t/\{table\} 404 \d+ ms",
        r"127\.0\.0\.1 SOCKET /api/tables/\{id\}/live 101 \d+ ms",
    ):
        assert re.search(line, text), text


def test_no_line_unless_wanted(serve: Serve, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "ludotheque.access")
    serve().person().get("/api/mine")
    assert not [record for record in caplog.records if record.name == "ludotheque.access"]
