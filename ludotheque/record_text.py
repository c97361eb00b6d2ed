r"""The text form of a record, in the spirit of PGN: headers, comments and numbered moves, without their meaning.

    [Game "malawi"]
    [Options "diagonals=true"]
    [Rules "1"]
    [Player0 "Anna"]
    [Player1 "Ben"]
    [Date "2026-11-15"]
    [Result "*"]

    {An example.} 1. a1-a3 2. a6-a4 {Black answers in kind.}

The headers come first, each on a line of its own, then the numbered moves. A comment in braces may follow a move or
open the game; a backslash and braces inside it take a backslash before them. Where several players are to move, the
player's number stands before the move: `1. 1:e3,e4,f3,f4,g4`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from ludotheque.errors import RecordError
from ludotheque.texts import say

RESERVED = ("Game", "Options", "Rules", "Position", "Result", "Reason")
"""Headers that are made from the game; all others are free."""

WIDTH = 100
QUOTE, BRACES = '"', "{}"
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\nr])*)"\]')
_TOKEN = re.compile(r"\{(?:[^{}\\]|\\.)*\}|[{}]|[^\s{}]+", re.DOTALL)


class Header(NamedTuple):
    line: int
    value: str


class Entry(NamedTuple):
    """A numbered move as it is written; the first entry has no text and holds the opening comment."""

    line: int
    text: str
    comment: str


class Parsed(NamedTuple):
    headers: dict[str, Header]
    entries: list[Entry]


def parse(text: str) -> Parsed:
    """Return the headers and entries of a record, or raise a `RecordError` that names the line."""
    # Not splitlines(): a comment may hold rarer line separators, which are part of it.
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    headers, body = _parse_headers(lines)
    return Parsed(headers, list(_parse_entries(lines, body)))


def _parse_headers(lines: list[str]) -> tuple[dict[str, Header], int]:
    """The headers, and the index of the first line after them."""
    headers: dict[str, Header] = {}
    for index, line in enumerate(lines):
        text = line.strip()
        if not text:
            continue
        if not text.startswith("["):
            return headers, index
        match = _HEADER.fullmatch(text)
        if not match:
            raise RecordError(index + 1, say("record.header", line=index + 1, text=text))
        name = match[1]
        if name in headers:
            raise RecordError(index + 1, say("record.double", line=index + 1, name=name))
        value = _unescape(match[2])
        if name not in RESERVED:
            check_header(index + 1, name, value)
        headers[name] = Header(index + 1, value)
    return headers, len(lines)


def _parse_entries(lines: list[str], body: int) -> Iterator[Entry]:
    line, text, comment = body + 1, "", ""
    number = 0
    expecting = False
    for where, token in _tokens(lines, body):
        if token.startswith("{"):
            if comment or expecting:
                raise RecordError(where, say("record.place", line=where))
            comment = _unescape(token[1:-1])
        elif expecting:
            line, text, comment, expecting = where, token, "", False
        elif token == f"{number + 1}.":
            yield Entry(line, text, comment)
            number, expecting, comment = number + 1, True, ""
            line = where
        else:
            raise RecordError(where, say("record.number", line=where, expected=number + 1, found=token))
    if expecting:
        raise RecordError(line, say("record.unnumbered", line=line, number=number))
    yield Entry(line, text, comment)


def _tokens(lines: list[str], body: int) -> Iterator[tuple[int, str]]:
    line, last = body + 1, 0
    text = "\n".join(lines[body:])
    for match in _TOKEN.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        token = match[0]
        if token == "{":
            raise RecordError(line, say("record.comment", line=line))
        if token == "}":
            raise RecordError(line, say("record.closing", line=line))
        if token.startswith("["):
            raise RecordError(line, say("record.late", line=line))
        yield line, token


def check_header(line: int, name: str, value: str) -> None:
    """Raise an error unless a free header has a simple name that is not taken, and a date is a date."""
    if not isinstance(name, str) or not isinstance(value, str):
        raise TypeError("headers are texts")
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or name in RESERVED:
        raise RecordError(line, say("record.name", line=line, name=name))
    if name == "Date":
        try:
            canonical = date.fromisoformat(value).isoformat() == value
        except ValueError:
            canonical = False
        if not canonical:
            raise RecordError(line, say("record.date", line=line, value=value))


def write(headers: Iterable[tuple[str, str]], moves: Iterable[str]) -> str:
    """Return the text of a record; `moves` are numbered moves and comments in braces."""
    lines = [f'[{name} "{_escape(value, QUOTE)}"]' for name, value in headers]
    return "\n".join([*lines, "", *_wrap(moves)]).rstrip("\n") + "\n"


def write_comment(comment: str) -> str:
    return f"{{{_escape(comment, BRACES)}}}"


def _escape(text: str, signs: str) -> str:
    """A comment keeps its line breaks; a header must not break its line."""
    text = re.sub(rf"([\\{re.escape(signs)}])", r"\\\1", text).replace("\r", r"\r")
    return text.replace("\n", r"\n") if signs == QUOTE else text


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "r": "\r"}.get(match[1], match[1]), text, flags=re.DOTALL)


def _wrap(items: Iterable[str]) -> Iterator[str]:
    """Break lines between moves and comments, never inside them: a comment's line breaks are part of its text."""
    line = ""
    for item in items:
        if line and len(line) + len(item) >= WIDTH:
            yield line
            line = ""
        line = f"{line} {item}" if line else item
    yield line
