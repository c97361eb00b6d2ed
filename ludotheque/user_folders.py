"""Where the files of a user are kept: what can be made again in a cache, games among the user's data."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "ludotheque"


def user_cache() -> Path:
    """Return the folder for what can be made again, such as compiled kernels."""
    folder = _folder("XDG_CACHE_HOME", ".cache", "Library/Caches")
    return folder / "Cache" if sys.platform == "win32" else folder


def user_data() -> Path:
    """Return the folder for what must be kept, such as games."""
    return _folder("XDG_DATA_HOME", ".local/share", "Library/Application Support")


def _folder(variable: str, usual: str, mac: str) -> Path:
    """Return our folder where a variable says, else where the system keeps such files."""
    if sys.platform == "win32":
        variable, usual = "LOCALAPPDATA", "AppData/Local"
    elif sys.platform == "darwin":
        usual = mac
    return Path(os.environ.get(variable) or Path.home() / usual) / NAME
