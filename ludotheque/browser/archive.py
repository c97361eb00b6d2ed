"""Which files of the package a browser needs."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]
LEFT_OUT = ("adapters/", "arena/", "cli/", "laws/", "starter/", "site/", "web/", "server/admin/", "server/tables/revisions/")
DATA_LEFT_OUT = {"statistics.json", "openings.json"}


def program_files() -> dict[str, Path]:
    """Return the files by their path in the program's folder."""
    found = {}
    for path in sorted(PACKAGE.rglob("*")):
        name = path.relative_to(PACKAGE).as_posix()
        if path.is_file() and "__pycache__" not in name and not name.startswith(LEFT_OUT) and path.name not in DATA_LEFT_OUT:
            found[f"ludotheque/{name}"] = path
    return found
