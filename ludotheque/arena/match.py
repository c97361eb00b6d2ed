"""Matches: two players, many games in pairs with sides swapped, from varied openings, on all processors.

Every finished game is one line of JSON in the match's file. A match that was interrupted goes on where it stopped.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from ludotheque.arena.player import IdleEngines, make_player
from ludotheque.arena.score import Score, SequentialTest, elo
from ludotheque.arena.work import Processes, Workers
from ludotheque.engine.game_view import GameView
from ludotheque.errors import LudothequeError
from ludotheque.library import load
from ludotheque.record import Record
from ludotheque.rulebook import Value
from ludotheque.texts import say


@dataclass(frozen=True)
class Plan:
    """What is played: everything that the result of a game depends on, except clocks."""

    game: str
    first: str
    second: str
    options: dict[str, Value] = field(default_factory=dict)
    games: int = 100
    opening: int = 2
    """How many random moves begin each game. Both games of a pair begin alike."""
    seed: int = 1
    paired: bool = True
    """Whether two games each begin alike, with sides swapped. Without pairs every game has its own opening."""
    begin: tuple[str, ...] = ()
    """The moves with which every game begins, before the random ones."""


@dataclass(frozen=True)
class Played:
    """One finished game: its number in the match, the points of the first player (1, 0, -1), and its record."""

    number: int
    points: float
    record: str


@dataclass
class Result:
    """A match so far."""

    plan: Plan
    played: list[Played] = field(default_factory=list)
    verdict: bool | None = None

    @property
    def score(self) -> Score:
        if not self.plan.paired:
            return Score.of(game.points for game in self.played)
        pairs: dict[int, tuple[float, ...]] = {}
        for game in self.played:
            pairs[game.number // 2] = (*pairs.get(game.number // 2, ()), game.points)
        return Score.of_pairs(pairs.values())

    def to_json(self) -> dict[str, Any]:
        """The whole result, without the records."""
        score = self.score
        low, high = score.interval
        return {
            **asdict(self.plan),
            "played": score.games,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "pairs": list(score.pairs),
            "score": round(score.share, 4),
            "score_interval": [round(low, 4), round(high, 4)],
            "elo": round(elo(score.share), 1),
            "elo_interval": [round(elo(low), 1), round(elo(high), 1)],
            "superiority": round(score.superiority, 4),
            "verdict": self.verdict,
        }


_idle = IdleEngines()
"""The engines of this process between the games of a match."""


def play_match_game(plan: Plan, number: int) -> Played:
    """Game `number` of a match; external engines go on running for the next game in this process."""
    return play_game(plan, number, _idle)


def play_game(plan: Plan, number: int, idle: IdleEngines | None = None) -> Played:
    """Game `number` of a match: even ones with the first player as player 0, odd ones the other way round."""
    game = load(plan.game, **plan.options)
    pair, swapped = divmod(number, 2)
    begun = pair if plan.paired else number
    record = opening(Record.of(game, plan.begin), plan.opening, random.Random(f"{plan.seed} {begun}"))
    seats = [plan.second if (player + swapped) % 2 else plan.first for player in range(game.players)]
    with ExitStack() as stack:
        players = [
            stack.enter_context(closing(make_player(text, game, plan.seed * 1000003 + number * 7 + k, idle)))
            for k, text in enumerate(seats)
        ]
        while record.final.to_act:
            player = record.final.to_act[0]
            record = record.play(players[player].choose(GameView.of(record, player)), player)
    returns = record.final.returns or ()
    # With more than two seats the players alternate. Each has the sum of its seats' returns.
    points = sum(value if (player + swapped) % 2 == 0 else -value for player, value in enumerate(returns))
    return Played(number, float((points > 0) - (points < 0)), str(record))


def opening(record: Record, moves: int, dice: random.Random) -> Record:
    """The record with this number of random moves more, none of which ends the game."""
    for _ in range(moves):
        player = record.final.to_act[0]
        legal = record.final.legal_moves(player)
        for move in dice.sample(legal, min(20, len(legal))):
            longer = record.play(move, player)
            if longer.final.to_act:
                record = longer
                break
    return record


def run_match(
    plan: Plan,
    *,
    file: Path | None = None,
    workers: Workers | None = None,
    test: SequentialTest | None = None,
    progress: Callable[[Result], None] = lambda result: None,
) -> Result:
    """Play a match, or go on with it, until all games are played or the test decides."""
    workers = workers or Processes()
    result = Result(plan, list(_played_before(plan, file)))
    todo = sorted(set(range(plan.games)) - {game.number for game in result.played})
    workers.cost.skipped += plan.games - len(todo)
    progress(result)
    with closing(workers.map(partial(play_match_game, plan), todo)) as games:
        for _, game in games:
            result.played.append(game)
            _keep(file, game)
            result.verdict = test.verdict(result.score) if test else None
            progress(result)
            if result.verdict is not None:
                break
    return result


def _keep(file: Path | None, game: Played) -> None:
    if file:
        with file.open("a", encoding="utf-8") as out:
            out.write(json.dumps(asdict(game)) + "\n")


def _played_before(plan: Plan, file: Path | None) -> Iterator[Played]:
    """The games in the file; its first line is the plan, which must be the same."""
    if file is None:
        return
    if not file.exists():
        file.write_text(json.dumps(asdict(plan)) + "\n", "utf-8")
        return
    head, *lines = file.read_text("utf-8").splitlines()
    if {**json.loads(head), "games": plan.games} != json.loads(json.dumps(asdict(plan))):
        raise LudothequeError(say("arena.other", file=str(file)))
    for line in lines:
        try:
            yield Played(**json.loads(line))
        except (TypeError, ValueError):
            continue  # the line was cut off when the match was interrupted: that game is played again
