"""The log of a server: time, level and traceback, and never a secret.

The message of an exception may repeat a secret move, and so may a value of a variable. So a traceback here names files,
lines and functions, and the types of the exceptions. It repeats no messages and no values.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any

log = logging.getLogger("ludotheque.server")
access = logging.getLogger("ludotheque.access")
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"

NOISE = "Invalid ", "Unsupported upgrade", "No supported WebSocket", "ASGI callable returned without completing"
"""How the web server's lines begin that any stranger can cause. The last one comes after each socket refused by 503."""


def trace(error: BaseException) -> str:
    """Return the traceback of an exception and of those that led to it, the first one first.

    >>> print(trace(ValueError("a secret")))
    ValueError
    """
    return "\n".join(_lines(error, set()))


def _lines(error: BaseException, seen: set[int]) -> Iterator[str]:
    seen.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in seen:
        yield from _lines(before, seen)
        yield "then:"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"
    yield f"{_name_of(type(error))} {_code_of(error)}".rstrip()
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from (f"  | {line}" for line in _lines(each, seen))


def _name_of(kind: type[BaseException]) -> str:
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _code_of(error: BaseException) -> str:
    """Return what an error of the system or of the database says without words: a code such as `SQLITE_FULL`."""
    codes = (getattr(error, name, None) for name in ("sqlite_errorname", "sqlstate", "errno"))
    return next((str(code) for code in codes if isinstance(code, str | int)), "")


def report(what: str, error: BaseException) -> None:
    """Log an unexpected error. The text is safe under any formatter, because it holds the traceback itself."""
    log.error("%s\n%s", what, trace(error))


class SafeFormatter(logging.Formatter):
    """Formats every record with its time, and exceptions without their messages."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def formatException(self, ei: Any) -> str:  # noqa: N802 (the name is logging's)
        """Return the traceback of an exception."""
        return trace(ei[1]) if ei and ei[1] else ""

    def formatStack(self, stack_info: str) -> str:  # noqa: N802 (the name is logging's)
        """Return nothing, because the lines of a stack come from anywhere."""
        return ""

    def format(self, record: logging.LogRecord) -> str:
        """Return the whole text of a record. Texts of other libraries may repeat values, such as those of asyncio."""
        if record.name == "asyncio":
            record = logging.makeLogRecord({**record.__dict__, "msg": "in the event loop", "args": None})
        # Another formatter may have kept the whole traceback in the record.
        record.exc_text = None
        text = super().format(record)
        record.exc_text = None
        return text


def configure(*, with_access: bool) -> None:
    """Send the log of this process to standard error; `with_access` adds a line for each request."""
    handler = logging.StreamHandler()
    handler.setFormatter(SafeFormatter(FORM))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    # A stranger must not be able to fill the disk.
    logging.getLogger("uvicorn.error").addFilter(_is_no_noise)
    access.setLevel(logging.INFO if with_access else logging.WARNING)
    sys.excepthook = _crashed
    threading.excepthook = _thread_crashed
    sys.unraisablehook = _lost


def _is_no_noise(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith(NOISE)


def loop_failed(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error that nobody awaits. The event loop's own text would repeat values."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        report("in the event loop", error)
    else:
        log.error("in the event loop")


def _crashed(kind: type[BaseException], error: BaseException, _: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        return
    report("the server stops", error)


def _thread_crashed(crash: threading.ExceptHookArgs) -> None:
    if crash.exc_value and not isinstance(crash.exc_value, SystemExit):
        report(f"thread {crash.thread.name if crash.thread else '?'} stops", crash.exc_value)


def _lost(crash: Any) -> None:
    if crash.exc_value:
        report("where nobody could catch it", crash.exc_value)
