"""An engine for tests. Its argument says how it behaves; it never looks at the position."""

from __future__ import annotations

import os
import sys
import time

MODE = sys.argv[-1]
VERSIONS = {"zero": "version 0", "strange": "version two"}
HEADS: dict[str, list[str]] = {"old": [], "plain": ["version 2"], "future": ["version 7", "offers time-travel"]}
ANSWERS = {
    "illegal": ["move a1-a4"],
    "nonsense": ["move hello"],
    "chance": ["candidate chance=2 moves a1-a3", "result depth=1", "done"],
    "wordless": ["candidate chance=0.5", "result depth=1", "done"],
    "impossible": ["candidate chance=0.5 moves a1-a4", "result depth=1", "done"],
    "deep": ["candidate chance=0.5 moves a1-a3", "result depth=very", "done"],
    "empty": ["result depth=1 nodes=1", "done"],
    "nothing": ["done"],
}


def write(*lines: str) -> None:
    """Write all lines at once, also where Python does not gather what is written."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def sleep() -> None:
    """Ignore everything for ever."""
    while True:
        time.sleep(3600)


def answer(legal: list[str], stopped: bool) -> None:
    if MODE == "crash":
        os._exit(3)
    elif MODE in ("silent", "deaf") or (MODE == "obedient" and not stopped):
        return
    elif MODE == "flood":
        while True:
            write("info " * 100)
    elif MODE == "binary":
        sys.stdout.buffer.write(b"\xff\xfe\n\n\n" + b"x" * 100_000 + b"\n")
        write(f"move {legal[0].upper()}")
    elif MODE == "twice":
        write(f"move {legal[-1]}", f"move {legal[0]}")
    elif MODE == "again":
        write(f"candidate chance=0.5 moves {legal[0]} {legal[0]}", "result depth=1", "done")
    else:
        write(*ANSWERS.get(MODE, [f"move {legal[-1]}"]))


def main() -> None:
    legal: list[str] = []
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "ludotheque":
            if MODE == "mute":
                sleep()
            offers = "offers analyse depth nodes" + (" stop" if MODE == "obedient" else "")
            head = HEADS.get(MODE, ["version 2", offers])
            write(*([VERSIONS[MODE]] if MODE in VERSIONS else head), f"ready {MODE} {os.getpid()}")
        elif word == "game" and MODE != "old":
            write("ready")
            if MODE == "deaf":
                sleep()
        elif word == "legal":
            legal = rest
        elif word in ("go", "analyse", "stop"):
            answer(legal, word == "stop")
        elif word == "quit" and MODE != "stubborn":
            break
    if MODE == "stubborn":
        sleep()


if __name__ == "__main__":
    main()
