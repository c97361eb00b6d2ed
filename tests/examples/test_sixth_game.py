"""A sixth game is one folder and no other edit: those in `examples/games/`, shown in `docs/add-a-game.md`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "examples" / "games"
LAWS = [
    "tests/games/test_laws.py",
    "tests/games/test_cases.py",
    "tests/teaching/test_guide.py",
    "tests/draw/test_svg.py",
    "tests/test_kernel.py",
    "tests/texts/test_catalogue.py::test_languages_have_the_same_texts_with_the_same_values",
    "tests/adapters/test_actions.py::test_a_batch_agrees_with_the_plain_games",
    "tests/adapters/test_open_spiel.py::test_random_simulations",
    "tests/adapters/test_gymnasium.py::test_pettingzoo_accepts_every_game",
    "tests/teaching/test_lesson.py::test_every_lesson_comes_to_its_end",
    "tests/teaching/test_lesson.py::test_what_is_asked_can_be_done_and_missed",
    "tests/teaching/test_lesson.py::test_a_course",
    "tests/teaching/test_lesson.py::test_every_ruling_is_taught_once_or_named_as_rare",
    "tests/teaching/test_lesson.py::test_an_idea_has_a_few_lessons_and_leaves_most_moves_to_find",
    "tests/teaching/test_first_game.py::test_a_note_speaks_of_what_there_is",
    "tests/teaching/test_first_game.py::test_every_new_thing_has_a_note",
    "tests/teaching/test_first_game.py::test_notes_are_met",
]
"""What holds for every game, asked of the newcomer."""


def run(*words: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    return done.stdout


def test_a_folder_is_enough() -> None:
    words = [
        "-m",
        "pytest",
        "-p",
        "tests.examples.sixth.alone",
        "-p",
        "tests.browser.conftest",
        "-p",
        "no:cacheprovider",
    ]
    run(
        *words,
        *LAWS,
        "tests/examples/sixth/game.py",
        "tests/examples/sixth/breakthrough.py",
        "tests/examples/sixth/page.py",
        LUDOTHEQUE_GAMES=str(GAMES),
    )


def test_an_installed_package_brings_a_game(tmp_path: Path) -> None:
    shutil.copytree(GAMES / "tictactoe", tmp_path / "noughts", ignore=shutil.ignore_patterns("__pycache__"))
    facts = tmp_path / "noughts-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: noughts\nVersion: 1.0\n", "utf-8")
    (facts / "entry_points.txt").write_text("[ludotheque.games]\ntictactoe = noughts\n", "utf-8")
    code = "import ludotheque as lt; print(len(lt.games()), lt.load('tictactoe').start().play('b2').text)"
    found = run("-c", code, PYTHONPATH=os.pathsep.join([str(tmp_path), str(ROOT)]))
    assert found == "6 turn=1 crosses=b2 circles=-\n"


def test_nobody_else_knows_it() -> None:
    for path in (ROOT / "ludotheque").rglob("*"):
        if path.is_file() and path.suffix not in {".pyc", ".png"}:
            text = path.read_text("utf-8").lower()
            assert "tictactoe" not in text, path
            # “breakthrough” is also how a game of ours ends.
            assert "games.breakthrough" not in text, path
