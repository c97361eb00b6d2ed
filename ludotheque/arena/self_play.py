"""The games that a game's statistics are counted from: equal players, all options, and some games assessed.

A player of middling strength and a strong one play against themselves, from random openings. Both are bounded by their
depth, not by the clock, so the same seed gives the same games on any machine. Each option that is not the default gets
half as many games. The strong player, who takes longer, plays half as many games too. The best level assesses some
games of the middling player move by move.

Everything is kept in a folder. Self-play that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

from ludotheque.arena.match import Plan, Played, Result, run_match
from ludotheque.arena.player import LevelPlayer, make_player
from ludotheque.errors import OptionError
from ludotheque.library import load
from ludotheque.record import Record
from ludotheque.texts import say

MIDDLING, STRONG, JUDGE = "level:3", "level:5", "level:6@0.1"
OPENING = 2
PER_STRONG, PER_OPTION, PER_ASSESSED = 2, 2, 8
"""One in this number of games is played by the strong player, with each option, or assessed."""


@dataclass(frozen=True)
class Assessment:
    """What the judge says of a move: the chance before it, the best move, whether the move played is as good."""

    chance: float
    best: str
    fine: bool


@dataclass(frozen=True)
class SelfPlay:
    """Which games to play, by whom, and who assesses them."""

    game: str
    games: int = 100
    seed: int = 1
    middling: str = MIDDLING
    strong: str = STRONG
    judge: str = JUDGE

    @property
    def command(self) -> str:
        """The command that gives the same games."""
        players = (self.middling, self.strong, self.judge)
        chosen = "" if players == (MIDDLING, STRONG, JUDGE) else f" --players {' '.join(players)}"
        return f"ludotheque statistics {self.game} --games {self.games} --seed {self.seed}{chosen}"

    @property
    def plans(self) -> Iterator[Plan]:
        """The matches: the default options first, and in each pair the middling player first."""
        book = load(self.game).rulebook
        others = [{option.name: value} for option in book.definition.options for value in option.values[1:]]
        for options in ({}, *others):
            games = max(1, self.games // PER_OPTION if options else self.games)
            yield Plan(self.game, self.middling, self.middling, options, games, OPENING, self.seed)
            # Good players vary their secret set-ups anyway. Random set-ups would be unlike any real game.
            opening = 0 if book.rules.simultaneous else OPENING
            yield Plan(self.game, self.strong, self.strong, options, max(1, games // PER_STRONG), opening, self.seed)


@dataclass(frozen=True)
class SelfPlayResult:
    """The matches that were played, and the assessed games by their number in the first match."""

    self_play: SelfPlay
    results: list[Result]
    assessed: dict[int, list[Assessment]] = field(default_factory=dict)


def run_self_play(
    self_play: SelfPlay, folder: Path, *, workers: int = 1, progress: Callable[[Result], None]
) -> SelfPlayResult:
    """Play all matches and assess some games, or go on with it."""
    folder.mkdir(parents=True, exist_ok=True)
    names = (folder / f"{self_play.game}-{number}.jsonl" for number in count())
    results = [
        run_match(plan, file=file, workers=workers, progress=progress)
        for plan, file in zip(self_play.plans, names, strict=False)
    ]
    for result in results:
        # The folder may hold more games than are wanted now.
        wanted = (game for game in result.played if game.number < result.plan.games)
        result.played = sorted(wanted, key=lambda game: game.number)
    assessed = _assess_all(self_play, results[0], folder / f"{self_play.game}-judged.jsonl", workers)
    return SelfPlayResult(self_play, results, assessed)


def _assess_all(self_play: SelfPlay, result: Result, file: Path, workers: int) -> dict[int, list[Assessment]]:
    wanted = result.played[: max(1, self_play.games // PER_ASSESSED)]
    known = dict(_read(file))
    assessed = {game.number: known[game.number] for game in wanted if game.number in known}
    missing = [game for game in wanted if game.number not in known]
    with ProcessPoolExecutor(workers) as pool, file.open("a", encoding="utf-8") as out:
        for game, moves in zip(missing, pool.map(partial(assess, self_play), missing), strict=True):
            assessed[game.number] = moves
            rows = [(move.chance, move.best, move.fine) for move in moves]
            out.write(json.dumps([game.number, rows]) + "\n")
            out.flush()
    return assessed


def _read(file: Path) -> Iterator[tuple[int, list[Assessment]]]:
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        try:
            number, rows = json.loads(line)
        except ValueError:
            continue  # a line was cut off: that game is assessed again
        yield number, [Assessment(*row) for row in rows]


def assess(self_play: SelfPlay, game: Played) -> list[Assessment]:
    """The judge's assessment of every move of a game."""
    record = Record.parse(game.record)
    judge = make_player(self_play.judge, record.game, self_play.seed)
    if not isinstance(judge, LevelPlayer):
        raise OptionError(say("arena.judge", text=self_play.judge))
    assessments = []
    for position, played in zip(record.positions, record.moves, strict=False):
        analysis = judge.computer.search(position.view(played.player), self_play.seed)
        # All moves of a mixed strategy are equally good.
        fine = {one.move for one in analysis.candidates if one.weight} | {analysis.best.move}
        assessments.append(Assessment(round(analysis.chance, 4), str(analysis.best.move), played.move in fine))
    return assessments
