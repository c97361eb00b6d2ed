"""The proxy of `deploy/nginx.conf` in front of two servers, with TLS and sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from ludotheque.server.run import listen
from tests.server import postgres
from tests.server.serving import Serving, await_that

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
WISH = {"game": "malawi", "seats": [{"who": "me"}, {"who": "open"}]}


@dataclass
class Socket:
    """A page's socket. One thread reads and writes it: in Python 3.11 two threads can spoil each other's TLS."""

    loop: asyncio.Runner
    connection: ClientConnection

    def send(self, text: str) -> None:
        self.loop.run(self.connection.send(text))

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.loop.run(asyncio.wait_for(self.connection.recv(), 30)))
        return message


@dataclass
class Site:
    """The proxy and what stands behind it."""

    servers: list[Serving]
    plain: int
    secure: int
    tls: ssl.SSLContext

    def person(self) -> httpx.Client:
        return httpx.Client(base_url=f"https://127.0.0.1:{self.secure}", verify=self.tls, timeout=30)

    @contextlib.contextmanager
    def socket(self, table: str, person: httpx.Client) -> Iterator[Socket]:
        cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        opening = connect(
            f"wss://127.0.0.1:{self.secure}/api/tables/{table}/live?v=2",
            ssl=self.tls,
            origin=Origin(f"https://127.0.0.1:{self.secure}"),
            additional_headers={"Cookie": cookie},
        )
        with asyncio.Runner() as loop:
            socket = Socket(loop, loop.run(opening.__aenter__()))
            yield socket
            loop.run(socket.connection.close())


def free_port() -> int:
    with contextlib.closing(listen("127.0.0.1", 0)) as door:
        port: int = door.getsockname()[1]
    return port


def certificate(folder: Path) -> None:
    """Write a certificate that this machine signs itself."""
    words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    files = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(["openssl", *words, *names, *files], check=True, capture_output=True)


def fitted(text: str, folder: Path, servers: list[Serving], plain: int, secure: int) -> str:
    """Return the configuration with the ports and files of this test. Nothing else changes."""
    for number, serving in enumerate(servers, 1):
        text = text.replace(f"server-{number}:8000", serving.address)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{plain};").replace(
        "listen 443 ", f"listen 127.0.0.1:{secure} "
    )
    text = text.replace("/etc/nginx/certificates", str(folder))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    return f"pid {folder}/pid;\ndaemon off;\n" + text.replace("http {", f"http {{\n{paths}", 1)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("proxy")
    certificate(folder)
    with postgres.cluster() as cluster:
        database = cluster.new()
        servers = [Serving(database, proxies="127.0.0.1", secure_cookie=True) for _ in range(2)]
        try:
            yield from behind_proxy(folder, servers)
        finally:
            for serving in servers:
                serving.close()


def behind_proxy(folder: Path, servers: list[Serving]) -> Iterator[Site]:
    plain, secure = free_port(), free_port()
    file = folder / "nginx.conf"
    file.write_text(fitted(CONFIGURATION.read_text("utf-8"), folder, servers, plain, secure), "utf-8")
    assert NGINX, "nginx is missing. As root: apt-get install nginx; then run the tests again."
    tls = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    with subprocess.Popen([NGINX, "-p", str(folder), "-c", str(file)], stderr=subprocess.PIPE, text=True) as proxy:
        found = Site(servers, plain, secure, tls)
        await_that(lambda: answers(found, proxy))
        yield found
        proxy.terminate()
        _, said = proxy.communicate(timeout=30)
    assert not re.search(r"\[(emerg|alert|crit|error)\]", said), said


def answers(site: Site, proxy: subprocess.Popen[str]) -> bool:
    assert proxy.poll() is None, proxy.communicate()[1]
    try:
        with site.person() as person:
            return person.get("/healthz").status_code == 200
    except httpx.TransportError:
        return False


def test_plain_requests_are_sent_to_tls(site: Site) -> None:
    answer = httpx.get(f"http://127.0.0.1:{site.plain}/rules/malawi?a=1")
    assert answer.status_code == 301
    assert answer.headers["location"] == "https://127.0.0.1/rules/malawi?a=1"


def test_a_game_through_the_proxy(site: Site) -> None:
    with site.person() as anna, site.person() as ben:
        origin = {"Origin": f"https://127.0.0.1:{site.secure}"}
        answer = anna.post("/api/tables", json=WISH, headers=origin)
        assert answer.status_code == 201
        assert "secure" in answer.headers["set-cookie"].lower()
        table = answer.json()["table"]
        key = anna.get(f"/api/tables/{table}").json()["links"]["invite"].partition("#join=")[2]
        assert ben.post(f"/api/tables/{table}/join", json={"key": key}, headers=origin).status_code == 200
        with site.socket(table, anna) as one, site.socket(table, ben) as other:
            busy = [serving.app.state.sockets.total() for serving in site.servers]
            assert sorted(busy) == [0, 2], "all players of a table come to the same server"
            state = read_state(one)
            assert state["phase"] == "playing"
            move = {"type": "move", "key": "k", "seat": 0, "ticket": state["ticket"], "move": "c1-e3"}
            one.send(json.dumps(move))
            assert read_state(one, moves=1)["moves"] == read_state(other, moves=1)["moves"] == [[0, "c1-e3"]]


def read_state(socket: Socket, moves: int = 0) -> dict[str, Any]:
    while True:
        message = socket.receive()
        if message["type"] == "state" and len(message["moves"]) >= moves:
            return message


def test_requests_of_other_pages_are_refused(site: Site) -> None:
    with site.person() as anna:
        assert anna.post("/api/tables", json=WISH, headers={"Origin": "https://example.org"}).status_code == 403


def test_what_only_a_host_may_ask(site: Site) -> None:
    with site.person() as anna:
        assert anna.get("/metrics").status_code == 404
        assert anna.get("/readyz").status_code == 404
    for serving in site.servers:
        assert serving.person().get("/metrics").status_code == 200


def test_a_client_cannot_choose_its_address(site: Site) -> None:
    for serving in site.servers:
        serving.app.state.new_table_limit._buckets.clear()
    with site.person() as anna:
        headers = {"Origin": f"https://127.0.0.1:{site.secure}", "X-Forwarded-For": "198.51.100.7"}
        assert anna.post("/api/tables", json=WISH, headers=headers).status_code == 201
    seen = {client for serving in site.servers for client in serving.app.state.new_table_limit._buckets}
    assert seen == {"127.0.0.1"}


def test_tables_are_spread_over_the_servers(site: Site) -> None:
    with site.person() as anna, contextlib.ExitStack() as open_sockets:
        origin = {"Origin": f"https://127.0.0.1:{site.secure}"}
        for _ in range(12):
            table = anna.post("/api/tables", json=WISH, headers=origin).json()["table"]
            open_sockets.enter_context(site.socket(table, anna))
        counts = [serving.app.state.sockets.total() for serving in site.servers]
    assert sum(counts) == 12
    assert all(counts)
