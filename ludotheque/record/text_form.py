r"""The text form of a record, in the spirit of PGN: headers, comments and numbered moves, without their meaning.

    [Game "malawi"]
    [Options "diagonals=true"]
    [Rules "1"]
    [Player0 "Anna"]
    [Player1 "Ben"]
    [Date "2026-11-15"]
    [Result "*"]

    {An example.} 1. a1-a3! 2. a6-a4 {Black answers in kind.} (2. b6-b4? $14 3. a3-a5) 3. b1-b3

The headers come first, each on a line of its own, then the numbered moves. Comments in braces may follow a move or
open the game; a backslash and braces inside them take a backslash before them. Glyphs stand behind a move. Variations
in parentheses follow the move that they replace. Where several players are to move, the player's number stands before
the move: `1. 1:e3,e4,f3,f4,g4`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

from ludotheque.errors import LudothequeError, RecordError
from ludotheque.record.glyphs import glyphs_of, is_glyph, split_glyph
from ludotheque.texts import say

RESERVED = ("Game", "Options", "Rules", "Position", "Result", "Reason")
"""Headers that are made from the game; all others are free."""

WIDTH = 100
QUOTE, BRACES = '"', "{}"
MAX_DEPTH = 50
"""How deep variations may be nested."""
HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\]|\\["\\nr])*)"\]')
_TOKEN = re.compile(r"\{(?:[^{}\\]|\\.)*\}|[{}()]|[^\s{}()]+", re.DOTALL)
Tokens = Iterator[tuple[int, str]]
"""The words of a text, each with the number of its line."""


class Header(NamedTuple):
    line: int
    value: str


class Entry(NamedTuple):
    """A numbered move as it is written, with all that follows it."""

    line: int
    number: int
    text: str
    glyphs: list[str]
    comments: list[str]
    variations: list[Line]


class Line(NamedTuple):
    """The comments before the first move of a game or variation, and its moves."""

    comments: list[str]
    entries: list[Entry]


class Parsed(NamedTuple):
    headers: dict[str, Header]
    moves: Line


def parse(text: str, first_line: int = 1) -> Parsed:
    """Return the headers and moves of a record, or raise a `RecordError` that names the line."""
    # Not splitlines(): a comment may hold rarer line separators, which are part of it.
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    headers, body = _parse_headers(lines, first_line)
    return Parsed(headers, _parse_line(_tokens("\n".join(lines[body:]), first_line + body), 1))


def _parse_headers(lines: list[str], first_line: int) -> tuple[dict[str, Header], int]:
    """The headers, and the index of the first line after them."""
    headers: dict[str, Header] = {}
    for index, content in enumerate(lines):
        line, text = first_line + index, content.strip()
        if not text:
            continue
        if not text.startswith("["):
            return headers, index
        match = HEADER.fullmatch(text)
        if not match:
            raise RecordError(line, say("record.header", line=line, text=text))
        name = match[1]
        if name in headers:
            raise RecordError(line, say("record.double", line=line, name=name))
        value = _unescape(match[2])
        if name not in RESERVED:
            check_header(line, name, value)
        headers[name] = Header(line, value)
    return headers, len(lines)


def _parse_line(tokens: Tokens, number: int, opened: int | None = None, depth: int = 0) -> Line:
    """Read moves from a number on, to the end of the text or of the variation that was opened on a line."""
    found = Line([], [])
    for line, token in tokens:
        last = found.entries[-1] if found.entries else None
        if token == f"{number}.":
            found.entries.append(_parse_entry(tokens, line, number))
            number += 1
        elif token.startswith("{"):
            (last or found).comments.append(_unescape(token[1:-1]))
        elif token == ")" and last and opened:
            return found
        elif token == "(" and last:
            if depth == MAX_DEPTH:
                raise RecordError(line, say("record.deep", line=line, most=MAX_DEPTH))
            last.variations.append(_parse_line(tokens, last.number, line, depth + 1))
        elif is_glyph(token) and last:
            last.glyphs.append(_checked_glyph(line, token))
        else:
            raise RecordError(line, say("record.number", line=line, expected=number, found=token))
    if opened:
        raise RecordError(opened, say("record.variation", line=opened))
    return found


def _parse_entry(tokens: Tokens, line: int, number: int) -> Entry:
    """Read the move after its number."""
    where, token = next(tokens, (line, ""))
    if not token or token[0] in "{()":
        raise RecordError(line, say("record.unnumbered", line=line, number=number))
    text, glyphs = split_glyph(token)
    return Entry(where, number, text, glyphs, [], [])


def _checked_glyph(line: int, token: str) -> str:
    try:
        glyphs_of(token)
    except LudothequeError as error:
        raise RecordError(line, say("record.at", line=line, why=error.sentence)) from error
    return token


def _tokens(text: str, line: int) -> Tokens:
    """Yield the words of a text that begins on a line."""
    last = 0
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
    """Return the text of a record; `moves` are numbered moves, comments in braces, and variations in parentheses."""
    lines = [f'[{name} "{_escape(value, QUOTE)}"]' for name, value in headers]
    return "\n".join([*lines, "", *_wrap(moves)]).rstrip("\n") + "\n"


def write_comment(comment: str) -> str:
    return f"{{{_escape(comment, BRACES)}}}"


def write_variation(moves: Iterable[str]) -> Iterator[str]:
    """Yield the moves and comments of a variation; parentheses touch the first and the last."""
    first, *others = moves
    items = [f"({first}", *others]
    yield from items[:-1]
    yield f"{items[-1]})"


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
