"""The command `ludotheque`."""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

from ludotheque import __version__
from ludotheque.arena.census import JUDGE, MIDDLING, STRONG, Census, take
from ludotheque.arena.contender import contender
from ludotheque.arena.match import Plan, Result, run_match
from ludotheque.arena.score import SequentialTest
from ludotheque.arena.statistics import statistics, written
from ludotheque.engine.levels import LEVELS
from ludotheque.engine.thinker import thinker_for
from ludotheque.errors import LudothequeError
from ludotheque.library import games, load, parse_options, rulebook
from ludotheque.position import Game, Position
from ludotheque.record import Record
from ludotheque.rulebook import show, spell
from ludotheque.terminal import Leave, Table, choose_game, choose_opponent, keep, rules, seat_computers, wrapped
from ludotheque.texts import LANGUAGES, Text, say, set_language
from ludotheque.warmth import counting, load_kernels


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; what the shell gets to know is the return value."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    set_language(preferred_language(words))
    options = parser().parse_args(words)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has gone; Python must not complain about that at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (LudothequeError, OSError) as error:
        print(say("cli.error", why=error), file=sys.stderr)
        return 2
    return status


def preferred_language(words: Sequence[str]) -> str:
    """From `--lang`, else from the environment: French if it says so, else English."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        chosen = following if word == "--lang" else word.removeprefix("--lang=")
        if word.startswith("--lang") and chosen in LANGUAGES:
            return chosen
    names = ("LUDOTHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    first = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return "fr" if first.lower().startswith("fr") else "en"


class Help(argparse.HelpFormatter):
    """Help whose own words are in the current language."""

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, f"{say('cli.usage')} " if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    def __init__(self, **settings: Any) -> None:
        super().__init__(add_help=False, formatter_class=Help, **settings)
        self._positionals.title = str(say("cli.arguments"))
        self._optionals.title = str(say("cli.options"))
        self.add_argument("-h", "--help", action="help", help=str(say("cli.help")))
        self.add_argument("--lang", choices=LANGUAGES, help=str(say("cli.lang")))

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{say('cli.misunderstood', why=message)}\n")


def parser() -> argparse.ArgumentParser:
    """The whole command line, in the current language."""
    top = Parser(prog="ludotheque", description=str(say("cli.about")), epilog=str(say("cli.epilog")))
    top.add_argument("--version", action="version", version=__version__, help=str(say("cli.version")))
    commands = top.add_subparsers(title=str(say("cli.commands")), metavar=str(say("cli.command")), required=True)

    _command(commands, "games", list_games)
    rules_of = _command(commands, "rules", show_rules)
    rules_of.add_argument("game", help=str(say("cli.game")))
    play = _command(commands, "play", play_game)
    play.add_argument("game", nargs="?", help=str(say("cli.play_game")))
    _add_options(play)
    play.add_argument(
        "--against",
        choices=("self", "random", *(str(level.number) for level in LEVELS)),
        help=str(say("cli.play_against")),
    )
    play.add_argument("--side", type=int, default=0, metavar="N", help=str(say("cli.play_side")))
    play.add_argument("--record", metavar="FILE", help=str(say("cli.play_record")))
    play.add_argument("--seed", type=int, metavar="N", help=str(say("cli.seed")))

    _add_serving(_command(commands, "serve", serve_tables))

    perft = _command(commands, "perft", count_sequences)
    _add_position(perft)
    perft.add_argument("depth", type=int, help=str(say("cli.perft_depth")))
    perft.add_argument("--divide", action="store_true", help=str(say("cli.perft_divide")))

    svg = _command(commands, "svg", draw)
    _add_position(svg, optional=True)
    svg.add_argument("--record", metavar="FILE", help=str(say("cli.svg_record")))
    svg.add_argument("--ply", type=int, metavar="N", help=str(say("cli.svg_ply")))
    svg.add_argument("--output", metavar="FILE", help=str(say("cli.svg_output")))
    svg.add_argument("--flip", action="store_true", help=str(say("cli.svg_flip")))
    svg.add_argument("--no-coordinates", action="store_true", help=str(say("cli.svg_coordinates")))
    svg.add_argument("--highlight", default="", metavar="CELLS", help=str(say("cli.svg_highlight")))

    record = commands.add_parser("record", help=str(say("cli.record")), description=str(say("cli.record")))
    inner = record.add_subparsers(title=str(say("cli.commands")), metavar=str(say("cli.command")), required=True)
    check = _command(inner, "check", check_records, "cli.record_check")
    check.add_argument("files", nargs="+", metavar="FILE", help=str(say("cli.record_files")))

    match = _command(commands, "match", play_match)
    match.add_argument("game", help=str(say("cli.game")))
    match.add_argument("first", help=str(say("cli.match_contender")))
    match.add_argument("second", help=str(say("cli.match_contender")))
    _add_match(match)
    match.add_argument("--file", metavar="FILE", help=str(say("cli.match_file")))
    match.add_argument("--sprt", nargs=2, type=float, metavar=("LOW", "HIGH"), help=str(say("cli.match_sprt")))

    ladder = _command(commands, "ladder", climb)
    ladder.add_argument("game", help=str(say("cli.game")))
    _add_match(ladder)
    ladder.add_argument("--share", type=float, default=0.1, metavar="X", help=str(say("cli.ladder_share")))

    _add_census(_command(commands, "statistics", gather))
    _add_composing(_command(commands, "puzzles", make_puzzles))

    bench = _command(commands, "bench", measure)
    bench.add_argument("games", nargs="*", metavar="GAME", help=str(say("cli.bench_games")))
    bench.add_argument("--seconds", type=float, default=1.0, metavar="S", help=str(say("cli.bench_seconds")))
    _command(commands, "compile", compile_all)
    return top


def _command(commands: Any, name: str, run: Callable[[argparse.Namespace], int], key: str = "") -> Parser:
    about = str(say(key or f"cli.{name}"))
    found: Parser = commands.add_parser(name, help=about, description=about)
    found.set_defaults(run=run)
    return found


def _add_serving(command: Parser) -> None:
    command.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=str(say("cli.serve_host")))
    command.add_argument("--port", type=int, default=8000, metavar="N", help=str(say("cli.serve_port")))
    command.add_argument("--open", action="store_true", help=str(say("cli.serve_open")))
    command.add_argument("--secure", action="store_true", help=str(say("cli.serve_secure")))
    command.add_argument("--proxies", metavar="ADDRESSES", help=str(say("cli.serve_proxies")))


def _add_census(command: Parser) -> None:
    command.add_argument("game", help=str(say("cli.game")))
    command.add_argument("--games", type=int, default=100, metavar="N", help=str(say("cli.statistics_games")))
    command.add_argument("--seed", type=int, default=1, metavar="N", help=str(say("cli.seed")))
    command.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help=str(say("cli.workers")))
    command.add_argument(
        "--players",
        nargs=3,
        default=(MIDDLING, STRONG, JUDGE),
        metavar=("A", "B", "C"),
        help=str(say("cli.statistics_players")),
    )
    command.add_argument("--folder", metavar="FOLDER", help=str(say("cli.statistics_folder")))
    command.add_argument("--output", metavar="FILE", help=str(say("cli.statistics_output")))


def _add_options(command: Parser) -> None:
    command.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help=str(say("cli.option"))
    )


def _add_match(command: Parser) -> None:
    _add_options(command)
    command.add_argument("--games", type=int, default=100, metavar="N", help=str(say("cli.match_games")))
    command.add_argument("--opening", type=int, default=2, metavar="N", help=str(say("cli.match_opening")))
    command.add_argument("--seed", type=int, default=1, metavar="N", help=str(say("cli.seed")))
    command.add_argument("--workers", type=int, default=os.cpu_count() or 1, metavar="N", help=str(say("cli.workers")))
    command.add_argument("--json", action="store_true", help=str(say("cli.match_json")))


def _add_composing(command: Parser) -> None:
    command.add_argument("game", help=str(say("cli.game")))
    command.add_argument("--wanted", type=int, default=48, metavar="N", help=str(say("cli.puzzles_wanted")))
    command.add_argument("--games", type=int, default=100, metavar="N", help=str(say("cli.puzzles_games")))
    command.add_argument("--seed", type=int, default=1, metavar="N", help=str(say("cli.seed")))
    command.add_argument("--output", metavar="FILE", help=str(say("cli.puzzles_output")))


def _add_position(command: Parser, optional: bool = False) -> None:
    command.add_argument("game", nargs="?" if optional else None, help=str(say("cli.game")))
    _add_options(command)
    command.add_argument("--position", metavar="TEXT", help=str(say("cli.position")))
    command.add_argument("--moves", default="", metavar="TEXTS", help=str(say("cli.moves")))


def chosen_game(options: argparse.Namespace) -> Game:
    """The game that the command line names, with its options."""
    written = {}
    for text in options.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise LudothequeError(say("cli.pair", text=text))
        written[name] = value
    return load(options.game, **parse_options(options.game, written))


def chosen_record(options: argparse.Namespace) -> Record:
    """The game so far that the command line describes: from the start or a position, with decisions played."""
    game = chosen_game(options)
    start: Position = game.parse(options.position) if options.position else game.start()
    return Record.of(start, options.moves.split())


def list_games(options: argparse.Namespace) -> int:
    for id in games():
        book = rulebook(id)({})
        print(f"{id:12}{book.title} – {book.texts.say('credit')}. {say('cli.players', count=book.players)}")
        print(wrapped(f"    {book.texts.say('tagline')}"))
        for option in book.offers:
            values = say("cli.values", values=spell(option.values))
            default = say("cli.default", value=show(option.values[0]))
            print(wrapped(f"    -o {option.name}=…  {book.texts.say(f'options.{option.name}')} ({values}; {default})"))
    return 0


def show_rules(options: argparse.Namespace) -> int:
    print(rules(load(options.game)))
    return 0


def play_game(options: argparse.Namespace) -> int:
    table = None
    try:
        table = _sit_down(options)
        table.play()
    except (Leave, EOFError, KeyboardInterrupt):
        print()
    if table and table.record.decisions:
        file = keep(table.record)
        print(say("play.kept", file=file))
        if table.position.to_act:
            print(say("play.go_on", file=file))
    print(say("play.goodbye"))
    return 0


def serve_tables(options: argparse.Namespace) -> int:
    """Serve the page; the web server is loaded only here."""
    from ludotheque.server.run import serve
    from ludotheque.server.settings import Settings, database_url

    settings = Settings(database_url(), secure_cookie=options.secure)
    serve(settings, options.host, options.port, show=options.open, proxies=options.proxies)
    return 0


def _sit_down(options: argparse.Namespace) -> Table:
    asked = options.against is None and options.game is None and options.record is None
    if options.record and options.game:
        raise LudothequeError(say("cli.two"))
    if options.record:
        record = _read(options.record)
    else:
        record = Record.of(chosen_game(options) if options.game else choose_game(input, print))
    assert record.game.rulebook.kernels  # compiled now, rather than in the middle of the first decision
    against, side = choose_opponent(record.game, input, print) if asked else (options.against or "self", options.side)
    if side not in range(record.game.players):
        raise LudothequeError(say("cli.side", game=record.game.title, side=side))
    seed = random.getrandbits(32) if options.seed is None else options.seed
    computers = seat_computers(record.game, against, side, seed)
    return Table(_with_headers(record, against, computers), computers, ask=input, tell=print)


def _with_headers(record: Record, against: str, computers: Collection[int]) -> Record:
    """The record with the date and the players' names, as far as it lacks them."""
    opponent = say("play.random") if against == "random" else say("play.level", number=against)
    names = {
        f"Player{player}": str(opponent if player in computers else record.game.rulebook.player_name(player))
        for player in range(record.game.players)
    }
    return replace(record, headers={**names, "Date": date.today().isoformat(), **record.headers})


