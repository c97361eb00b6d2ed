"""A broken or unfinished folder harms nobody else, and the program says what it lacks, tried from the outside."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ludotheque.texts import typeset
from tests.folders import ROOT, bare_game, command, copy_game, edit, run

OURS = ["assaut", "malawi", "massai", "masterplan", "moaai"]
Damage = Callable[[Path], object]

FAULTS: dict[str, tuple[Damage, str]] = {
    "nothing": (lambda game: (game / "__init__.py").write_text(""), "does not define GAME"),
    "unfinished": (lambda game: (game / "__init__.py").unlink(), "the file __init__.py is missing"),
    "other_id": (lambda game: edit(game / "__init__.py", 'id="other_id"', 'id="x"'), "the id “x”.* “other_id”"),
    "no_rules": (lambda game: (game / "rules.py").unlink(), "the file rules.py is missing"),
    "no_board": (lambda game: (game / "board.py").unlink(), "the file board.py is missing"),
    "no_pictures": (lambda game: (game / "pieces.svg").unlink(), "the file pieces.svg is missing"),
    "no_svg": (
        lambda game: (game / "pieces.svg").write_text(""),
        "pieces.svg cannot be read: no element found: line 1",
    ),
    "half_svg": (lambda game: edit(game / "pieces.svg", "</svg>", ""), r"pieces.svg cannot be read: .*: line \d+"),
    "bad_bytes": (
        lambda game: (game / "pieces.svg").write_bytes(b"<svg>\xff</svg>"),
        "pieces.svg cannot be read: .*utf-8",
    ),
    "no_drawing": (lambda game: (game / "pieces.svg").write_text("<html/>"), "pieces.svg begins with <html>"),
    "no_names": (lambda game: (game / "en.toml").unlink(), "the file en.toml is missing"),
    "no_title": (lambda game: edit(game / "fr.toml", "title = .*", ""), r"fr.toml lacks the text “title” \(Français\)"),
    "no_reason": (lambda game: edit(game / "en.toml", "full = .*", ""), r"en.toml .*“reasons.full” \(English\)"),
    "no_task": (lambda game: edit(game / "fr.toml", r"\[tasks\]\nmark", "[tasks]\nmarks"), "fr.toml.*“tasks.mark”"),
    "bad_toml": (lambda game: edit(game / "fr.toml", r"\[tasks\]", "[tasks"), r"fr.toml cannot be read.* line \d+"),
    "bad_python": (lambda game: edit(game / "look.py", "def clicks", "def def"), r"look.py:\d+ fails: SyntaxError"),
    "bad_rules": (lambda game: edit(game / "rules.py", "def moves", "def def"), r"rules.py:\d+ fails: SyntaxError"),
    "bad_import": (lambda game: edit(game / "board.py", "Board,", "Bored,"), r"board.py:\d+ fails: ImportError.*Bored"),
    "a_script": (
        lambda game: edit(game / "look.py", r"\nclass", "\nraise SystemExit(3)\nclass"),
        r"look.py:\d+ fails: SystemExit",
    ),
    "no_kernel": (lambda game: edit(game / "rules.py", "def pick", "def picks"), "does not define the kernel “pick”"),
    "no_member": (lambda game: edit(game / "__init__.py", "reasons = .*", ""), "TicTacToeRules lacks “reasons”"),
    "no_method": (lambda game: edit(game / "look.py", "def task", "def tasks"), "TypeError.*abstract.*task"),
    "bad_start": (lambda game: edit(game / "__init__.py", r"\(0, 0\)", "(0, 0, 0)"), "4 words, but state_size is 3"),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A place with a folder for each fault, and one that has only what is required."""
    place = tmp_path_factory.mktemp("games")
    for id, (damage, _) in FAULTS.items():
        damage(copy_game(place, id))
    bare_game(place)
    return place


def test_the_command_lists_what_is_complete_and_names_each_fault_once(place: Path) -> None:
    done = command(place, "games")
    assert done.returncode == 0
    assert [line.split()[0] for line in done.stdout.splitlines() if re.match(r"\w+ +\w.* – ", line)] == [
        *OURS[:1], "bare", *OURS[1:],
    ]  # fmt: skip
    warnings = done.stderr.splitlines()
    assert len(warnings) == len(FAULTS), done.stderr
    for id, (_, why) in FAULTS.items():
        said = [line for line in warnings if f"“{id}”" in line]
        assert any(re.search(why, line) for line in said), (id, said)


def test_loading_a_broken_game_raises_the_same_sentence(place: Path) -> None:
    code = """
import json, ludotheque as lt
def load(id):
    try:
        lt.load(id)
    except lt.FolderError as error:
        return {code: error.message.to(code) for code in ("en", "fr")}
print(json.dumps({id: load(id) for id in %r}))
"""
    done = run(place, "-c", code % list(FAULTS))
    said = json.loads(done.stdout)
    for id, (_, why) in FAULTS.items():
        assert re.search(why, said[id]["en"]), said[id]
        assert said[id]["fr"].startswith(typeset(f"le jeu « {id} » ne peut servir :")), said[id]
    assert done.stderr == "", "nobody asked for the list"


@pytest.mark.parametrize(
    ("wrong", "why"),
    [("missing", "which is not a folder"), ("inside", "which is a game itself"), ("", "holds no game")],
)
def test_a_wrong_place_is_named(tmp_path: Path, wrong: str, why: str) -> None:
    (tmp_path / "inside").mkdir()
    if wrong == "inside":
        (tmp_path / "inside" / "__init__.py").touch()
    done = command(tmp_path / wrong, "games")
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert f"LUDOTHEQUE_GAMES names “{tmp_path / wrong}”" in done.stderr
    assert why in done.stderr


