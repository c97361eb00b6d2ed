"""Learn a game from self-play, from nothing but its rules, and measure the progress against a level of the computer.

python examples/self_play/learn.py malawi --moves 3000000 --folder build/malawi

The network learns what positions are worth by temporal differences, TD(λ), as TD-Gammon did. Many games run at once.
Each player makes the move that the network likes best; now and then a random one, to see more of the game.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from judge import Judge, Numbers, players_of
from network import Floats

import ludotheque as lt
from ludotheque.arena.match import opening
from ludotheque.arena.player import make_player
from ludotheque.arena.score import Score
from ludotheque.engine.game_view import GameView

Flags = npt.NDArray[np.bool_]

DECAY = 0.8
"""λ: how much a value learns from later values rather than from the next."""
SEGMENT, KEPT, SAMPLE = 32, 4, 1024
"""Moves between two lessons, lessons that are remembered, positions in one step of learning."""
RATE, LAST_RATE = 1e-3, 5e-5
STRAY, SPREAD = 0.04, 0.02
"""How often a move is random, and how far apart moves are that the choice takes for equal."""
RANDOM_OPENING = (2, 8)
"""About so many random moves begin a game."""


class Memory(NamedTuple):
    """What one move in each game leaves for the lesson after it."""

    planes: Floats
    players: Numbers
    values: Floats
    """What the best move was worth to its player."""
    strayed: Flags
    over: Flags
    returns: Floats
    """What player 0 has where the game is over."""


class SelfPlay:
    """Many games that the judge plays against itself, one after the other in each row."""

    def __init__(self, judge: Judge, games: int, seed: int) -> None:
        self.judge, self.random = judge, np.random.default_rng(seed)
        self.start = np.array(judge.game.start().state, np.uint64)
        self.states = np.tile(self.start, (games, 1))
        self.opening = self.random.integers(*RANDOM_OPENING, games)
        """How many random moves are left to begin a game."""
        self.finished = 0

    def lesson(self) -> tuple[Floats, Floats]:
        """Play on in all games; return the planes of the positions, and the values that they should have."""
        played = [self._move() for _ in range(SEGMENT)]
        return np.concatenate([one.planes for one in played]), np.concatenate(targets(played))

    def _move(self) -> Memory:
        """One move in each game. A game that is over gives way to a new one."""
        games, players = len(self.states), players_of(self.states)
        planes, judged = self.judge.planes(self.states, players), self.judge.moves(self.states)
        strayed = (self.random.random(games) < STRAY) | (self.opening > 0)
        size = len(judged.worth)
        far, near = 100 * self.random.random(size), SPREAD * self.random.standard_normal(size)
        chosen = judged.best(np.where(strayed[judged.moves.parents], far, near).astype(np.float32))
        over = judged.moves.players[chosen] < 0
        self.states = np.where(over[:, None], self.start, judged.moves.states[chosen])
        self.opening = np.where(over, self.random.integers(*RANDOM_OPENING, games), self.opening - 1)
        self.finished += int(over.sum())
        best, returned = judged.worth[judged.best()], judged.moves.returns[chosen, 0]
        return Memory(planes.astype(np.float16), players, best, strayed, over, returned)


def targets(played: Sequence[Memory]) -> list[Floats]:
    """Return what TD(λ) makes of the values, for the player of each move."""
    found: list[Floats] = []
    later = None
    for one in reversed(played):
        side = np.where(one.players == 0, 1, -1)
        next_value = one.values * side
        later = next_value if later is None else (1 - DECAY) * next_value + DECAY * later
        # A random move says nothing about the position before it. The best move does.
        later = np.where(one.strayed, next_value, np.where(one.over, one.returns, later))
        found.append((later * side).astype(np.float32))
    return found[::-1]


class Learner:
    """A judge that learns from its own games."""

    def __init__(self, game: lt.Game, games: int, seed: int) -> None:
        self.judge, self.moves, self.error = Judge(game, seed=seed), 0, 0.0
        self.play, self.random = SelfPlay(self.judge, games, seed), np.random.default_rng(seed)
        self.lessons: deque[tuple[Floats, Floats]] = deque(maxlen=KEPT)

    def learn(self, rate: float) -> None:
        """Play on, then learn from the last lessons: from as many positions as two of them have."""
        self.lessons.append(self.play.lesson())
        planes, values = (np.concatenate(parts) for parts in zip(*self.lessons, strict=True))
        size = len(self.lessons[-1][1])
        self.moves += size
        errors = [self._step(planes[rows], values[rows], rate) for rows in self._samples(len(values), 2 * size)]
        self.error = float(np.mean(errors))

    def _samples(self, size: int, wanted: int) -> Iterator[Numbers]:
        order = self.random.permutation(size)[:wanted]
        yield from np.array_split(order, max(1, len(order) // SAMPLE))

    def _step(self, planes: Floats, values: Floats, rate: float) -> float:
        inputs = planes.astype(np.float32)
        if self.judge.mirror and self.random.random() < 0.5:
            inputs = self.judge.space.turned(inputs, self.judge.mirror)
        return self.judge.network.learn(inputs.reshape(len(inputs), -1), values, rate)


def score(judge: Judge, opponent: str, games: int, plies: int, seed: int) -> Score:
    """Return the score of a judge that looks some plies ahead. Games come in pairs, as in `ludotheque match`."""
    game, others = judge.game, []
    positions: list[lt.Position] = []
    for number in range(games):
        others.append(make_player(opponent, game, seed * 1000003 + number))
        positions.append(opening(lt.Record(game.start()), 2, random.Random(f"{seed} {number // 2}")).final)
    while going := [number for number, position in enumerate(positions) if position.to_act]:
        mine = [number for number in going if positions[number].to_act[0] == number % 2]
        if mine:
            judged = judge.moves(np.array([positions[number].state for number in mine], np.uint64), plies)
            for number, row in zip(mine, judged.best(), strict=True):
                positions[number] = positions[number].play(lt.Move(game, int(judged.moves.moves[row])))
        for number in set(going) - set(mine):
            seen = GameView.of(positions[number])
            positions[number] = positions[number].play(others[number].choose(seen))
    points = [(position.returns or (0.0, 0.0))[number % 2] for number, position in enumerate(positions)]
    return Score.of_pairs(zip(points[::2], points[1::2], strict=True))


def measure(learner: Learner, opponent: str, games: int, seconds: float, seed: int = 1) -> dict[str, Any]:
    """Return a point of the curve: how much was learned, and the score with its 95 % interval at one and two plies."""
    point: dict[str, Any] = {"moves": learner.moves, "games": learner.play.finished, "seconds": round(seconds)}
    for plies in (1, 2):
        found = score(learner.judge, opponent, games, plies, seed)
        counts = {"won": found.wins, "drawn": found.draws, "lost": found.losses}
        bounds = [round(bound, 4) for bound in found.interval]
        point[f"plies_{plies}"] = {**counts, "score": round(found.share, 4), "interval": bounds}
    return point


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=lt.games())
    parser.add_argument("--moves", type=int, default=3_000_000, help="how many moves to learn from")
    parser.add_argument("--at-once", type=int, default=256, help="how many games run at once")
    parser.add_argument("--points", type=int, default=10, help="how many times to measure")
    parser.add_argument("--games", type=int, default=100, help="how many games each time")
    parser.add_argument("--final-games", type=int, default=400, help="how many games at the end")
    parser.add_argument("--opponent", default="level:2", help="against whom, as in a match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/self-play"))
    told = parser.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    learner, curve, spent = Learner(lt.load(told.game), told.at_once, told.seed), list[dict[str, Any]](), 0.0
    while True:
        done = learner.moves / told.moves
        if done >= len(curve) / told.points:
            last = done >= 1
            games, seed = (told.final_games, told.seed + 1) if last else (told.games, told.seed)
            curve.append(measure(learner, told.opponent, games, spent, seed))
            print(json.dumps(curve[-1]), flush=True)
            learner.judge.network.save(told.folder / "network.npz")
            about = {"game": told.game, "opponent": told.opponent, "seed": told.seed, "points": curve}
            (told.folder / "curve.json").write_text(json.dumps(about, indent=1) + "\n", "utf-8")
            if last:
                break
        began = time.process_time()
        learner.learn(RATE + (LAST_RATE - RATE) * min(1.0, done))
        spent += time.process_time() - began


if __name__ == "__main__":
    main()
