"""The log: time, level and traceback, and no secret."""

from __future__ import annotations

import asyncio
import logging
import re
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest

from ludotheque.server import logs
from ludotheque.server.logs import FORM, SafeFormatter, report, trace

SECRET = "a3,a4,b3,c2,c3"


def fail(move: str) -> None:
    try:
        raise KeyError(move)
    except KeyError as error:
        raise ValueError(f"no place for {move}") from error


def failure(move: str = SECRET) -> ValueError:
    with pytest.raises(ValueError, match="no place") as caught:
        fail(move)
    caught.value.add_note(f"it was {move}")
    return caught.value


def record(error: BaseException, **parts: object) -> logging.LogRecord:
    info = type(error), error, error.__traceback__
    return logging.makeLogRecord({"name": "uvicorn.error", "levelname": "ERROR", "exc_info": info, **parts})


def test_a_trace_names_places_and_types_only() -> None:
    text = trace(failure())
    assert SECRET not in text
    assert re.search(
        r"test_logs\.py:\d+ in fail\nKeyError\nthen:\n.*test_logs\.py:\d+ in fail\nValueError$", text, re.S
    )


def test_a_group_and_a_circle() -> None:
    group = ExceptionGroup(SECRET, [failure(), OSError(28, SECRET)])
    assert trace(group).splitlines()[-1] == "  | OSError 28"
    assert SECRET not in trace(group)
    one, other = ValueError(SECRET), KeyError(SECRET)
    one.__context__, other.__context__ = other, one
    assert trace(one) == "KeyError\nthen:\nValueError"


def test_the_code_of_a_database_error() -> None:
    with closing(sqlite3.connect(":memory:")) as database, pytest.raises(sqlite3.OperationalError) as caught:
        database.execute(f"SELECT '{SECRET}' FROM nowhere")
    assert trace(caught.value).endswith("sqlite3.OperationalError SQLITE_ERROR")


def test_a_formatted_record() -> None:
    line = SafeFormatter(FORM).format(record(failure(), msg="failed: %s", args=("POST",)))
    assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z ERROR uvicorn\.error: failed: POST\n", line)
    assert SECRET not in line
    assert "ValueError" in line


def test_what_another_formatter_kept_is_not_used() -> None:
    kept = record(failure(), msg="")
    assert SECRET in logging.Formatter().format(kept)
    assert SECRET not in SafeFormatter(FORM).format(kept)


def test_texts_of_the_event_loop_are_left_out(caplog: pytest.LogCaptureFixture) -> None:
    line = SafeFormatter(FORM).format(record(failure(), name="asyncio", msg=f"future: <Task {SECRET}>"))
    assert SECRET not in line
    with asyncio.Runner() as runner:
        loop = runner.get_loop()
        logs.loop_failed(loop, {"message": SECRET, "exception": failure()})
        logs.loop_failed(loop, {"message": SECRET})
    assert caplog.text.count("in the event loop") == 2
    assert SECRET not in caplog.text


def test_a_report_is_safe_under_any_formatter(caplog: pytest.LogCaptureFixture) -> None:
    report("sweep", failure())
    assert "sweep" in caplog.text
    assert "in fail" in caplog.text
    assert SECRET not in caplog.text


CRASHES = """
import logging, threading
from ludotheque.server import logs
logs.configure(with_access=True)
def crash(): raise ValueError("a3,a4,b3,c2,c3")
class Lost:
    def __del__(self): crash()
thread = threading.Thread(target=crash, name="writer")
thread.start()
thread.join()
Lost()
logs.access.info("a line")
try: crash()
except ValueError: logging.getLogger("sqlalchemy").exception("elsewhere")
crash()
"""


def test_a_process_that_crashes() -> None:
    """In a process of its own, because `configure` changes the whole process."""
    done = subprocess.run([sys.executable, "-c", CRASHES], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert SECRET not in done.stderr
    assert done.stderr.count("ValueError") == 4
    for part in (
        "thread writer stops",
        "the server stops",
        "nobody could catch",
        "elsewhere",
        "INFO ludotheque.access",
    ):
        assert part in done.stderr
    assert threading.excepthook is not logs._thread_crashed