def count_sequences(options: argparse.Namespace) -> int:
    perft = counting().perft
    position = chosen_record(options).final
    book = position.game.rulebook
    if options.divide and options.depth > 0 and position.to_act:
        player = position.to_act[0]
        for move in position.legal_moves(player):
            after = position.play(move, player)
            print(f"{move}: {perft(book, after.words, options.depth - 1)}")
    print(perft(book, position.words, options.depth))
    return 0


def draw(options: argparse.Namespace) -> int:
    if options.record:
        record = _read(options.record)
    elif options.game:
        record = chosen_record(options)
    else:
        raise LudothequeError(say("option.game", game="", names=spell(games())))
    ply = len(record.decisions) if options.ply is None else options.ply
    if not 0 <= ply <= len(record.decisions):
        raise LudothequeError(say("cli.ply", count=len(record.decisions), ply=ply))
    shown = replace(record, decisions=record.decisions[:ply], positions=(), result=None, reason=None).last_shown
    picture = record.positions[ply].svg(
        last=[decision.move for decision in shown],
        highlight=[name for name in options.highlight.split(",") if name],
        coordinates=not options.no_coordinates,
        flip=options.flip,
    )
    if options.output:
        Path(options.output).write_text(picture, "utf-8")
        print(say("cli.written", file=options.output))
    else:
        print(picture, end="")
    return 0