def test_a_folder_with_the_name_of_another_game_is_named(tmp_path: Path) -> None:
    """It changes nothing of that game, broken or not."""
    first, second = tmp_path / "first", tmp_path / "second"
    copy_game(first, "malawi")
    for place in (first, second):
        copy_game(place, "twice")
    done = command(f"{first}{os.pathsep}{second}{os.pathsep}{first}", "games")
    taken = "is left out, because there is a game"
    said = [f"{folder} {taken} “{folder.name}” already" for folder in (first / "malawi", second / "twice")]
    assert [line.partition(". ")[0] for line in done.stderr.splitlines()] == said
    assert "Gerhard Kodys" in done.stdout


@contextmanager
def served(place: Path, errors: Path) -> Iterator[Callable[[str], Any]]:
    """A server with the games of a place; what it yields asks it for JSON."""
    environment = {**os.environ, "LUDOTHEQUE_GAMES": str(place), "LUDOTHEQUE_LANG": "en", "NO_PROXY": "127.0.0.1"}
    words = ["serve", "--port", "0", "--set", f"database=sqlite:///{errors.parent / 'tables.sqlite'}"]
    with errors.open("w") as log:
        command = [sys.executable, "-u", "-m", "ludotheque", *words]
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        assert server.stdout
        found = re.search(r"http://\S+(?=/)", server.stdout.readline())
        assert found, errors.read_text()
        yield lambda path: json.load(urllib.request.urlopen(found[0] + path, timeout=60))
    finally:
        server.kill()
        server.communicate()


def test_the_server_shows_what_is_complete_and_logs_the_rest(place: Path, tmp_path: Path) -> None:
    broken_lessons = copy_game(place, "bad_lessons")
    edit(broken_lessons / "teach" / "lessons.toml", r"\[\[idea\]\]", "[[idea")
    errors = tmp_path / "errors"
    with served(place, errors) as get:
        games = get("/api/games")["games"]
        assert [game["id"] for game in games] == sorted([*OURS, "bare"])
        bare = next(game for game in games if game["id"] == "bare")
        assert (bare["lessons"], bare["extras"]) == (0, [])
        assert get("/api/games/bare/guide")["sections"] == []
        assert get("/api/games/bare/paper")["boards"]
        with pytest.raises(urllib.error.HTTPError, match="404"):
            get("/api/games/bare/lessons")
    log = errors.read_text("utf-8")
    for id, (_, why) in {**FAULTS, "bad_lessons": (None, r"teach/lessons.toml cannot be read.* line \d+")}.items():
        said = [line for line in log.splitlines() if f"“{id}”" in line]
        assert len(said) == 1, (id, said)
        assert "WARNING" in said[0]
        assert re.search(why, said[0])


def test_all_levels_play_without_an_evaluation(place: Path) -> None:
    code = """
import ludotheque as lt
from ludotheque.engine.computer import Computer
from ludotheque.engine.levels import LEVELS
game = lt.load("bare")
threat = game.parse("turn=0 crosses=a1,b1 circles=a3,b3")
for level in LEVELS:
    computer, position = Computer(game, level, seed=1, seconds=0.2), game.start()
    while position.to_act:
        position = position.play(computer.choose(position.view(position.to_act[0])))
    print(level.number, computer.choose(threat.view(0)), len(lt.analyse(threat, 0.1).candidates))
"""
    done = run(place, "-c", code)
    assert done.returncode == 0, done.stderr
    assert [line.split() for line in done.stdout.splitlines()[2:]] == [[str(n), "c1", "5"] for n in range(3, 7)]


def test_a_reason_that_there_is_not_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a player meets it: at the end of a game, on the screen and in programs."""
    edit(copy_game(tmp_path) / "rules.py", r"U\(0\), U\(1\)", "U(5), U(1)")
    code = """
import ludotheque as lt
final = lt.load("copied").start()
for move in ["a1", "b1", "a2", "b2", "a3"]:
    final = final.play(move)
for ask in (lambda: final.outcome, lambda: final.returns, lambda: final.winner, lambda: final.text):
    try:
        print(ask())
    except lt.FolderError as error:
        print(error)
"""
    why = "rules.py ends a game for the reason 5, but reasons goes from 0 (line) to 1. Add the reason there"
    done = run(tmp_path, "-c", code)
    assert done.stdout.count(why) == 4, done.stdout + done.stderr
    drawn = command(tmp_path, "picture", "copied", "--moves", "a1 b1 a2 b2 a3")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    played = command(tmp_path, "play", "copied", typed="a1\nb1\na2\nb2\na3\n")
    assert why in drawn.stderr
    assert why in " ".join(played.stdout.split())
    assert (drawn.returncode, drawn.stderr.count("\n"), played.stderr) == (2, 1, "")


def test_what_cannot_be_compiled_is_named_and_harms_nobody_else(tmp_path: Path) -> None:
    edit(copy_game(tmp_path) / "rules.py", r"return EVERY_CELL", "return EVERYTHING")
    done = command(tmp_path, "compile")
    assert done.returncode == 1
    assert re.search(r"“copied” cannot be used: rules.py.* fails: TypingError.*EVERYTHING", done.stderr), done.stderr
    assert "All rules are compiled." in done.stdout
