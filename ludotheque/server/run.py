"""Run the server: open a port, print the address, show the page."""

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
from ludotheque.server.errors import texts
from ludotheque.server.settings import Settings


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
    """Tune Python for a server. Its garbage collector would otherwise take a quarter of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    # Kernels and the writing thread release Python's lock often. Other threads should get it back soon.
    sys.setswitchinterval(0.0002)


def serve(settings: Settings, host: str, port: int, *, show: bool, proxies: str | None = None) -> None:
    """Serve until the user stops it; `show` opens the page in their browser."""
    listening = listen(host, port)
    app = create_app(settings)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{listening.getsockname()[1]}/"
    with contextlib.suppress(KeyboardInterrupt):
        print(texts.say("serve.ready", address=address), flush=True)
        tune()
        if show:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        web_server(app, settings, proxies).run(sockets=[listening])


def web_server(app: FastAPI, settings: Settings, proxies: str | None = None) -> uvicorn.Server:
    """Return the web server around the application."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            # Its own configuration would close the handlers of other libraries, with the streams that they use.
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            ws_max_size=settings.max_message_bytes,
            ws_per_message_deflate=False,
            proxy_headers=proxies is not None,
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=2,
        )
    )
