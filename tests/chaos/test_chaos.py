"""The short version: every kind of fault once, and a few of them twice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.chaos.readback import Acknowledged, Verdict, Written, judge

WRITTEN = [
    Written(0, "created", {"game": "malawi", "options": {}}),
    Written(1, "moved", {"seat": 0, "move": "a1-a3", "key": "x"}),
    Written(2, "moved", {"seat": 1, "move": "a6-a4", "key": "y"}),
]
TOLD = [Acknowledged("t", "x", "a1-a3"), Acknowledged("t", "y", "a6-a4")]


def test_games_go_on_under_faults_of_all_kinds() -> None:
    """In a process of its own, because it pauses and kills what it has started."""
    command = [sys.executable, "-m", "tests.chaos", "--faults", "8", "--seconds", "30"]
    done = subprocess.run(
        [*command, "--matches", "5", "--computers", "0", "--slow", "2"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    figures = dict(pair.split("=") for pair in done.stdout.splitlines()[-1].split()[1:])
    assert int(figures["faults"]) >= 4
    assert int(figures["moves"]) > 50


def test_the_verdict_sees_every_wrong() -> None:
    assert judge({"t": WRITTEN}, [TOLD]) == Verdict()
    assert judge({"t": WRITTEN[:2]}, [TOLD]) == Verdict(lost=1)
    assert judge({"t": WRITTEN}, [TOLD[::-1]]) == Verdict(lost=1)
    assert judge({"t": WRITTEN}, [[Acknowledged("t", "x", "a1-a2")]]) == Verdict(lost=1)
    again = Written(3, "moved", {"seat": 0, "move": "a3-a1", "key": "x"})
    assert judge({"t": [*WRITTEN, again]}, []).twice == 1
    assert judge({"t": [WRITTEN[0], WRITTEN[2]]}, []).illegal == 1
    assert judge({"t": [WRITTEN[0], Written(1, "moved", {"seat": 1, "move": "a6-a4", "key": ""})]}, []).illegal == 1
    for reason, wrong in (("time", Verdict(wrongful_flags=1)), ("abandoned", Verdict(wrongful_claims=1))):
        assert judge({"t": [*WRITTEN, Written(3, "ended", {"reason": reason, "returns": [1, -1]})]}, [TOLD]) == wrong