def check_records(options: argparse.Namespace) -> int:
    bad = 0
    for file in options.files:
        try:
            record = _read(file)
        except LudothequeError as error:
            print(say("cli.bad", file=file, why=error.told))
            bad += 1
            continue
        if record.result is None:
            result = say("cli.unfinished")
        else:
            result = say("cli.ended", result=" ".join(f"{x:+.0f}" for x in record.result), reason=record.ending)
        print(say("cli.good", file=file, game=record.game.title, count=len(record.decisions), result=result))
    return 1 if bad else 0


def _read(file: str) -> Record:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise LudothequeError(say("cli.unreadable", file=file, why=error)) from error
    return Record.parse(text)


def play_match(options: argparse.Namespace) -> int:
    test = SequentialTest(*options.sprt) if options.sprt else None
    file = Path(options.file) if options.file else None
    result = _match(options, options.first, options.second, file=file, test=test)
    if result.verdict is not None and test:
        key = "arena.accepted" if result.verdict else "arena.rejected"
        print(say(key, first=options.first, elo=test.high), file=sys.stderr)
    return 0


def climb(options: argparse.Namespace) -> int:
    """Each level against the one below."""
    for upper in range(2, len(LEVELS) + 1):
        first, second = (f"level:{n}@{LEVELS[n - 1].seconds * options.share:g}" for n in (upper, upper - 1))
        _match(options, first, second)
    return 0


