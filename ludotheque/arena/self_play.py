"""The games that a game's statistics are counted from: equal players, and the experiments of its strategy notes.

An experiment is a match of one level against itself. Every game has its own random opening, so games are independent
observations. The level is bounded by its depth, not by the clock, so the same seed gives the same games on any machine.

Everything is kept in a folder. Self-play that was interrupted goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ludotheque.arena.match import Plan, Result, run_match
from ludotheque.arena.work import Workers
from ludotheque.teaching.strategy import Experiment

PLAYER = "level:5@3600"
"""The fifth level, with all the time that it needs."""


@dataclass(frozen=True)
class SelfPlay:
    """Which games to play, by whom. `games` overrides the number of each experiment."""

    game: str
    experiments: tuple[Experiment, ...]
    seed: int = 1
    player: str = PLAYER
    games: int | None = None

    @property
    def command(self) -> str:
        """The command that gives the same games."""
        chosen = "" if self.player == PLAYER else f" --player {self.player}"
        fewer = "" if self.games is None else f" --games {self.games}"
        return f"ludotheque statistics {self.game} --seed {self.seed}{chosen}{fewer}"

    def plan(self, experiment: Experiment) -> Plan:
        """The match of an experiment."""
        return Plan(
            game=self.game,
            first=self.player,
            second=self.player,
            options=dict(experiment.options),
            games=experiment.games if self.games is None else self.games,
            opening=experiment.opening,
            seed=self.seed,
            begin=experiment.begin,
            paired=False,
        )


def run_self_play(
    self_play: SelfPlay, folder: Path, *, workers: Workers | None = None, progress: Callable[[Result], None]
) -> dict[str, Result]:
    """Play all experiments, or go on with them; the matches by the ids of their experiments."""
    folder.mkdir(parents=True, exist_ok=True)
    results = {}
    for experiment in self_play.experiments:
        plan = self_play.plan(experiment)
        file = folder / f"{self_play.game}-{experiment.id}.jsonl"
        result = run_match(plan, file=file, workers=workers, progress=progress)
        # The folder may hold more games than are wanted now.
        wanted = (game for game in result.played if game.number < plan.games)
        result.played = sorted(wanted, key=lambda game: game.number)
        results[experiment.id] = result
    return results
