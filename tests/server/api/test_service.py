"""Whether the server lives and is ready, and who may read its metrics."""

from __future__ import annotations

import threading
import time

import pytest
import sqlalchemy as sa

from ludotheque.server.api.service import is_private
from ludotheque.server.tables import readiness
from tests.server.conftest import Serve
from tests.server.serving import Serving, await_that


def test_alive(serving: Serving) -> None:
    assert serving.person().fetch("/healthz") == {"alive": True}


def test_ready_when_the_kernels_are_loaded(serving: Serving) -> None:
    person = serving.person()
    await_that(lambda: person.get("/readyz").status_code == 200)
    assert person.fetch("/readyz") == {"ready": True}
    serving.manager.readiness.kernels_loaded = False
    answer = person.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["code"] == "rules"
    assert set(answer.json()["message"]) == {"fr", "en"}
    assert person.get("/healthz").status_code == 200


def test_not_ready_without_a_database(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    person = serving.person()
    await_that(lambda: person.get("/readyz").status_code == 200)

    def broken() -> sa.Connection:
        raise sa.exc.OperationalError("", {}, Exception("gone"))

    monkeypatch.setattr(serving.manager.store.engine, "connect", broken)
    await_that(lambda: person.get("/readyz").status_code == 503)
    assert person.get("/readyz").json()["code"] == "database"
    monkeypatch.undo()
    await_that(lambda: person.get("/readyz").status_code == 200)


def test_a_database_that_hangs_is_asked_once(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    person, go_on, asked = serving.person(), threading.Event(), []
    await_that(lambda: person.get("/readyz").status_code == 200)

    def hang() -> bool:
        asked.append(time.monotonic())
        return go_on.wait(30)

    monkeypatch.setattr(readiness, "PATIENCE", 0.05)
    monkeypatch.setattr(readiness, "KEPT", 0)
    monkeypatch.setattr(serving.manager.store, "answers", hang)
    assert [person.get("/readyz").status_code for _ in range(6)] == [503] * 6
    assert len(asked) == 1
    go_on.set()
    await_that(lambda: person.get("/readyz").status_code == 200)


def test_no_rate_limit_hides_a_living_server(serve: Serve) -> None:
    person = serve(requests_per_second=0.001, request_burst=1).person()
    assert {person.get("/healthz").status_code for _ in range(5)} == {200}
    person.get("/api/mine")
    assert person.get("/api/mine").status_code == 429


@pytest.mark.parametrize(
    ("setting", "headers", "status"),
    [
        ("private", {}, 200),
        ("private", {"X-Forwarded-For": "127.0.0.1"}, 404),
        ("private", {"Forwarded": "for=10.0.0.1"}, 404),
        ("private", {"Via": "1.1 proxy"}, 404),
        ("private", {"X-Real-IP": "10.0.0.1"}, 404),
        ("public", {"X-Forwarded-For": "192.0.2.1"}, 200),
        ("off", {}, 404),
    ],
)
def test_who_may_read_the_metrics(serve: Serve, setting: str, headers: dict[str, str], status: int) -> None:
    answer = serve(metrics=setting).person().get("/metrics", **headers)
    assert answer.status_code == status
    if status == 200:
        assert answer.headers["content-type"].startswith("text/plain")
        assert answer.headers["cache-control"] == "no-store"


def test_a_trusted_proxy_does_not_open_the_metrics(serve: Serve) -> None:
    person = serve(proxies="127.0.0.1").person()
    assert person.get("/metrics").status_code == 200
    assert person.get("/metrics", **{"X-Forwarded-For": "10.0.0.1"}).status_code == 404


@pytest.mark.parametrize(
    ("address", "private"),
    [
        ("127.0.0.1", True),
        ("10.1.2.3", True),
        ("::1", True),
        ("fd00::1", True),
        ("fe80::1%eth0", True),
        ("::ffff:10.0.0.1", True),
        ("8.8.8.8", False),
        ("::ffff:8.8.8.8", False),
        ("2606:4700::1", False),
        ("-", False),
        ("", False),
    ],
)
def test_private_addresses(address: str, private: bool) -> None:
    assert is_private(address) is private
