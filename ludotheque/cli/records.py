"""`ludotheque record check`: are these games right?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from ludotheque.cli.parser import Options, Parser, add_command
from ludotheque.errors import LudothequeError
from ludotheque.record import Record
from ludotheque.texts import say


def add_commands(commands: Any) -> None:
    record: Parser = commands.add_parser("record", help=str(say("cli.record")), description=str(say("cli.record")))
    check = add_command(record.add_commands(), "check", check_records, "cli.record_check")
    check.add_argument("files", nargs="+", metavar="FILE", help=str(say("cli.record_files")))


def check_records(options: Options) -> int:
    bad = 0
    for file in options.files:
        try:
            record = read_record(file)
        except LudothequeError as error:
            print(say("cli.bad", file=file, why=error.message))
            bad += 1
            continue
        if record.result is None:
            result = say("cli.unfinished")
        else:
            result = say("cli.ended", result=" ".join(f"{x:+.0f}" for x in record.result), reason=record.ending)
        print(say("cli.good", file=file, game=record.game.title, count=len(record.moves), result=result))
    return 1 if bad else 0


def read_record(file: str) -> Record:
    """Return the record in a file, or on standard input (`-`)."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LudothequeError(say("cli.unreadable", file=file, why=error)) from error
    return Record.parse(text)
