"""Every fault of a folder is found from the outside, and the sentence names the law, the place and the cause."""

from __future__ import annotations

import re
import subprocess

import pytest

from ludotheque.laws import check
from ludotheque.laws.breach import texts
from tests.folders import EXAMPLES, command, copy_game, edit, run

SECONDS = "4"
B, T = "breakthrough", "tictactoe"

FAULTS: dict[str, tuple[str, dict[str, tuple[str, str]], tuple[str, ...]]] = {
    "described": (
        B,
        {
            "board.py": (r"\(1, 0, 0, -1\)\), players=\(1, 0\), names=SWAPPED", "(1, 0, 0, -1))"),
            "fr.toml": ("va en {end}", "avance"),
            "layout.py": ('{"pawns": PAWNS_EACH}', '{"pawns": PAWNS_EACH, "side": SIDE}'),
            "look.py": (r" \{self.name\(end_of\(move\)\)\}", ""),
            "pieces.svg": ('id="described-black"', 'id="described-blank"'),
            "rules.py": (r"if place == ZERO else \(", "if place != ZERO else ("),
        },
        (
            r"a symmetry takes legal .*; position: turn=0 .*; expected: symmetry 2 \(cells a1→a8.* possible; found: ",
            r"all languages .* same gaps; expected: fr.toml: narration.step: end, start; found: start\.",
            r"has a noun; expected: \[numbers\] pawns, side; found: pawns",
            r"its own click path .*; position: turn=0 .*; move: .*; found: those of ",
            r"whatever has a name has a picture.*; expected: pieces.svg: described-black; found: blank, ground, white",
            r"the kernel letter spells a move.*; move: .*; expected: [a-h]\d [a-h]\d; found: ",
        ),
    ),
    "ruled": (
        T,
        {
            "rules.py": (r"LINE, won_by\(player\)", "LINE, U(10)"),
            "refusals.py": ('"TTT-2"', '"TTT-9"'),
            "evaluate.py": ("return prospects", "return 20_000 + prospects"),
            "en.toml": (r"\[rulings\]", '[rulings]\nTTT-4 = "…"'),
            "fr.toml": (r"\[rulings\]", '[rulings]\nTTT-4 = "…"'),
            "teach/lessons.toml": (r'accept = \["b2"\]', 'accept = ["d4"]'),
            "teach/guide.toml": (r"step\]\]\nplay", "step]]\nplays"),
        },
        (
            r"a result for each player.*; position: end=line:1:1 .*; expected: 2 returns of .* sum 0; found: 1, 1",
            r"every case goes as it says; position: turn=1 .*; move: b2; expected: TTT-2; found: TTT-9",
            r"refused with a ruling and a sentence; position: .*; move: [abc]\d; expected: TTT-1, .*; found: TTT-9",
            r"an evaluation stays within .*; position: .*; expected: a number from -10000 to 10000; found: 20000",
            r"every ruling has a case, .*; expected: cases/rulings.toml: TTT-4; found: TTT-1, TTT-2, TTT-3",
            r"every lesson can be done; position: .*; expected: mark: d4; found: a1, ",
            r"the teaching files can be read.*; found: .*teach/guide.toml",
        ),
    ),
    "compiled": (
        T,
        {"rules.py": (r"return EVERY_CELL", "return (U(0) - ONE) & EVERY_CELL")},
        (r"count the same without the compiler; expected: no error; found: RuntimeWarning: overflow",),
    ),
    "picked": (
        T,
        {"rules.py": (r"nth\(cells, random % size\(cells\)\)", "lowest(cells)")},
        (r"the kernel pick reaches .*; position: turn=0 crosses=- .*; expected: a1, a2, .*; found: a1, a1, ",),
    ),
    "spelled": (
        B,
        {"rules.py": (r" \| LAST", "")},
        (r"the kernel letter spells a move.*; move: .*; expected: at most 2 letters, .*; found: ([a-h]\d ?){3}\.",),
    ),
    "offered": (
        B,
        {"letters.py": (r"\(left & leftward\(pawn, player\)\) \| ", "")},
        (r"the kernels of letters.py agree .*; position: .*; move: [b-h]\d; expected: .*[a-h]\d, .*; found: [a-h]\d",),
    ),
    "misread": (
        B,
        {"letters.py": (r"ONE \+ ONE\)", "ONE)")},
        (r"the kernels of letters.py agree .*; position: .*; move: [a-g]\d [b-h]\d; expected: \d+; found: \d+",),
    ),
    "lettered": (
        T,
        {"rules.py": (r"return move \| LAST", "return move | U(64) | LAST")},
        (r"the kernel letter spells a move.*; move: .*; expected: [abc]\d; found: \d+",),
    ),
    "planed": (
        T,
        {"planes.py": ("by_player=True", "by_player=False")},
        (r"planes show different pieces differently; position: .*; found: [abc]\d \(.*\), [abc]\d \(",),
    ),
    "beyond": (
        T,
        {"planes.py": ("MARKS, by", "MARKS + 2, by")},
        (r"found: the game “beyond” cannot be used: planes.py shows the word 4 of a state, whose last word is 2",),
    ),
    "unplaned": (
        T,
        {"planes.py": ("PLANES = ", "import numpi\n\nPLANES = ")},
        (r"found: the game “unplaned” cannot be used: planes.py:\d+ fails: ModuleNotFoundError",),
    ),
    "named": (
        B,
        {"notation.py": (r"'x' if captures\(move\) else '-'", "'-'")},
        (r"a move reads back from its text.*; position: .*; move: .*; expected: .*; found: ",),
    ),
    "swapped": (
        B,
        {"positions.py": ("return sides", "return black, white")},
        (r"a position reads back from its text; position: turn=0 ",),
    ),
    "crowded": (
        B,
        {"__init__.py": (r"3 \* PAWNS_EACH", "20")},
        (r"never more than max_moves; position: turn=0 .*; expected: a number from 1 to 20; found: 22",),
    ),
    "endless": (
        T,
        {"__init__.py": ("max_plies = CELLS", "max_plies = 4")},
        (r"at most max_plies moves; position: .*; expected: an end after at most 4 moves",),
    ),
    "unnamed": (
        T,
        {"rules.py": (r"U\(0\), U\(1\)", "U(0), U(5)")},
        ("every ending has a reason .*; expected: a reason from 0 .line, full. to 1; found: number 5",),
    ),
    "crashing": (
        T,
        {"rules.py": (r"cells = rest\(cells\)", "cells = cells")},
        (r"never more than max_moves; expected: an answer; found: the process has crashed \(SIG\w+\), as when",),
    ),
    "stalling": (
        T,
        {"rules.py": (r"    while cells:", "    while EVERY_CELL:\n        out[0] = cells\n    while cells:")},
        (r"never more than max_moves; expected: an answer; found: no answer after 10 seconds of processor time",),
    ),
    "evaluating": (
        T,
        {"evaluate.py": ("return prospects", "return WORTH[signed(U(1 << 40) + player)] + prospects")},
        (r"an evaluation stays .*; position: turn=0 .*; expected: an answer; found: the process has crashed",),
    ),
    "incomplete": (
        T,
        {
            "cases/rulings.toml": (r"(?m)^about = .*\n", ""),
            "evaluate.py": (r"(?m)^SCALE = .*\n", ""),
            "planes.py": (r"Planes\(\[", "tuple(["),
        },
        (
            r"every case goes as it says; .*: cases/rulings.toml, case 1, lacks the key “about”\. Add it there",
            r"an evaluation stays .*: evaluate.py does not define “SCALE”\. Add it there",
            r"planes hold .*: PLANES in planes.py is of the type tuple\. End the file with PLANES = Planes\(",
        ),
    ),
    "unread": (
        B,
        {"letters.py": ("def read_letters", "def read")},
        ("cannot be used: letters.py does not define “read_letters”. Add it there",),
    ),
    "undrawn": (T, {"pieces.svg": ("</svg>", "")}, ("cannot be used: pieces.svg cannot be read: no element found",)),
    "unfinished": (T, {"rules.py": ("def play", "def plays")}, ("rules.py does not define the kernel “play”",)),
}
"""By the folder: the example, what is changed in its files, and what is said of it."""


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """All faults at once, each in a folder of its own."""
    place = tmp_path_factory.mktemp("games")
    for id, (example, changes, _) in FAULTS.items():
        folder = copy_game(place, id, example)
        for name, (old, new) in changes.items():
            edit(folder / name, old, new)
    return command(place, "check", "--seconds", SECONDS, *FAULTS)


