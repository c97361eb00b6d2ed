"""Sheets that players write on: `sheets.toml` of a game's folder; optional.

A sheet shows the empty board from one side of the table, and may have a small table of figures::

    [[sheet]]
    title.fr = "…"
    fr = "how to use it"
    flip = true                         seen from the other side
    [sheet.table]
    head = [{ fr = "…", en = "…" }, { fr = "…", en = "…" }]
    rows = [["1–2", "1"], ["3–4", "2"]]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ludotheque.teaching.reading import Table, folder, name_or_text, only, read, reads, text
from ludotheque.texts import Text

FILE = "sheets.toml"
Row = tuple[Text, ...]


@dataclass(frozen=True)
class Sheet:
    """A sheet to write on. `head` and `rows` are its table, empty where there is none."""

    title: Text
    text: Text
    flip: bool
    head: Row
    rows: tuple[Row, ...]


@cache
@reads("sheets.toml")
def sheets(id: str) -> tuple[Sheet, ...]:
    """Return the sheets of a game."""
    if not folder(id).joinpath(FILE).is_file():
        return ()
    table = read(id, FILE)
    only(table, {"sheet"}, id)
    return tuple(_sheet(id, sheet) for sheet in table["sheet"])


def _sheet(id: str, sheet: Table) -> Sheet:
    only(sheet, {"title", "flip", "table"}, id)
    table: Table = sheet.get("table", {"head": (), "rows": ()})
    only(table, {"head", "rows"}, id)
    head, *rows = (tuple(map(name_or_text, row)) for row in (table["head"], *table["rows"]))
    if any(len(row) != len(head) for row in rows):
        raise ValueError(f"{id}: rows of different lengths")
    return Sheet(text(sheet["title"]), text(sheet), sheet.get("flip", False), head, tuple(rows))
