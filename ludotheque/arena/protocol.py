"""The engine protocol: lines of text on standard input and output, in the spirit of UCI.

The referee writes, the engine answers:

    ludotheque 1                              →  ready NAME
    game malawi diagonals=true                   a new game with its options
    player 0                                     whose move is asked for
    view turn=0 white=… black=…                  what that player may know
    legal a1-a3 a1-c3 …                          all legal moves
    go 0.5                                    →  move a1-a3          within this number of seconds
    quit

Either side ignores lines that it does not know (an engine may write `info …` before its move).
`docs/engine-protocol.md` describes the protocol at more length.
"""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
from contextlib import suppress
from typing import IO

from ludotheque.errors import LudothequeError
from ludotheque.position import Game, Move, View, option_text
from ludotheque.texts import say

VERSION = 1
MOVE_WORDS = ("move", "decision")
"""The words before a move; older engines say the second one."""
PATIENCE = 5.0
"""Seconds beyond its time that a slow engine gets."""
STARTING = 60.0
"""Seconds in which an engine must be ready: some have a lot to load."""


class ExternalEngine:
    """A program that speaks the protocol, started by its command line."""

    def __init__(self, command: str, game: Game) -> None:
        self.game = game
        self.command = command
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                bufsize=1,
                encoding="utf-8",
            )
        except OSError as error:
            raise LudothequeError(say("arena.start", command=command, why=error)) from error
        assert self.process.stdin
        assert self.process.stdout
        self.input: IO[str] = self.process.stdin
        self.output: IO[str] = self.process.stdout
        self.answers: queue.Queue[str | None] = queue.Queue()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        try:
            self._send(f"ludotheque {VERSION}")
            self.name = self._receive(("ready",), STARTING)
            self._send(f"game {game.id} {option_text(game.options)}")
        except LudothequeError:
            self.close()
            raise

    def choose(self, view: View, seconds: float) -> Move:
        """The move of the engine; an error when the engine fails, takes too long or plays an illegal move."""
        legal = view.legal_moves()
        self._send(f"player {view.player}")
        self._send(f"view {view.text}")
        self._send("legal " + " ".join(map(str, legal)))
        self._send(f"go {seconds:g}")
        text = self._receive(MOVE_WORDS, seconds + PATIENCE)
        move = self.game.read(text)
        if move not in legal:
            raise LudothequeError(say("arena.illegal", command=self.command, text=text))
        return move

    def close(self) -> None:
        """Ask the engine to end, make sure that it does, and close its pipes."""
        with suppress(LudothequeError):
            self._send("quit")
        with suppress(OSError):
            self.input.close()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.listener.join(PATIENCE)

    def _send(self, line: str) -> None:
        try:
            self.input.write(line + "\n")
            self.input.flush()
        except (OSError, ValueError) as error:
            raise LudothequeError(say("arena.gone", command=self.command)) from error

    def _receive(self, words: tuple[str, ...], seconds: float) -> str:
        """The rest of the next line that starts with one of these words."""
        while True:
            try:
                line = self.answers.get(timeout=seconds)
            except queue.Empty:
                raise LudothequeError(say("arena.slow", command=self.command)) from None
            if line is None:
                raise LudothequeError(say("arena.gone", command=self.command))
            first, _, rest = line.partition(" ")
            if first in words:
                return rest.strip()

    def _listen(self) -> None:
        with self.output:
            for line in self.output:
                self.answers.put(line.strip())
        self.answers.put(None)