def test_the_exit_status_tells_of_a_breach(checked: subprocess.CompletedProcess[str]) -> None:
    assert checked.returncode == 1, checked.stderr


@pytest.mark.parametrize(("id", "why"), [(id, why) for id, (_, _, sentences) in FAULTS.items() for why in sentences])
def test_a_fault_is_named_in_a_sentence(id: str, why: str, checked: subprocess.CompletedProcess[str]) -> None:
    said = [line for line in checked.stdout.splitlines() if line.startswith(f"{id}: ")]
    assert any(re.search(why, line) for line in said), "\n".join(said) or checked.stderr


def test_a_sound_folder_breaks_no_law() -> None:
    """It is named by its path, and nothing of the tests is there."""
    block = "import sys; sys.modules.update(pytest=None, hypothesis=None); from ludotheque.cli import main; "
    folders = [str(EXAMPLES / id) for id in (B, T)]
    done = run("", "-c", f"{block}sys.exit(main(['check', '--seconds', '{SECONDS}', *{folders}]))")
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.fullmatch(r"Breakthrough: \d+ laws hold in \d+ positions\nTic-tac-toe: .*\n", done.stdout)


def test_an_unknown_game_is_no_breach() -> None:
    for name, why in (("chess", "there is no game “chess”"), ("no/where", "there is no folder “no/where”")):
        done = command("", "check", name)
        assert done.returncode == 2
        assert why in done.stderr


def test_every_law_has_its_sentence() -> None:
    laws = (*check.FOLDER_LAWS, *check.POSITION_LAWS, *check.GAME_LAWS, *check.LATE_LAWS, *check.SAFETY_LAWS)
    assert {law.__name__ for law in laws} | {check.a_game_can_be_played.__name__} == texts.section("laws")
