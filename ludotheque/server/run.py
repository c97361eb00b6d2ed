"""Run the server: find a port, say where it is, open the page."""

from __future__ import annotations

import contextlib
import gc
import socket
import sys
import threading
import webbrowser

import uvicorn
from fastapi import FastAPI

from ludotheque.errors import LudothequeError
from ludotheque.server.app import create_app
from ludotheque.server.refusal import texts
from ludotheque.server.settings import Settings


def listen(host: str, port: int) -> socket.socket:
    """A socket at this port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        # Whoever comes before the server is ready waits in line.
        found.listen(1024)
    except OSError as error:
        found.close()
        raise LudothequeError(texts.say("serve.taken", port=port)) from error
    return found


def tune() -> None:
    """Python’s collector would walk through all modules and tables again and again: a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    # Kernels and the writing thread give Python's lock away often; who wants it back should not wait for long.
    sys.setswitchinterval(0.0002)


def serve(settings: Settings, host: str, port: int, *, show: bool, proxies: str | None = None) -> None:
    """Serve until somebody stops it; `show` opens the page in the user's browser."""
    door = listen(host, port)
    app = create_app(settings)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{door.getsockname()[1]}/"
    with contextlib.suppress(KeyboardInterrupt):
        print(texts.say("serve.ready", address=address), flush=True)
        tune()
        if show:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        web_server(app, settings, proxies).run(sockets=[door])


def web_server(app: FastAPI, settings: Settings, proxies: str | None = None) -> uvicorn.Server:
    """The web server around the application."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            ws_max_size=settings.longest_message,
            ws_per_message_deflate=False,
            proxy_headers=proxies is not None,
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=2,
        )
    )
