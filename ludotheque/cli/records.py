"""`ludotheque record check`: are these games right?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from ludotheque.cli.parser import Options, Parser, add_command
from ludotheque.errors import LudothequeError, RecordError
from ludotheque.record import Record
from ludotheque.record.files import read_records
from ludotheque.texts import Text, say


def add_commands(commands: Any) -> None:
    record: Parser = commands.add_parser("record", help=str(say("cli.record")), description=str(say("cli.record")))
    check = add_command(record.add_commands(), "check", check_records, "cli.record_check")
    check.add_argument("files", nargs="+", metavar="FILE", help=str(say("cli.record_files")))


def check_records(options: Options) -> int:
    return 1 if sum(_check_file(file) for file in options.files) else 0


def _check_file(file: str) -> int:
    """Print what is wrong in a file, and what is in it; return the number of errors."""
    good, bad = 0, 0
    only: Record | None = None
    try:
        for number, found in enumerate(_records(file), 1):
            if isinstance(found, RecordError):
                print(say("cli.bad_game", file=file, number=number, why=found.message))
                bad += 1
            else:
                only = found
                good += 1
        if not good + bad:
            raise LudothequeError(say("cli.no_record"))
    except LudothequeError as error:
        print(say("cli.bad", file=file, why=error.message))
        bad += 1
    if only and good + bad == 1:
        print(say("cli.good", file=file, game=only.game.title, count=len(only), result=_result(only)))
    elif good:
        print(say("cli.good_games", file=file, count=good))
    return bad


def _result(record: Record) -> Text:
    if record.result is None:
        return say("cli.unfinished")
    return say("cli.ended", result=" ".join(f"{x:+.0f}" for x in record.result), reason=record.ending)


def _records(file: str) -> Iterator[Record | RecordError]:
    """The games in a file, or on standard input (`-`), and what is wrong with the others."""
    try:
        with nullcontext(sys.stdin) if file == "-" else Path(file).open(encoding="utf-8") as lines:
            yield from read_records(lines, errors="yield")
    except (OSError, UnicodeDecodeError) as error:
        raise LudothequeError(say("cli.unreadable", file=file, why=error)) from error


def read_record(file: str) -> Record:
    """Return the only record in a file, or on standard input (`-`)."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LudothequeError(say("cli.unreadable", file=file, why=error)) from error
    return Record.parse(text)
