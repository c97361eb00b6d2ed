"""`ludotheque play`: a game in the terminal."""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from datetime import date
from typing import Any

from ludotheque.cli.parser import Options, add_command, add_options, chosen_game
from ludotheque.cli.records import read_record
from ludotheque.cli.terminal import Leave, Table, choose_game, choose_opponent, save, seat_computers
from ludotheque.errors import LudothequeError
from ludotheque.record import Record
from ludotheque.texts import say


def add_commands(commands: Any) -> None:
    play = add_command(commands, "play", play_game)
    play.add_argument("game", nargs="?", metavar="GAME", help=str(say("cli.play_game")))
    add_options(play)
    play.add_argument("--against", metavar="PLAYER", help=str(say("cli.play_against")))
    play.add_argument("--side", type=int, default=0, metavar="N", help=str(say("cli.play_side")))
    play.add_argument("--record", metavar="FILE", help=str(say("cli.play_record")))
    play.add_argument("--seed", type=int, metavar="N", help=str(say("cli.seed")))


def play_game(options: Options) -> int:
    table = None
    try:
        table = _set_up(options)
        table.play()
    except (Leave, EOFError, KeyboardInterrupt):
        print()
    finally:
        for computer in table.computers.values() if table else ():
            computer.close()
    if table and table.record.moves:
        file = save(table.record)
        print(say("play.kept", file=file))
        if table.position.to_act:
            print(say("play.go_on", file=file))
    print(say("play.goodbye"))
    return 0


def _set_up(options: Options) -> Table:
    asked = options.against is None and options.game is None and options.record is None
    if options.record and options.game:
        raise LudothequeError(say("cli.two"))
    if options.record:
        record = read_record(options.record)
    else:
        record = Record.of(chosen_game(options) if options.game else choose_game(input, print))
    assert record.game.rulebook.rules.kernels  # compiled now, rather than in the middle of the first move
    against, side = choose_opponent(record.game, input, print) if asked else (options.against or "self", options.side)
    if side not in range(record.game.players):
        raise LudothequeError(say("cli.side", game=record.game.title, side=side))
    seed = random.getrandbits(32) if options.seed is None else options.seed
    computers = seat_computers(record.game, against, side, seed)
    return Table(_with_headers(record, against, computers), computers, ask=input, tell=print)


def _with_headers(record: Record, against: str, computers: Collection[int]) -> Record:
    """The record with the date and the players' names, as far as it lacks them."""
    number = against.removeprefix("level:")
    level = say("play.level", number=number) if number.isdigit() else against
    opponent = say("play.random") if against == "random" else level
    names = {
        f"Player{player}": str(opponent if player in computers else record.game.rulebook.player_name(player))
        for player in range(record.game.players)
    }
    return replace(record, headers={**names, "Date": date.today().isoformat(), **record.headers})