def gather(options: argparse.Namespace) -> int:
    """What the games of equal players show, as JSON."""
    census = Census(options.game, options.games, options.seed, *options.players)
    assert load(census.game).rulebook.kernels  # compiled here once, rather than by every worker
    shown = sys.stderr.isatty()
    with TemporaryDirectory() as passing:
        folder = Path(options.folder or passing)
        progress = _tell_progress if shown else (lambda _: None)
        findings = take(census, folder, workers=max(1, options.workers), progress=progress)
    if shown:
        print(file=sys.stderr)
    found = written(statistics(findings))
    if options.output:
        Path(options.output).write_text(found, "utf-8")
        print(say("cli.written", file=options.output))
    else:
        print(found, end="")
    return 0


def _tell_progress(result: Result) -> None:
    print(f"\r{tell_score(result)}", end="", file=sys.stderr)


def _match(
    options: argparse.Namespace,
    first: str,
    second: str,
    *,
    file: Path | None = None,
    test: SequentialTest | None = None,
) -> Result:
    game = chosen_game(options)
    assert game.rulebook.kernels  # compiled here once, rather than by every worker
    chosen = dict(game.options)
    plan = Plan(game.id, first, second, chosen, options.games, options.opening, options.seed)
    for told in (first, second):
        contender(told, game, 0).close()  # raises when there is no such contender
    shown = sys.stderr.isatty()
    progress = _tell_progress if shown else (lambda _: None)
    result = run_match(plan, file=file, workers=max(1, options.workers), test=test, progress=progress)
    if shown:
        print(file=sys.stderr)
    print(json.dumps(result.to_json()) if options.json else tell_score(result), flush=True)
    return result


def tell_score(result: Result) -> Text:
    """A match in one line."""
    told = result.to_json()
    low, high = told["score_interval"]
    return say(
        "arena.score",
        first=result.plan.first,
        second=result.plan.second,
        wins=told["wins"],
        draws=told["draws"],
        losses=told["losses"],
        share=f"{100 * told['score']:.1f}",
        low=f"{100 * low:.1f}",
        high=f"{100 * high:.1f}",
        elo=f"{told['elo']:+.0f}",
        elo_low=f"{told['elo_interval'][0]:+.0f}",
        elo_high=f"{told['elo_interval'][1]:+.0f}",
    )


def make_puzzles(options: argparse.Namespace) -> int:
    """Play games and keep the puzzles found in them, one to a line of JSON; only here the searches are loaded."""
    from ludotheque.arena.composer import compose

    def progress(games: int, pool: Collection[Any]) -> None:
        print(f"\r{say('cli.puzzles_found', games=games, found=len(pool))}", end="", file=sys.stderr)

    shown = sys.stderr.isatty()
    load(options.game)  # raises when there is no such game
    found = compose(options.game, options.wanted, options.seed, options.games, progress if shown else lambda *_: None)
    if shown:
        print(file=sys.stderr)
    text = "[\n" + ",\n".join(json.dumps(puzzle, ensure_ascii=False) for puzzle in found) + "\n]\n"
    if options.output:
        Path(options.output).write_text(text, "utf-8")
        print(say("cli.written", file=options.output))
    else:
        print(text, end="")
    return 0


def measure(options: argparse.Namespace) -> int:
    playouts = counting().playouts
    for id in options.games or games():
        book = rulebook(id)({})
        start = book.start()
        playouts(book, start, 10)
        decisions, played, begun = 0, 0, time.perf_counter()
        while (elapsed := time.perf_counter() - begun) < options.seconds:
            decisions += playouts(book, start, 200, seed=played)
            played += 200
        rate = f"{decisions / elapsed:,.0f}"
        print(say("cli.rate", game=id, rate=rate, decisions=decisions, games=played))
    return 0


def compile_all(options: argparse.Namespace) -> int:
    counting()
    load_kernels("ludotheque.adapters.batch", say("compile.batch"))
    for id in games():
        assert rulebook(id)({}).kernels
        assert thinker_for(rulebook(id)({}))
    print(say("cli.compiled"))
    return 0
