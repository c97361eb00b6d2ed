"""What is said to a running engine and what it answers, in the words of the protocol."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ludotheque.engine.analysis import Analysis, Candidate
from ludotheque.engine.bounds import Bounds
from ludotheque.engine.external import protocol
from ludotheque.engine.external.program import Gone, Program, Slow
from ludotheque.engine.game_view import GameView
from ludotheque.errors import EngineError, NotationError, PositionError
from ludotheque.position import Move, Position, View
from ludotheque.texts import say

Log = Callable[[str], object]


class GivenUp(Exception):
    """The question was given up, and the engine cannot be told."""


class Question:
    """A question to an engine. Another thread may give it up."""

    def __init__(self) -> None:
        self.given_up = False
        self.asked = False
        self.stopped = False
        """Whether the engine was told to stop."""
        self.deadline: float | None = None
        self._wake: Callable[[], object] = lambda: None

    def set_time(self, seconds: float | None) -> None:
        """Expect the answer within so many seconds from now on."""
        self.deadline = None if seconds is None else time.monotonic() + seconds

    def bind(self, wake: Callable[[], object]) -> None:
        """Call `wake` when the question is given up."""
        self._wake = wake

    def give_up(self) -> None:
        """Let the engine answer at once, or end it if it cannot."""
        self.given_up = True
        self._wake()


class Conversation:
    """A running engine: its name, its version of the protocol, and what it offers."""

    def __init__(
        self, command: Sequence[str], question: Question, *, starting: float, patience: float, log: Log
    ) -> None:
        self.command = " ".join(command)
        self.name, self.version, self.offers = "", 1, frozenset[str]()
        self.starting, self.patience = starting, patience
        self.told: GameView | None = None
        """What it was told last of the game that it plays; None before a new game."""
        self._log = log
        try:
            self._program = Program(command)
        except OSError as error:
            raise EngineError(say("engine.start", command=self.command, why=error)) from error
        try:
            self._greet(question)
        except BaseException:
            self._program.end()
            raise

    def _greet(self, question: Question) -> None:
        question.set_time(self.starting)
        self._send(protocol.HELLO)
        while True:
            word, rest = self._answer(("version", "offers", "ready"), question)
            if word == "version":
                if not rest.isdecimal() or rest == "0":
                    raise self._garbage(f"{word} {rest}")
                self.version = min(int(rest), protocol.VERSION)
            elif word == "offers":
                self.offers |= set(rest.split())
            else:
                self.name = rest
                return

    def check(self, bounds: Bounds, *, analyse: bool = False) -> None:
        """Raise an error unless the engine can keep to these bounds, and analyse. Every engine keeps to a time."""
        if analyse and protocol.ANALYSE not in self.offers:
            raise EngineError(say("engine.no_analysis", command=self.command))
        for name, value in ((protocol.DEPTH, bounds.depth), (protocol.NODES, bounds.nodes)):
            if value is not None and name not in self.offers:
                raise EngineError(say("engine.bound", command=self.command, name=name))

    def play(self, seen: GameView, bounds: Bounds, question: Question) -> Move:
        """Return the move of the engine, which is legal."""
        self._tell(seen, question)
        self._ask(protocol.go_line(bounds, self.version), bounds, question)
        _, text = self._answer(protocol.MOVE, question)
        try:
            return self._legal(seen.now, seen.now.game.read(text), text)
        except NotationError as error:
            raise EngineError(say("engine.illegal", command=self.command, text=text)) from error

    def analyse(self, seen: GameView, bounds: Bounds, lines: int, question: Question) -> Iterator[Analysis]:
        """Yield the analyses of the engine, as it finds them."""
        self._tell(seen, question)
        self._ask(protocol.analyse_line(bounds, lines), bounds, question)
        begun, candidates = time.monotonic(), list[Candidate]()
        while True:
            word, rest = self._answer(("candidate", "result", "done"), question)
            if word == "done":
                return
            try:
                if word == "candidate":
                    candidates.append(self._followed(seen.now, protocol.candidate(seen.now, rest)))
                    continue
                depth, nodes = protocol.result(rest)
            except protocol.Garbage as error:
                raise self._garbage(f"{word} {rest}") from error
            if not candidates:
                raise self._garbage(f"{word} {rest}")
            yield Analysis(seen.now, tuple(candidates), depth, nodes, time.monotonic() - begun)
            candidates = []

    def end(self, *, politely: bool) -> None:
        """End the engine: ask it, wait for a moment, then use force."""
        if politely:
            self._send("quit")
        self._program.end(self.patience if politely else 0.0)

    def _tell(self, seen: GameView, question: Question) -> None:
        """Say what the player may know. A game is announced with its first question, and the engine may load it."""
        if self.told is None:
            self._send(protocol.game_line(seen.now.game))
            if self.version > 1:
                question.set_time(self.starting)
                self._answer(("ready",), question)
        self.told = seen
        for line in protocol.view_lines(seen, self.version):
            self._send(line)

    def _ask(self, line: str, bounds: Bounds, question: Question) -> None:
        question.set_time(None if bounds.seconds is None else bounds.seconds + self.patience)
        question.asked = True
        for stale in self._program.forget():  # the engine cannot have answered yet
            self._log(f"< {stale}")
        self._send(line)

    def _send(self, line: str) -> None:
        self._log(f"> {line}")
        self._program.send(line)

    def _answer(self, words: Sequence[str], question: Question) -> tuple[str, str]:
        """The next line that begins with one of these words: the word and the rest. Other lines do not matter."""
        question.bind(self._program.wake)
        while True:
            if question.given_up and question.asked and not question.stopped:
                self._stop(question)
            try:
                line = self._program.receive(question.deadline)
            except Slow as error:
                raise EngineError(say("engine.slow", command=self.command)) from error
            except Gone as error:
                raise EngineError(say("engine.gone", command=self.command)) from error
            if line:
                self._log(f"< {line}")
                word, _, rest = line.partition(" ")
                if word in words:
                    return word, rest.strip()

    def _stop(self, question: Question) -> None:
        if protocol.STOP not in self.offers:
            raise GivenUp
        question.stopped = True
        question.set_time(self.patience)
        self._send(protocol.STOP)

    def _legal(self, view: View, move: Move, text: str) -> Move:
        if move not in view.legal_moves():
            raise EngineError(say("engine.illegal", command=self.command, text=text))
        return move

    def _followed(self, view: View, known: Candidate) -> Candidate:
        """A candidate with its line as far as the rules can follow it: not beyond a secret, or moves made at once."""
        line = [self._legal(view, known.move, str(known.move))]
        position, player = _whole(view), view.player
        for move in known.line[1:]:
            position = position and position.play(line[-1], player)
            if position is None or len(position.to_act) > 1:
                break
            if not position.is_legal(move):
                raise EngineError(say("engine.illegal", command=self.command, text=move))
            player = position.to_act[0]
            line.append(move)
        return replace(known, line=tuple(line))

    def _garbage(self, line: str) -> EngineError:
        return EngineError(say("engine.garbage", command=self.command, line=line))


def _whole(view: View) -> Position | None:
    """The position of a view; None where it has a secret."""
    if view.game.rulebook.rules.has_secrets:
        try:
            return view.game.parse(view.text)
        except PositionError:
            return None
    return Position(view.game, view.state)
