"""Files of many games: each game is found, read and given on before the next one."""

from __future__ import annotations

import io
import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple, overload

from ludotheque.errors import RecordError
from ludotheque.record import Record
from ludotheque.record.text_form import HEADER

LONGEST_COMMENT = 1 << 16
"""After so many characters, a comment that seems to hold another game was never closed."""
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)


@overload
def read_records(source: str | Iterable[str], *, errors: Literal["raise"] = "raise") -> Iterator[Record]: ...
@overload
def read_records(source: str | Iterable[str], *, errors: Literal["yield"]) -> Iterator[Record | RecordError]: ...


def read_records(
    source: str | Iterable[str], *, errors: Literal["raise", "yield"] = "raise"
) -> Iterator[Record | RecordError]:
    """Yield the records of a text or of an open text file, one after the other; only one is held in memory.

    A game that cannot be read raises a `RecordError` with its line in the file. With `errors="yield"` the error is
    yielded in the place of the game, and reading goes on with the next one.

    >>> import ludotheque as lt
    >>> one = str(lt.Record.of(lt.load("malawi"), ["c1-e3"], Player0="Anna"))
    >>> [len(record) for record in lt.read_records(one + one)]
    [1, 1]
    >>> for found in lt.read_records(one + one.replace("e3", "e4") + one, errors="yield"):
    ...     print(found if isinstance(found, lt.RecordError) else len(found))
    1
    line 14: move 1: MAL-2: c1 and e4 are not in one straight line (row, column or diagonal)
    1
    """
    if errors not in ("raise", "yield"):
        raise ValueError(f'errors must be "raise" or "yield", not {errors!r}')
    return _read(io.StringIO(source) if isinstance(source, str) else source, errors == "raise")


def _read(lines: Iterable[str], strict: bool) -> Iterator[Record | RecordError]:
    for game in split_games(lines):
        try:
            record = Record.parse(game.text, first_line=game.line)
        except RecordError as error:
            if strict:
                raise
            yield error
        else:
            yield record


class GameText(NamedTuple):
    """The text of one game, and the number of its first line in the file."""

    line: int
    text: str


def split_games(lines: Iterable[str]) -> Iterator[GameText]:
    """Yield the texts of the games in a file, without their meaning.

    A game begins with a header that follows moves, or that repeats `Game`, or that repeats another one after a blank
    line.
    """
    source = _Lines(lines)
    while game := _next_game(source):
        yield game


class _Lines:
    """The lines of a file, counted. Lines can be put back."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.returned: deque[str] = deque()
        self.number = 0
        """The number of the last line."""

    def __iter__(self) -> Iterator[str]:
        while (line := self.returned.popleft() if self.returned else next(self.lines, None)) is not None:
            if not isinstance(line, str):
                raise TypeError(f"records are read from text, not from {type(line).__name__}")
            self.number += 1
            yield (line if self.number > 1 else line.removeprefix("\ufeff")).removesuffix("\n")

    def put_back(self, lines: list[str]) -> None:
        self.returned.extendleft(reversed(lines))
        self.number -= len(lines)


def _next_game(source: _Lines) -> GameText | None:
    """The next game of a file, None at the end."""
    draft = _Draft()
    for line in source:
        if draft.ends_before(line):
            source.put_back([line])
            break
        if draft.lines or line.strip():
            draft.add(line)
        if draft.unclosed:
            break
    source.put_back(draft.cut())
    return GameText(source.number - len(draft.lines) + 1, "\n".join(draft.lines)) if draft.lines else None


class _Draft:
    """The lines of a game as far as they are read."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.names: set[str] = set()
        """The names of its headers."""
        self.moves = False
        self.comment = False
        """Whether the next line is within a comment."""
        self.other: int | None = None
        """The place of a line in this comment that looks like the beginning of another game."""
        self.length = 0
        """How many characters the comment has had since."""
        self.unclosed = False
        """Whether the comment was never closed, so that the other game is one."""

    def ends_before(self, line: str) -> bool:
        """Return whether a line belongs to the next game."""
        if self.comment or not line.lstrip().startswith("["):
            return False
        name = _header_name(line)
        return self.moves or (name in self.names and (name == "Game" or not self.lines[-1].strip()))

    def add(self, line: str) -> None:
        name = _header_name(line)
        if self.comment:
            if self.other is None and name == "Game":
                self.other = len(self.lines)
        elif name:
            self.names.add(name)
        elif not line.lstrip().startswith("["):
            self.moves |= bool(line.strip())
        self.lines.append(line)
        if self.moves:
            self._follow_comments(line)

    def _follow_comments(self, line: str) -> None:
        for sign in _BRACES.findall(line):
            if self.comment and sign == "}":
                self.comment, self.other, self.length = False, None, 0
            elif self.comment and sign == "{" and self.other is not None:
                # No comment holds an open brace without a backslash.
                self.unclosed = True
                return
            elif not self.comment and sign[-1] == "{":  # outside of comments a backslash means nothing
                self.comment = True
        if self.other is not None:
            self.length += len(line)
            self.unclosed = self.length > LONGEST_COMMENT

    def cut(self) -> list[str]:
        """Cut off the other game and return its lines."""
        if self.other is None:
            return []
        rest = self.lines[self.other :]
        del self.lines[self.other :]
        return rest


def _header_name(line: str) -> str:
    found = HEADER.fullmatch(line.strip())
    return found[1] if found else ""
