"""External engines: programs in any language that speak the engine protocol."""

from __future__ import annotations

import shlex
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Self, TypeVar

from ludotheque.engine.analyse import LINES
from ludotheque.engine.analysis import Analysis
from ludotheque.engine.background import in_background, result_of
from ludotheque.engine.bounds import Bounds, check_count
from ludotheque.engine.engine import Progress
from ludotheque.engine.external.conversation import Conversation, GivenUp, Log, Question
from ludotheque.engine.game_view import GameView
from ludotheque.engine.stream import AnalysisStream
from ludotheque.errors import EngineError
from ludotheque.position import Move, Position, View
from ludotheque.record import Record
from ludotheque.texts import say

T = TypeVar("T")
STARTING = 60.0
"""Seconds in which an engine must be ready, for its first game or another one: some have a lot to load."""
PATIENCE = 5.0
"""Seconds beyond its time that a slow engine gets."""
Shown = Record | Position | View | GameView


class ExternalEngine:
    """A program that speaks the engine protocol, started by its command line.

    >>> import sys, ludotheque as lt
    >>> position = lt.load("malawi").start()
    >>> with lt.ExternalEngine([sys.executable, "examples/random_engine.py"]) as engine:
    ...     engine.name, engine.play(position, seconds=0.1) in position.legal_moves()
    ('random', True)

    It gets a position, a view or a record. From a record it also learns the moves, and when a new game begins. It
    learns only what the player to move may know. Bounds are those of `analyse`; without one it has one second.

    An engine that ends, answers too late, writes garbage or plays an illegal move raises an `EngineError`. It is ended,
    and the next question starts it again. It has `starting` seconds to be ready, and `patience` seconds more than the
    bound for an answer. `log` gets every line that is written (`> …`) and read (`< …`).
    """

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        starting: float = STARTING,
        patience: float = PATIENCE,
        log: Log = lambda line: None,
    ) -> None:
        self.command = shlex.split(command) if isinstance(command, str) else list(command)
        if not self.command:
            raise EngineError(say("engine.command"))
        self._starting, self._patience, self._log = starting, patience, log
        self._lock = threading.RLock()
        self._conversation: Conversation | None = None
        self._closed = False

    # Its life.

    def start(self) -> Self:
        """Start the program, unless it runs. Every question does so, too."""
        with self._running(Question()):
            return self

    def new_game(self) -> None:
        """Let a new game begin with the next question. A record that does not go on with the last one does so, too."""
        with self._lock:
            if self._conversation and self._conversation.told:
                self._renew(self._conversation)

    def close(self) -> None:
        """End the program. A question that is going on raises an error."""
        self._closed = True
        free = self._lock.acquire(blocking=False)
        try:
            if self._conversation:
                self._conversation.end(politely=free)
        finally:
            if free:
                self._conversation = None
                self._lock.release()

    @property
    def name(self) -> str:
        """What the engine calls itself."""
        return self._greeted.name

    @property
    def version(self) -> int:
        """The version of the protocol that it speaks."""
        return self._greeted.version

    @property
    def offers(self) -> frozenset[str]:
        """What it can do besides playing in a given time: `analyse`, `depth`, `nodes`, `stop`."""
        return self._greeted.offers

    @property
    def _greeted(self) -> Conversation:
        conversation = self._conversation  # does not wait for a question that is going on
        if conversation is None:
            with self._running(Question()) as conversation:
                pass
        return conversation

    @contextmanager
    def _running(self, question: Question) -> Iterator[Conversation]:
        """The running engine, for one thread at a time. It is ended when its question does not come to an end."""
        with self._lock:
            if self._closed:
                raise EngineError(say("engine.closed", command=" ".join(self.command)))
            if question.given_up:
                raise GivenUp
            if self._conversation is None:
                self._conversation = Conversation(
                    self.command, question, starting=self._starting, patience=self._patience, log=self._log
                )
            try:
                yield self._conversation
            except BaseException:
                self._end(politely=False)
                raise

    def _end(self, *, politely: bool) -> None:
        conversation, self._conversation = self._conversation, None
        if conversation:
            conversation.end(politely=politely)

    def _renew(self, conversation: Conversation) -> None:
        """Make ready for a new game. A program of version 1 plays only one."""
        conversation.told = None
        if conversation.version == 1:
            self._end(politely=True)

    # Questions.

    def play(
        self,
        shown: Shown,
        seconds: float | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        player: int | None = None,
    ) -> Move:
        """Return the move of the engine, which is legal."""
        return self._play(GameView.of(shown, player), Bounds(seconds, depth, nodes).or_default(), Question())

    async def play_async(
        self,
        shown: Shown,
        seconds: float | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        player: int | None = None,
    ) -> Move:
        """Return the move of the engine, without blocking the event loop. A task that is cancelled stops the engine."""
        seen, bounds = GameView.of(shown, player), Bounds(seconds, depth, nodes).or_default()
        return await self._asked(lambda question: self._play(seen, bounds, question))

    def analyse(
        self,
        shown: Shown,
        seconds: float | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = LINES,
        player: int | None = None,
    ) -> Analysis:
        """Return the engine's analysis, if it offers one."""
        bounds = Bounds(seconds, depth, nodes).or_default()
        with self._stream(GameView.of(shown, player), bounds, lines) as stream:
            return stream.wait()

    async def analyse_async(
        self,
        shown: Shown,
        seconds: float | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = LINES,
        player: int | None = None,
    ) -> Analysis:
        """Return the engine's analysis, without blocking the event loop."""
        bounds = Bounds(seconds, depth, nodes).or_default()
        with self._stream(GameView.of(shown, player), bounds, lines) as stream:
            return await stream.wait_async()

    def analysis(
        self,
        shown: Shown,
        seconds: float | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = LINES,
        player: int | None = None,
    ) -> AnalysisStream:
        """Return a stream of the engine's analyses; without a bound it goes on until you stop it."""
        return self._stream(GameView.of(shown, player), Bounds(seconds, depth, nodes), lines)

    def _play(self, seen: GameView, bounds: Bounds, question: Question) -> Move:
        self._prepare(seen, bounds, question)
        with self._running(question) as conversation:
            return conversation.play(seen, bounds, question)

    def _stream(self, seen: GameView, bounds: Bounds, lines: int) -> AnalysisStream:
        check_count("lines", lines)
        question = Question()

        def search(progress: Progress) -> Analysis:
            return self._analyse(seen, bounds, lines, question, progress)

        return AnalysisStream(search, question.give_up)

    def _analyse(self, seen: GameView, bounds: Bounds, lines: int, question: Question, progress: Progress) -> Analysis:
        last: Analysis | None = None
        try:
            self._prepare(seen, bounds, question, analyse=True)
            with self._running(question) as conversation:
                for last in conversation.analyse(seen, bounds, lines, question):
                    progress(last)
        except GivenUp:
            pass
        if last is None:
            raise EngineError(say("engine.nothing", command=" ".join(self.command)))
        return last

    def _prepare(self, seen: GameView, bounds: Bounds, question: Question, *, analyse: bool = False) -> None:
        """Check what can be asked before the engine is disturbed, and begin a new game where there is one."""
        with self._lock:
            with self._running(question) as conversation:
                told = conversation.told
            conversation.check(bounds, analyse=analyse)
            if told and not seen.follows(told):
                self._renew(conversation)

    # In an event loop.

    async def _asked(self, work: Callable[[Question], T]) -> T:
        question = Question()
        try:
            return await result_of(in_background(lambda: work(question)))
        except BaseException:
            question.give_up()
            raise

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        def start(question: Question) -> None:
            with self._running(question):
                pass

        await self._asked(start)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await result_of(in_background(self.close))
