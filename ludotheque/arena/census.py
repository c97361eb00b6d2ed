"""What is played so that something can be said about a game: equal players, with every option, and games judged.

A player of middling strength and a strong one play against themselves, from random openings: levels that are bound by
how far they look and not by the clock, so that the same seed gives the same games on any machine. With each option that
is not the usual one there are half as many games, and of the strong player half as many, for it takes longer. Some
games of the middling player are judged by the best level, decision by decision. All of it is kept in a folder, so that
a census that was broken off goes on where it stopped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

from ludotheque.arena.contender import Levelled, contender
from ludotheque.arena.match import Plan, Played, Result, run_match
from ludotheque.errors import OptionError
from ludotheque.library import rulebook
from ludotheque.record import Record
from ludotheque.texts import say

MIDDLING, STRONG, JUDGE = "level:3", "level:5", "level:6@0.1"
OPENING = 2
OF_STRONG, OF_OPTION, OF_JUDGED = 2, 2, 8
"""What part of the games the strong player, each option and judgement get: one in so many."""


@dataclass(frozen=True)
class Opinion:
    """What the judge thought: the chance of who decides, the best decision, whether what was done is fine."""

    chance: float
    best: str
    fine: bool


@dataclass(frozen=True)
class Census:
    """What is asked for."""

    game: str
    games: int = 100
    seed: int = 1
    middling: str = MIDDLING
    strong: str = STRONG
    judge: str = JUDGE

    @property
    def command(self) -> str:
        """What a person types to have the same."""
        players = (self.middling, self.strong, self.judge)
        told = "" if players == (MIDDLING, STRONG, JUDGE) else f" --players {' '.join(players)}"
        return f"ludotheque statistics {self.game} --games {self.games} --seed {self.seed}{told}"

    @property
    def plans(self) -> Iterator[Plan]:
        """The matches, the usual options first and in each pair the middling player first."""
        book = rulebook(self.game)({})
        others = [{option.name: value} for option in book.offers for value in option.values[1:]]
        for options in ({}, *others):
            games = max(1, self.games // OF_OPTION if options else self.games)
            yield Plan(self.game, self.middling, self.middling, options, games, OPENING, self.seed)
            # Good players vary their secret set-ups by themselves; random ones nobody would make.
            opening = 0 if book.simultaneous else OPENING
            yield Plan(self.game, self.strong, self.strong, options, max(1, games // OF_STRONG), opening, self.seed)


@dataclass(frozen=True)
class Findings:
    census: Census
    results: list[Result]
    judged: dict[int, list[Opinion]] = field(default_factory=dict)
    """By the number of the game in the first match."""


def take(census: Census, folder: Path, *, workers: int = 1, progress: Callable[[Result], None]) -> Findings:
    """Play all matches and judge some games, or go on with it."""
    folder.mkdir(parents=True, exist_ok=True)
    names = (folder / f"{census.game}-{number}.jsonl" for number in count())
    results = [
        run_match(plan, file=file, workers=workers, progress=progress)
        for plan, file in zip(census.plans, names, strict=False)
    ]
    for result in results:
        # The folder may hold more than is asked for now.
        wanted = (game for game in result.played if game.number < result.plan.games)
        result.played = sorted(wanted, key=lambda game: game.number)
    judged = _judge_all(census, results[0], folder / f"{census.game}-judged.jsonl", workers)
    return Findings(census, results, judged)


def _judge_all(census: Census, result: Result, file: Path, workers: int) -> dict[int, list[Opinion]]:
    asked = result.played[: max(1, census.games // OF_JUDGED)]
    known = dict(_read(file))
    judged = {game.number: known[game.number] for game in asked if game.number in known}
    missing = [game for game in asked if game.number not in known]
    with ProcessPoolExecutor(workers) as pool, file.open("a", encoding="utf-8") as out:
        for game, opinions in zip(missing, pool.map(partial(judge, census), missing), strict=True):
            judged[game.number] = opinions
            told = [(opinion.chance, opinion.best, opinion.fine) for opinion in opinions]
            out.write(json.dumps([game.number, told]) + "\n")
            out.flush()
    return judged


def _read(file: Path) -> Iterator[tuple[int, list[Opinion]]]:
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        try:
            number, told = json.loads(line)
        except ValueError:
            continue  # a line cut off: that game is judged again
        yield number, [Opinion(*one) for one in told]


def judge(census: Census, game: Played) -> list[Opinion]:
    """What the judge thinks of every decision of a game."""
    record = Record.parse(game.record)
    judge = contender(census.judge, record.game, census.seed)
    if not isinstance(judge, Levelled):
        raise OptionError(say("arena.judge", told=census.judge))
    opinions = []
    for position, decision in zip(record.positions, record.decisions, strict=False):
        analysis = judge.computer.think(position.view(decision.player), census.seed)
        # One of the decisions of a mixture is as good as another.
        fine = {one.move for one in analysis.candidates if one.weight} | {analysis.best.move}
        opinions.append(Opinion(round(analysis.chance, 4), str(analysis.best.move), decision.move in fine))
    return opinions
