"""`ludotheque perft` and `ludotheque picture`: counting from a position, and drawing one."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludotheque.cli.parser import Options, Parser, add_command, add_position, chosen_record
from ludotheque.cli.records import read_record
from ludotheque.draw.theme import THEMES
from ludotheque.errors import LudothequeError
from ludotheque.kernel_loading import counting
from ludotheque.library import games
from ludotheque.picture import Sheet
from ludotheque.record import Record
from ludotheque.rulebook import list_values
from ludotheque.texts import say

FORMATS = ("svg", "png", "gif")


def add_commands(commands: Any) -> None:
    perft = add_command(commands, "perft", count_sequences)
    add_position(perft)
    perft.add_argument("depth", type=int, metavar="DEPTH", help=str(say("cli.perft_depth")))
    perft.add_argument("--divide", action="store_true", help=str(say("cli.perft_divide")))

    add_picture(add_command(commands, "picture", draw, aliases=("svg",)))


def add_picture(command: Parser) -> None:
    add_position(command, optional=True)
    command.add_argument("--record", metavar="FILE", help=str(say("cli.picture_record")))
    command.add_argument("--ply", type=int, metavar="N", help=str(say("cli.picture_ply")))
    command.add_argument("--film", action="store_true", help=str(say("cli.picture_film")))
    command.add_argument("--output", metavar="PATH", help=str(say("cli.picture_output")))
    command.add_argument("--format", choices=FORMATS, help=str(say("cli.picture_format")))
    command.add_argument("--size", type=int, metavar="N", help=str(say("cli.picture_size")))
    command.add_argument("--theme", choices=tuple(THEMES), help=str(say("cli.picture_theme")))
    command.add_argument("--flip", action="store_true", help=str(say("cli.picture_flip")))
    command.add_argument("--orientation", type=int, metavar="N", help=str(say("cli.picture_orientation")))
    command.add_argument("--no-coordinates", action="store_true", help=str(say("cli.picture_coordinates")))
    command.add_argument("--highlight", default="", metavar="CELLS", help=str(say("cli.picture_highlight")))
    for name in ("arrow", "circle"):
        help = str(say(f"cli.picture_{name}"))
        command.add_argument(f"--{name}", action="append", default=[], metavar=name.upper(), help=help)


def count_sequences(options: Options) -> int:
    perft = counting().perft
    position = chosen_record(options).final
    book = position.game.rulebook
    if options.divide and options.depth > 0 and position.to_act:
        player = position.to_act[0]
        for move in position.legal_moves(player):
            after = position.play(move, player)
            print(f"{move}: {perft(book, after.state, options.depth - 1)}")
    print(perft(book, position.state, options.depth))
    return 0


def draw(options: Options) -> int:
    kind = _format(options)
    record = _record(options)
    sheet: Sheet = {
        "coordinates": not options.no_coordinates,
        "flip": options.flip,
        "orientation": options.orientation,
        "theme": options.theme,
    }
    if options.size is not None:
        sheet["size"] = options.size
    if options.film or kind == "gif":
        if options.highlight or options.arrow or options.circle:
            raise LudothequeError(say("cli.picture_marks"))
        write_output(record.gif(**sheet) if kind == "gif" else record.film(**sheet), options.output)
        return 0
    make = record.png if kind == "png" else record.svg
    picture = make(
        highlight=[name for name in options.highlight.split(",") if name],
        arrows=[_arrow(text) for text in options.arrow],
        circles=[tuple(text.split(":")) for text in options.circle],
        **sheet,
    )
    write_output(picture, options.output)
    return 0


def _format(options: Options) -> str:
    """Return the format of the picture: the one that was asked for, or the ending of the file."""
    ending = Path(options.output or "").suffix.lower().removeprefix(".")
    if not options.format and ending and ending not in FORMATS:
        raise LudothequeError(say("cli.picture_ending", ending=ending, names=", ".join(FORMATS)))
    kind: str = options.format or ending or FORMATS[0]
    if kind == "png" and options.film:
        raise LudothequeError(say("cli.picture_still"))
    return kind


def _record(options: Options) -> Record:
    """Return the game that is drawn, up to the ply that was asked for."""
    if options.record:
        record = read_record(options.record)
    elif options.game:
        record = chosen_record(options)
    else:
        raise LudothequeError(say("option.game", game="", names=list_values(games())))
    if options.ply is None or options.ply == len(record.moves):
        return record
    if not 0 <= options.ply <= len(record.moves):
        raise LudothequeError(say("cli.ply", count=len(record.moves), ply=options.ply))
    return replace(record, moves=record.moves[: options.ply], positions=(), result=None, reason=None)


def _arrow(text: str) -> tuple[str, ...]:
    """Return an arrow written as a1-a3 or a1-a3:red."""
    cells, *look = text.split(":")
    return (*cells.split("-"), *look)


def write_output(content: str | bytes, file: str | None) -> None:
    """Write a text or a picture to a file, or to standard output."""
    data = content.encode() if isinstance(content, str) else content
    if file:
        Path(file).write_bytes(data)
        print(say("cli.written", file=file))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
