"""`ludotheque match`, `ladder`, `statistics`, `openings` and `model-games`: what comes from letting computers play."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludotheque.arena.match import Plan, Result, run_match
from ludotheque.arena.player import make_player
from ludotheque.arena.score import SequentialTest
from ludotheque.arena.self_play import PLAYER, SelfPlay, run_self_play
from ludotheque.arena.statistics import statistics, to_json
from ludotheque.arena.work import Workers
from ludotheque.cli.parser import (
    Options,
    Parser,
    add_command,
    add_game,
    add_keep,
    add_options,
    add_output,
    add_work,
    chosen_game,
)
from ludotheque.cli.positions import write_output
from ludotheque.cli.work import Progress, chosen_folder, long_work
from ludotheque.engine.levels import LEVELS
from ludotheque.library import load
from ludotheque.teaching.strategy import borne_claims, experiments
from ludotheque.texts import Text, say


def add_commands(commands: Any) -> None:
    match = add_command(commands, "match", play_match)
    add_game(match)
    match.add_argument("first", metavar="PLAYER", help=str(say("cli.match_player")))
    match.add_argument("second", metavar="PLAYER", help=str(say("cli.match_player")))
    _add_match(match)
    add_keep(match, say("cli.match_keep"), "--file")
    match.add_argument("--sprt", nargs=2, type=float, metavar=("LOW", "HIGH"), help=str(say("cli.match_sprt")))

    ladder = add_command(commands, "ladder", climb)
    add_game(ladder)
    _add_match(ladder)
    ladder.add_argument("--share", type=float, default=0.1, metavar="X", help=str(say("cli.ladder_share")))

    _add_statistics(add_command(commands, "statistics", make_statistics))
    _add_played(add_command(commands, "openings", make_openings), 1000)
    _add_played(add_command(commands, "model-games", make_model_games, "cli.model_games"), 8)


def _add_match(command: Parser) -> None:
    add_options(command)
    command.add_argument("--games", type=int, default=100, metavar="N", help=str(say("cli.match_games")))
    command.add_argument("--opening", type=int, default=2, metavar="N", help=str(say("cli.match_opening")))
    add_work(command)
    command.add_argument("--json", action="store_true", help=str(say("cli.json")))


def _add_statistics(command: Parser) -> None:
    add_game(command)
    command.add_argument("--games", type=int, metavar="N", help=str(say("cli.statistics_games")))
    add_work(command)
    command.add_argument("--player", default=PLAYER, metavar="PLAYER", help=str(say("cli.statistics_player")))
    add_keep(command, say("cli.statistics_keep"))
    add_output(command, say("cli.statistics_output"))


def _add_played(command: Parser, games: int) -> None:
    add_game(command)
    command.add_argument("--games", type=int, default=games, metavar="N", help=str(say("cli.match_games")))
    add_work(command)
    add_keep(command, say("cli.statistics_keep"))
    add_output(command, say("cli.statistics_output"))


def play_match(options: Options) -> int:
    test = SequentialTest(*options.sprt) if options.sprt else None
    file = Path(options.keep) if options.keep else None
    with long_work(options, options.games) as (workers, progress):
        result = _match(options, options.first, options.second, workers, progress, file=file, test=test)
    if result.verdict is not None and test:
        key = "arena.accepted" if result.verdict else "arena.rejected"
        print(say(key, first=options.first, elo=test.high), file=sys.stderr)
    return 0


def climb(options: Options) -> int:
    """Let each level play the one below."""
    with long_work(options, options.games * (len(LEVELS) - 1)) as (workers, progress):
        for upper in range(2, len(LEVELS) + 1):
            first, second = (f"level:{n}@{LEVELS[n - 1].seconds * options.share:g}" for n in (upper, upper - 1))
            _match(options, first, second, workers, progress)
    return 0


def make_statistics(options: Options) -> int:
    """Print what the games of equal players show, as JSON."""
    plan = SelfPlay(options.game, experiments(options.game), options.seed, options.player, options.games)
    assert load(plan.game).rulebook.rules.kernels  # compiled here once, rather than by every worker
    jobs = sum(plan.plan(experiment).games for experiment in plan.experiments)
    with chosen_folder(options) as folder, long_work(options, jobs) as (workers, progress):
        results = run_self_play(plan, folder, workers=workers, progress=_scores(progress))
    figures = statistics(plan, results)
    write_output(to_json(figures), options.output)
    for claim, holds in borne_claims(plan.game, figures).items():
        print(say("cli.claim_holds" if holds else "cli.claim_fails", claim=claim), file=sys.stderr)
    return 0


def _match(
    options: Options,
    first: str,
    second: str,
    workers: Workers,
    progress: Progress,
    *,
    file: Path | None = None,
    test: SequentialTest | None = None,
) -> Result:
    game = chosen_game(options)
    assert game.rulebook.rules.kernels  # compiled here once, rather than by every worker
    chosen = dict(game.options)
    plan = Plan(game.id, first, second, chosen, options.games, options.opening, options.seed)
    for name in (first, second):
        make_player(name, game, 0).close()  # raises when there is no such player
    result = run_match(plan, file=file, workers=workers, test=test, progress=_scores(progress))
    progress.end()
    print(json.dumps(result.to_json()) if options.json else score_text(result), flush=True)
    return result


def _scores(progress: Progress) -> Callable[[Result], None]:
    return lambda result: progress.show(score_text(result))


def score_text(result: Result) -> Text:
    """Return a match in one line."""
    data = result.to_json()
    low, high = data["score_interval"]
    return say(
        "arena.score",
        first=result.plan.first,
        second=result.plan.second,
        wins=data["wins"],
        draws=data["draws"],
        losses=data["losses"],
        share=f"{100 * data['score']:.1f}",
        low=f"{100 * low:.1f}",
        high=f"{100 * high:.1f}",
        elo=f"{data['elo']:+.0f}",
        elo_low=f"{data['elo_interval'][0]:+.0f}",
        elo_high=f"{data['elo_interval'][1]:+.0f}",
    )


def make_openings(options: Options) -> int:
    """Let the best level play and print the opening table, as JSON."""
    from ludotheque.arena import openings

    play = openings.OpeningPlay(options.game, options.games, options.seed)
    assert load(play.game).rulebook.rules.kernels  # compiled here once, rather than by every worker
    with chosen_folder(options) as folder, long_work(options, play.games) as (workers, progress):
        games = openings.play_openings(play, folder, workers=workers, progress=_scores(progress))
    write_output(openings.to_json(openings.opening_table(play, games)), options.output)
    return 0


def make_model_games(options: Options) -> int:
    """Let the best level play long games, and print the best of them with comments, as JSON."""
    from ludotheque.arena import model_games
    from ludotheque.teaching import openings

    play = model_games.ModelPlay(options.game, options.games, options.seed)
    # Each game is played and then judged.
    with chosen_folder(options) as folder, long_work(options, 2 * play.games) as (workers, progress):
        table = openings.read(play.game)
        models = model_games.make_model_games(play, folder, table, workers, _scores(progress))
    write_output(model_games.to_json(models), options.output)
    return 0
