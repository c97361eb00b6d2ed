"""Compiles archives for the Python that runs this, which must be the one that will read them.

`compile.mjs` runs it in Pyodide. A browser then has nothing to compile: neither the program nor Python's own library,
which Pyodide ships as sources. This file imports nothing of the package, because it runs without it.
"""

from __future__ import annotations

import importlib.util
import io
import marshal
import zipfile

UNCHECKED = (1).to_bytes(4, "little")
"""The flags of a file that stands for its source without a look at it (PEP 552)."""
STAMP = (1980, 1, 1, 0, 0, 0)
"""The time of all files, so that the same sources give the same archive."""
CODECS = {"__init__", "aliases", "ascii", "cp437", "idna", "latin_1", "utf_8", "utf_8_sig"}
"""The encodings that stay. zip files name theirs `cp437`."""
UNUSED = {
    *("_pyio", "_pyrepl", "argparse", "bdb", "cProfile", "cgi", "cmd", "code", "configparser", "curses", "dbm"),
    *("difflib", "doctest", "ensurepip", "ftplib", "getpass", "http", "idlelib", "imaplib", "mailbox", "modulefinder"),
    *("multiprocessing", "netrc", "nntplib", "optparse", "pdb", "pickletools", "plistlib", "poplib", "profile"),
    *("pstats", "pydoc", "pydoc_data", "rlcompleter", "sched", "smtplib", "socketserver", "sqlite3", "statistics"),
    *("tabnanny", "telnetlib", "test", "timeit", "tkinter", "trace", "turtle", "turtledemo", "unittest", "venv"),
    *("webbrowser", "wsgiref", "xmlrpc", "zipapp", "zoneinfo"),
}
"""Parts of Python's library for tools, other computers and mail: nothing imports them when a game is played."""


def compiled(archive: bytes) -> bytes:
    """Return the same archive with every module as bytecode in the place of its source."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(archive)) as old, zipfile.ZipFile(packed, "w") as new:
        for info in old.infolist():
            name, content = info.filename, old.read(info)
            if name.endswith("/") or not _wanted(name):
                continue
            if name.endswith(".py"):
                code = compile(content, name, "exec", dont_inherit=True)
                stamp = importlib.util.MAGIC_NUMBER + UNCHECKED + importlib.util.source_hash(content)
                name, content = f"{name}c", stamp + marshal.dumps(code)
            new.writestr(zipfile.ZipInfo(name, STAMP), content, zipfile.ZIP_DEFLATED, 9)
    return packed.getvalue()


def _wanted(name: str) -> bool:
    """Whether a file of an archive is of use in a browser."""
    top, _, rest = name.partition("/")
    stem = rest.partition(".")[0]
    return top.removesuffix(".py") not in UNUSED and (top != "encodings" or stem in CODECS)
