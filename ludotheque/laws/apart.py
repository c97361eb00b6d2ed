"""The laws of a game asked in a process of their own, because a kernel can crash it or never come to an end."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import Connection

from ludotheque.errors import LudothequeError
from ludotheque.laws.breach import Breach, texts
from ludotheque.laws.check import Findings, a_game_can_be_played, check, nobody
from ludotheque.library import add_place, definition, places
from ludotheque.position import Game, Position
from ludotheque.rulebook.fault import fault_of
from ludotheque.texts import Text

QUICK, MOST = 10, 60
"""Seconds of processor time for one answer, however busy the machine is: where nothing is compiled, and elsewhere."""
ASKED, FOUND, FAILED = b"?", b"=", b"!"
"""What the process writes: the law that it asks next and of what; what it has found so far; why it cannot go on."""


def check_apart(id: str, seconds: float) -> Findings:
    """Return what `check` returns. Where the process ends before that, the law that was being asked is broken."""
    found, asked = Findings(definition(id).package, 0.0), pickle.dumps((a_game_can_be_played.__name__, None, MOST))
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=_work, args=(theirs, places(), id, seconds), daemon=True)
    process.start()
    theirs.close()
    try:
        with suppress(EOFError):
            while message := ours.recv_bytes():
                kind, told = message[:1], message[1:]
                if kind == FAILED:
                    raise pickle.loads(told)
                if kind == ASKED:
                    asked = told
                else:
                    found = pickle.loads(told)
        process.join()
    finally:
        process.kill()
        process.join()
    if process.exitcode:
        law, position, most = pickle.loads(asked)
        breach = Breach(texts.say("expected.answer"), _end(process.exitcode, most), position)
        found.broken[law] = breach.sentence(law)
    return found


def _end(status: int, most: int) -> Text:
    """Say how the process came to its end."""
    if status == -getattr(signal, "SIGPROF", 0):
        return texts.say("found.endless", seconds=most)
    name = signal.Signals(-status).name if -status in set(signal.Signals) else str(status)
    return texts.say("found.crashed", status=name)


def _work(answers: Connection, where: Sequence[str], id: str, seconds: float) -> None:
    """Ask the laws, and write what is asked and found."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C ends the program, and with it this process
    for place in reversed(where):
        if place not in places():
            add_place(place)
    witness = Witness(answers)
    try:
        witness.tell(FOUND, replace(check(id, seconds, witness.watch), watch=nobody))
    except LudothequeError as error:
        witness.tell(FAILED, error)
    except Exception as error:  # the folder is a program: it can fail anywhere
        witness.tell(FAILED, fault_of(id, definition(id).package, error))
    # Memory that a kernel has spoiled would crash the process now.
    os._exit(0)


class Witness:
    """Writes what the process is about to do, and ends it when that takes too long."""

    def __init__(self, answers: Connection) -> None:
        self._answers = answers
        self._broken = 0

    def tell(self, kind: bytes, told: object) -> None:
        self._answers.send_bytes(kind + pickle.dumps(told))

    def watch(self, found: Findings, law: str, about: object) -> None:
        most = QUICK if isinstance(about, Game) else MOST
        if hasattr(signal, "setitimer"):  # nobody handles its signal, which ends even a loop of compiled code
            signal.setitimer(signal.ITIMER_PROF, most)
        if len(found.broken) > self._broken:
            self._broken = len(found.broken)
            self.tell(FOUND, replace(found, watch=nobody))
        self.tell(ASKED, (law, about if isinstance(about, Position) else None, most))
