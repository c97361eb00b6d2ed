"""Run the server: open a port, print the address, show the page."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import sys
import threading
import time
import types
import webbrowser
from collections.abc import Callable
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from ludotheque.errors import LudothequeError
from ludotheque.server import logs
from ludotheque.server.app import create_app
from ludotheque.server.errors import texts
from ludotheque.server.http.protocol import bounded_protocol
from ludotheque.server.http.socket import bounded_socket
from ludotheque.server.processes import Processes
from ludotheque.server.search import analyses, computers
from ludotheque.server.settings import Settings

END_SECONDS = 4.5
"""A server that is asked to end does so in this time."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at this port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        # Clients that come before the server is ready wait in a queue.
        listening.listen(1024)
    except OSError as error:
        listening.close()
        raise LudothequeError(texts.say("serve.taken", port=port)) from error
    return listening


def tune() -> None:
    """Tune Python for a server. Its garbage collector would otherwise take a quarter of the time.

    What is there now is never looked at again. Collections are small, because everybody waits while one goes on.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 100)
    # Kernels and the writing thread release Python's lock often. Other threads should get it back soon.
    sys.setswitchinterval(0.0002)


def raise_file_limit() -> None:
    """Let this process hold as many connections as the system allows. The usual limit is a thousand."""
    try:
        import resource
    except ImportError:  # there is no such limit on this system
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def serve(settings: Settings, host: str, port: int, *, show: bool, processes: int = 1) -> None:
    """Serve until the user stops it; `show` opens the page in their browser."""
    if processes > 1 and not settings.database.startswith("postgresql"):
        raise LudothequeError(texts.say("serve.sqlite"))
    listening = listen(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}{settings.root_path}/"

    def ready() -> None:
        print(texts.say("serve.ready", address=address), flush=True)
        if show:
            threading.Timer(0.5, webbrowser.open, [address]).start()

    if processes == 1:
        serve_port(settings, listening, ready)
        return
    Processes(serve_port, settings_of_each(settings, processes), listening, processes, ready).serve()


def settings_of_each(settings: Settings, processes: int) -> Settings:
    """Return the settings of each of several processes on this machine. They share its processors and its memory."""
    return replace(
        settings,
        processes=max(settings.processes, processes),
        computer_workers=settings.computer_workers or computers.usual_workers(processes),
        analysis_workers=settings.analysis_workers or analyses.usual_workers(processes),
    )


def serve_port(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve the connections of a port in this process until a signal ends it; call `ready` before the first one."""
    logs.configure(with_access=settings.access_log)
    raise_file_limit()
    app = create_app(settings)
    # Before the port is announced: a signal that comes during a collection of garbage would be lost.
    tune()
    with contextlib.suppress(KeyboardInterrupt):
        ready()
        web_server(app, settings).run(sockets=[listening])


class WebServer(uvicorn.Server):
    """The web server. When it is asked to end it does so soon, whatever the database does."""

    def handle_exit(self, sig: int, frame: types.FrameType | None) -> None:
        threading.Thread(target=_end_soon, name="ludotheque-end", daemon=True).start()
        super().handle_exit(sig, frame)


def _end_soon() -> None:
    time.sleep(END_SECONDS)
    os._exit(1)


def web_server(app: FastAPI, settings: Settings) -> WebServer:
    """Return the web server around the application."""
    return WebServer(
        uvicorn.Config(
            app,
            http=bounded_protocol(settings),
            ws=bounded_socket(settings),
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=settings.proxies,
            timeout_graceful_shutdown=2,
        )
    )
