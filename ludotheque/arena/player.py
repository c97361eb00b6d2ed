"""The players of a match, described by a text: `level:4`, `level:6@0.2`, `random`, `plain@0.2`, `engine:COMMAND`.

`level:6@0.2+3` varies its first 3 moves: it draws them among the best few.
"""

from __future__ import annotations

import random
import re
from collections import defaultdict
from math import exp
from typing import Protocol

from ludotheque.engine.computer import Computer
from ludotheque.engine.engine import Engine
from ludotheque.engine.external import ExternalEngine
from ludotheque.engine.game_view import GameView
from ludotheque.engine.levels import level
from ludotheque.engine.limit import Limit
from ludotheque.errors import OptionError
from ludotheque.kernel_loading import load_kernels
from ludotheque.position import Game, Move
from ludotheque.texts import say

CHOICE, VARIETY = 6, 0.03
"""A varied move is one of this number of best ones, and about this far below the best chance."""


class Player(Protocol):
    """Chooses the moves of one game, from what its player may know."""

    def choose(self, seen: GameView) -> Move: ...

    def close(self) -> None: ...


class OwnPlayer:
    """A player of this program. It holds nothing that must be released."""

    def close(self) -> None:
        pass


class RandomPlayer(OwnPlayer):
    """Plays any legal move."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def choose(self, seen: GameView) -> Move:
        return self.dice.choice(seen.now.legal_moves())


class LevelPlayer(OwnPlayer):
    """Plays at a level of this program."""

    def __init__(self, game: Game, number: int, seconds: float | None, seed: int) -> None:
        self.computer = Computer(game, level(number), seed, seconds)

    def choose(self, seen: GameView) -> Move:
        return self.computer.choose(seen.now)


class VariedPlayer(LevelPlayer):
    """Plays at a level, but draws its first moves in a game among the best few, if they seem almost as good."""

    def __init__(self, game: Game, number: int, seconds: float | None, seed: int, moves: int) -> None:
        super().__init__(game, number, seconds, seed)
        self.moves = moves

    def choose(self, seen: GameView) -> Move:
        self.moves -= 1
        if self.moves < 0:
            return super().choose(seen)
        computer = self.computer
        dice = random.Random(f"{computer.seed} {seen.now.text}")
        with Limit(computer.level.seconds) as limit:
            analysis = computer.engine.search(seen.now, limit, lines=CHOICE, seed=dice.getrandbits(32))
        weighted = [one for one in analysis.candidates if one.weight]
        if weighted:  # a secret move is as unpredictable as it should be
            return dice.choices(weighted, [one.weight or 0.0 for one in weighted])[0].move
        best = analysis.candidates[:CHOICE]
        weights = [exp((one.chance - analysis.chance) / VARIETY) for one in best]
        return dice.choices(best, weights)[0].move


class UctPlayer(OwnPlayer):
    """Plays by UCT with random playouts, which knows nothing but the rules: the yardstick for the levels."""

    def __init__(self, game: Game, seconds: float, seed: int) -> None:
        self.seconds, self.seed = seconds, seed
        self.engine: Engine = load_kernels("ludotheque.engine.mcts", say("compile.search")).Uct(game.rulebook)

    def choose(self, seen: GameView) -> Move:
        with Limit(self.seconds) as limit:
            return self.engine.search(seen.now, limit, seed=self.seed).best.move


class IdleEngines:
    """External engines that wait for their next game. They end with this process."""

    def __init__(self) -> None:
        self._waiting: defaultdict[str, list[ExternalEngine]] = defaultdict(list)

    def take(self, command: str) -> ExternalEngine:
        """Return an engine that is started and ready for a new game."""
        if self._waiting[command]:
            engine = self._waiting[command].pop()
            engine.new_game()
            return engine
        return ExternalEngine(command).start()

    def give_back(self, command: str, engine: ExternalEngine) -> None:
        """Keep an engine for its next game."""
        self._waiting[command].append(engine)


class ExternalPlayer:
    """Plays by a program that speaks the engine protocol on its standard input and output."""

    def __init__(self, command: str, seconds: float, idle: IdleEngines | None) -> None:
        self.command, self.seconds, self.idle = command, seconds, idle
        self.engine = (idle or IdleEngines()).take(command)

    def choose(self, seen: GameView) -> Move:
        return self.engine.play(seen, self.seconds)

    def close(self) -> None:
        if self.idle:
            self.idle.give_back(self.command, self.engine)
        else:
            self.engine.close()


_LEVEL = re.compile(r"level:(\d+)(?:@(\d+(?:\.\d+)?))?(?:\+(\d+))?")
_PLAIN = re.compile(r"plain@(\d+(?:\.\d+)?)")
_ENGINE = re.compile(r"engine(?:@(\d+(?:\.\d+)?))?:(.+)")


def make_player(text: str, game: Game, seed: int, idle: IdleEngines | None = None) -> Player:
    """The player that a text describes. An external engine ends with the player unless `idle` keeps it."""
    if text == "random":
        return RandomPlayer(seed)
    if match := _LEVEL.fullmatch(text):
        number, seconds = int(match[1]), float(match[2]) if match[2] else None
        if match[3]:
            return VariedPlayer(game, number, seconds, seed, int(match[3]))
        return LevelPlayer(game, number, seconds, seed)
    if match := _PLAIN.fullmatch(text):
        return UctPlayer(game, float(match[1]), seed)
    if match := _ENGINE.fullmatch(text):
        return ExternalPlayer(match[2], float(match[1] or 1.0), idle)
    raise OptionError(say("arena.player", text=text))
