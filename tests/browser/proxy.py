"""A TCP proxy between browsers and a server. A test can cut it and mend it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from tests.server.serving import await_that


class Proxy:
    """Passes on all data until it is cut."""

    def __init__(self, server: str) -> None:
        host, _, port = server.partition(":")
        self.server = host, int(port)
        self.whole = True
        self.ends: set[socket.socket] = set()
        self.work: list[threading.Thread] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.door.getsockname()[1]}"
        self._start(self._answer)

    def _start(self, target: Callable[..., None], *args: object) -> None:
        thread = threading.Thread(target=target, args=args, daemon=True)
        self.work.append(thread)
        thread.start()

    def _answer(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
            except OSError:
                return
            if self.whole:
                self._start(self._hold, near)
            else:
                near.close()

    def _hold(self, near: socket.socket) -> None:
        with near, suppress(OSError), socket.create_connection(self.server) as far:
            self.ends |= {near, far}
            back = threading.Thread(target=_pass_on, args=(far, near), daemon=True)
            back.start()
            _pass_on(near, far)
            back.join()
            self.ends -= {near, far}

    def cut(self) -> None:
        self.whole = False
        for end in list(self.ends):
            _shut(end)
        await_that(lambda: not self.ends)

    def mend(self) -> None:
        self.whole = True

    def close(self) -> None:
        _shut(self.door)
        self.door.close()
        self.cut()
        for thread in self.work:
            thread.join()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(1 << 16):
            other.sendall(data)
    _shut(one)
    _shut(other)


def _shut(end: socket.socket) -> None:
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
