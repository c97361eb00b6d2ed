"""An engine that speaks the whole protocol: it analyses, keeps to every bound, and stops when it is told to.

It searches with the engines of this package, in games without secrets.

ludotheque match malawi "engine:python examples/analysing_engine.py" level:4 --games 10
"""

import sys
import threading

import ludotheque as lt
from ludotheque.engine.external.protocol import candidate_line, result_line
from ludotheque.library import parse_options


def show(analysis):
    """Write an analysis: its candidates, then the line that ends it."""
    for candidate in analysis.candidates:
        print(candidate_line(candidate), flush=True)
    print(result_line(analysis), flush=True)


def answer(word, stream):
    """Answer a question when the search has ended, and before that with what it finds."""
    if word == "analyse":
        analysis = None
        for analysis in stream:
            show(analysis)
        if stream.wait() != analysis:  # it was stopped
            show(stream.wait())
        print("done", flush=True)
    else:
        print("move", stream.wait().best.move, flush=True)


game, player, view, stream = None, 0, "", None
for line in sys.stdin:
    word, *rest = line.split()
    if word == "ludotheque":
        print("version 2", "offers analyse depth nodes stop", "ready analysing", sep="\n", flush=True)
    elif word == "game":
        game = lt.load(rest[0], **parse_options(rest[0], dict(pair.split("=") for pair in rest[1:])))
        lt.analyse(game.start(), nodes=1, player=game.start().to_act[0])  # loads the search
        print("ready", flush=True)
    elif word == "player":
        player = int(rest[0])
    elif word == "view":
        view = " ".join(rest)
    elif word in ("go", "analyse"):
        bounds = dict(pair.split("=") for pair in rest)
        numbers = {name: float(value) if name == "seconds" else int(value) for name, value in bounds.items()}
        stream = lt.analysis(game.parse(view), player=player, **numbers)
        # Another thread answers, so that this one can read `stop`.
        threading.Thread(target=answer, args=(word, stream), daemon=True).start()
    elif word == "stop" and stream:
        stream.stop()
    elif word == "quit":
        break
