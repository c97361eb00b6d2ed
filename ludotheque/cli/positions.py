"""`ludotheque perft` and `ludotheque svg`: counting from a position, and drawing one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from ludotheque.cli.parser import Options, add_command, add_position, chosen_record
from ludotheque.cli.records import read_record
from ludotheque.errors import LudothequeError
from ludotheque.kernel_loading import counting
from ludotheque.library import games
from ludotheque.rulebook import list_values
from ludotheque.texts import say


def add_commands(commands: Any) -> None:
    perft = add_command(commands, "perft", count_sequences)
    add_position(perft)
    perft.add_argument("depth", type=int, metavar="DEPTH", help=str(say("cli.perft_depth")))
    perft.add_argument("--divide", action="store_true", help=str(say("cli.perft_divide")))

    svg = add_command(commands, "svg", draw)
    add_position(svg, optional=True)
    svg.add_argument("--record", metavar="FILE", help=str(say("cli.svg_record")))
    svg.add_argument("--ply", type=int, metavar="N", help=str(say("cli.svg_ply")))
    svg.add_argument("--output", metavar="FILE", help=str(say("cli.svg_output")))
    svg.add_argument("--flip", action="store_true", help=str(say("cli.svg_flip")))
    svg.add_argument("--no-coordinates", action="store_true", help=str(say("cli.svg_coordinates")))
    svg.add_argument("--highlight", default="", metavar="CELLS", help=str(say("cli.svg_highlight")))


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
    if options.record:
        record = read_record(options.record)
    elif options.game:
        record = chosen_record(options)
    else:
        raise LudothequeError(say("option.game", game="", names=list_values(games())))
    ply = len(record.moves) if options.ply is None else options.ply
    if not 0 <= ply <= len(record.moves):
        raise LudothequeError(say("cli.ply", count=len(record.moves), ply=ply))
    revealed = replace(record, moves=record.moves[:ply], positions=(), result=None, reason=None).last_revealed
    picture = record.positions[ply].svg(
        last=[played.move for played in revealed],
        highlight=[name for name in options.highlight.split(",") if name],
        coordinates=not options.no_coordinates,
        flip=options.flip,
    )
    write_output(picture, options.output)
    return 0


def write_output(text: str, file: str | None) -> None:
    """Write a text to a file, or to standard output."""
    if file:
        Path(file).write_text(text, "utf-8")
        print(say("cli.written", file=file))
    else:
        print(text, end="")
