"""Who plays in a match, told in a word: `level:4`, `level:6@0.2`, `random`, `plain@0.2`, `engine:COMMAND`."""

from __future__ import annotations

import random
import re
from typing import Protocol

from ludotheque.arena.protocol import Engine
from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import level
from ludotheque.engine.limit import Limit
from ludotheque.engine.thinker import Thinker
from ludotheque.errors import OptionError
from ludotheque.position import Game, Move, View
from ludotheque.texts import say
from ludotheque.warmth import load_kernels


class Contender(Protocol):
    """Decides from views, one game after another."""

    def choose(self, view: View) -> Move: ...

    def close(self) -> None: ...


class Own:
    """A contender of this program: it holds nothing that must be let go."""

    def close(self) -> None:
        pass


class Chance(Own):
    """Any legal decision."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def choose(self, view: View) -> Move:
        return self.dice.choice(view.legal_moves())


class Levelled(Own):
    """A level of ours."""

    def __init__(self, game: Game, number: int, seconds: float | None, seed: int) -> None:
        self.computer = Computer(game, level(number), seed, seconds)

    def choose(self, view: View) -> Move:
        return self.computer.choose(view)


class Plain(Own):
    """UCT with random playouts, which knows nothing but the rules: the measure for our own players."""

    def __init__(self, game: Game, seconds: float, seed: int) -> None:
        self.seconds, self.seed = seconds, seed
        self.thinker: Thinker = load_kernels("ludotheque.engine.uct", say("compile.search")).Plain(game.rulebook)

    def choose(self, view: View) -> Move:
        with Limit(self.seconds) as limit:
            return self.thinker.think(view, limit, seed=self.seed).best.move


class External:
    """An engine that speaks our protocol on its standard input and output."""

    def __init__(self, game: Game, command: str, seconds: float) -> None:
        self.seconds = seconds
        self.engine = Engine(command, game)

    def choose(self, view: View) -> Move:
        return self.engine.choose(view, self.seconds)

    def close(self) -> None:
        self.engine.close()


_LEVEL = re.compile(r"level:(\d+)(?:@(\d+(?:\.\d+)?))?")
_PLAIN = re.compile(r"plain@(\d+(?:\.\d+)?)")
_ENGINE = re.compile(r"engine(?:@(\d+(?:\.\d+)?))?:(.+)")


def contender(told: str, game: Game, seed: int) -> Contender:
    """The contender that a word describes."""
    if told == "random":
        return Chance(seed)
    if found := _LEVEL.fullmatch(told):
        return Levelled(game, int(found[1]), float(found[2]) if found[2] else None, seed)
    if found := _PLAIN.fullmatch(told):
        return Plain(game, float(found[1]), seed)
    if found := _ENGINE.fullmatch(told):
        return External(game, found[2], float(found[1] or 1.0))
    raise OptionError(say("arena.contender", told=told))
