"""Play under faults: `python -m tests.chaos [--faults N] [--seconds N] [--seed N]`.

The last line has all figures. The exit status is 1 when one of them is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import ludotheque as lt
from tests.chaos import readback
from tests.chaos.database import Database
from tests.chaos.faults import Fault, Site, sequence
from tests.chaos.players import Match
from tests.chaos.servers import Servers

PATIENCE = 90.0
"""Seconds after a fault in which every game must go on. A loaded machine needs some for the new processes."""
PAUSE = 0.0, 1.5
"""The shortest and the longest time between two faults, in seconds."""
CALM = 50
"""After so many faults there is none for a while."""
TOGETHER = 0.2
"""How often a fault comes while another one lasts."""


async def going_on(matches: Sequence[Match]) -> int:
    """Return how many games do not go on. In each, a move must be acknowledged from now on."""
    before = [match.moves for match in matches]
    latest = time.monotonic() + PATIENCE
    while True:
        waiting = [match for match, count in zip(matches, before, strict=True) if match.moves == count]
        if not waiting:
            return 0
        if time.monotonic() > latest:
            print("stuck:", *waiting, sep="\n  ", file=sys.stderr)
            return len(waiting)
        await asyncio.sleep(0.05)


async def torment(site: Site, matches: Sequence[Match], faults: int, seconds: float) -> tuple[Counter[str], int]:
    """Let faults happen. Return how many of each kind there were, and how many games stood still."""
    done: Counter[str] = Counter()
    everybody, matches = matches, [match for match in matches if not match.slow]
    stuck, end = await going_on(matches), time.monotonic() + seconds
    kinds = sequence(site)
    while done.total() < faults and time.monotonic() < end and not stuck:
        chosen: list[Fault] = [next(kinds)]
        if site.dice.random() < TOGETHER and done.total() + 1 < faults:
            chosen.append(next(kinds))
        begun = time.monotonic()
        await asyncio.gather(*(fault(site) for fault in chosen))
        lasted = time.monotonic() - begun
        stuck = await going_on(matches)
        names = [fault.__name__ for fault in chosen]
        done.update(names)
        took = time.monotonic() - begun - lasted
        print(f"{done.total():4} {lasted:5.1f} s, back after {took:5.1f} s: {' + '.join(names)}", flush=True)
        await asyncio.sleep(site.dice.uniform(*PAUSE))
        if done.total() // CALM > (done.total() - len(chosen)) // CALM:
            stuck = stuck or await calm(everybody)
    return done, stuck or await calm(everybody)


async def calm(matches: Sequence[Match]) -> int:
    """Let each game go on for a whole turn without a fault. A process that has forgotten who is there shows it now."""
    return await going_on(matches) or await going_on(matches)


async def chaos(database: Database, servers: Servers, asked: argparse.Namespace) -> bool:
    """Play, torment, read back, print; return whether all is well."""
    games = lt.games()
    matches = [
        Match(
            servers.port,
            games[number % len(games)],
            asked.seed * 1000 + number,
            computer=asked.matches <= number < asked.matches + asked.computers,
            slow=number >= asked.matches + asked.computers,
        )
        for number in range(asked.matches + asked.computers + asked.slow)
    ]
    for match in matches:
        await match.set_up()
    playing = [asyncio.create_task(match.play()) for match in matches]
    begun = time.monotonic()
    try:
        site = Site(servers, database, random.Random(asked.seed))
        done, stuck = await torment(site, matches, asked.faults, asked.seconds)
    finally:
        for match in matches:
            match.stopped = True
        ended = await asyncio.wait_for(asyncio.gather(*playing, return_exceptions=True), 60)
    crashes = [repr(error) for error in ended if error]
    refusals = sum((match.refusals for match in matches), Counter[str]())
    acknowledged = [player.acknowledged for match in matches for player in match.players]
    events = readback.read(database.url)
    verdict = readback.judge(events, acknowledged)
    wrong = {**asdict(verdict), "stuck": stuck, "refused": refusals.total(), "crashed": len(crashes)}
    if asked.seconds == math.inf:
        wrong["missing"] = asked.faults - done.total()
    for line in [*crashes, *refusals]:
        print(line)
    print("kinds " + " ".join(f"{name}={count}" for name, count in sorted(done.items())))
    moves = sum(map(len, acknowledged))
    counts = {
        "faults": done.total(),
        "seconds": round(time.monotonic() - begun),
        "games": len(events),
        "moves": moves,
        "claims_refused": sum(match.claims for match in matches),
    }
    print("chaos " + " ".join(f"{name}={value}" for name, value in {**counts, **wrong}.items()), flush=True)
    return not any(wrong.values()) and moves > 0


def main() -> int:
    parser = argparse.ArgumentParser(description="play under faults of processes, database and disk")
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=math.inf, help="no new fault after this time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=20, help="at once, between two players each")
    parser.add_argument("--computers", type=int, default=5, help="games against the computer at once")
    parser.add_argument("--slow", type=int, default=4, help="games whose turns last longer than an absence may")
    parser.add_argument("--log", type=Path, help="a file for the log of the servers")
    asked = parser.parse_args()
    database = Database()
    try:
        if not database.has_disk:
            print("no full disk: this system does not let us mount a small one; the other faults come more often")
        with tempfile.TemporaryDirectory() as folder:
            log = asked.log or Path(folder) / "log"
            servers = Servers(database.url, log)
            try:
                return 0 if asyncio.run(chaos(database, servers, asked)) else 1
            finally:
                servers.close()
    finally:
        database.close()


if __name__ == "__main__":
    sys.exit(main())
