"""The command, run for real in a process of its own."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludotheque as lt
from ludotheque.cli import parser, preferred_language
from tests.record.test_record import GOOD


def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if key not in {"LANG", "LC_ALL", "LC_MESSAGES"}}
    return subprocess.run(
        [sys.executable, "-m", "ludotheque", *words],
        input=typed,
        env={**clean, "PYTHONUTF8": "1", **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_games_are_listed_with_every_option() -> None:
    listed = run("games").stdout
    for id in lt.games():
        assert f"{id} " in listed
        for option in lt.load(id).options:
            assert f"-o {option}=" in listed


def test_help_speaks_both_languages() -> None:
    commands = ("games", "rules", "play", "perft", "picture", "record", "bench", "compile")
    english, french = run("--help").stdout, run("--lang", "fr", "--help").stdout
    assert all(command in english and command in french for command in commands)
    assert "usage: ludotheque" in english
    assert "usage\u00a0: ludotheque" in french
    for command in commands:
        assert run(command, "--help").returncode == 0
        assert run(command, "--help", LANG="fr_FR.UTF-8").stdout != run(command, "--help").stdout


def test_the_language_comes_from_the_command_or_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LUDOTHEQUE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert preferred_language(["games"]) == "en"
    monkeypatch.setenv("LANG", "fr_BE.UTF-8")
    assert preferred_language(["games"]) == "fr"
    assert preferred_language(["--lang", "en", "games"]) == "en"
    assert preferred_language(["--lang=en"]) == "en"


def test_perft_counts_from_anywhere() -> None:
    assert run("perft", "malawi", "2").stdout == "5476\n"
    assert run("perft", "malawi", "2", "-o", "diagonals=false").stdout == "4356\n"
    divided = run("perft", "malawi", "2", "--divide", "--moves", "c1-e3 e6-c4").stdout.split("\n")
    counts = [int(line.rpartition(" ")[2]) for line in divided if line]
    assert sum(counts[:-1]) == counts[-1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("perft", "chess", "1"), "there is no game “chess”"),
        (("perft", "malawi", "1", "-o", "size=3"), "has no option “size”"),
        (("perft", "malawi", "1", "-o", "diagonals"), "an option is written name=value"),
        (("perft", "malawi", "1", "--moves", "a1-a4"), "MAL-2: the pawn on a1 carries 2 rings"),
        (("perft", "malawi", "1", "--position", "turn=0"), "is missing"),
        (("svg", "malawi", "--highlight", "z9"), "is called “z9”"),
        (("svg",), "there is no game “”"),
        (("svg", "--record", "nowhere.txt"), "nowhere.txt cannot be read"),
        (("picture", "malawi", "--arrow", "a1-z9"), "is called “z9”"),
        (("picture", "malawi", "--arrow", "a1"), "an arrow has two cells"),
        (("picture", "malawi", "--circle", "a1:mauve"), "“mauve” is not a colour"),
        (("picture", "malawi", "--size", "2"), "from 16 to 4096, not 2"),
        (("picture", "malawi", "--orientation", "2"), "no player number 2"),
        (("picture", "malawi", "--film", "--arrow", "a1-a3"), "an animated picture has no arrows"),
        (("picture", "malawi", "--format", "gif", "--circle", "a1"), "an animated picture has no arrows"),
        (("picture", "malawi", "--film", "--output", "b.png"), "a PNG cannot be animated"),
        (("perft", "malawi", "-1"), "a depth is a number|cannot be understood"),
        (("play", "malawi", "--against", "random", "--side", "5"), "has no player number 5"),
        (("play", "malawi", "--record", "x.txt"), "not both"),
        (("play", "malawi", "--against", "nobody"), "“nobody” is not a player"),
        (("play", "malawi", "--against", "9"), "there is no level 9"),
        (("dance",), "this command is not understood"),
    ],
)
def test_mistakes_get_a_sentence(words: tuple[str, ...], said: str) -> None:
    failed = run(*words)
    assert failed.returncode == 2
    assert any(part in failed.stderr for part in said.split("|"))
    assert "Traceback" not in failed.stderr


def test_svg_is_written(tmp_path: Path) -> None:
    file, record = tmp_path / "board.svg", tmp_path / "game.txt"
    record.write_text(GOOD, "utf-8")
    assert run("svg", "--record", str(record), "--ply", "3", "--output", str(file)).returncode == 0
    ElementTree.parse(file)
    assert file.read_text("utf-8").count('class="last"') == 3
    assert "beyond its end" in run("svg", "--record", str(record), "--ply", "9").stderr


def test_pictures_are_written_in_the_format_of_their_file(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    record.write_text(GOOD, "utf-8")
    looks = ("--size", "200", "--theme", "dark", "--orientation", "1", "--no-coordinates")
    marks = ("--arrow", "c1-e3", "--arrow", "a1-a3:red:dotted", "--circle", "e6:#0c0", "--highlight", "f1,f2")
    pictures = {}
    for file, words in (("a.svg", marks), ("b.PNG", marks), ("c.gif", ()), ("film.svg", ("--film",))):
        command = ("picture", "--record", str(record), "--ply", "4", *looks, *words, "--output", str(tmp_path / file))
        assert run(*command).stdout == f"written to {tmp_path / file}\n"
        pictures[file] = (tmp_path / file).read_bytes()
    game = lt.Record.parse(GOOD)
    position, last = game.positions[4], game.moves[3].move
    assert pictures["a.svg"].decode() == position.svg(
        last=last,
        size=200,
        theme="dark",
        flip=True,
        coordinates=False,
        arrows=[("c1", "e3"), lt.Arrow("a1", "a3", "red", "dotted")],
        circles=[("e6", "#0c0")],
        highlight=["f1", "f2"],
    )
    assert pictures["b.PNG"].startswith(b"\x89PNG")
    assert pictures["c.gif"].startswith(b"GIF89a")
    assert b"<animate" in pictures["film.svg"]
    refused = run("picture", "malawi", "--output", str(tmp_path / "board.jpg"))
    assert (refused.returncode, (tmp_path / "board.jpg").exists()) == (2, False)
    assert "no picture is written as “.jpg”" in refused.stderr
    printed = run("picture", "malawi", "--moves", "c1-e3").stdout
    assert printed == lt.Record.of(lt.load("malawi"), ["c1-e3"]).svg()


def test_records_are_checked(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_text(GOOD, "utf-8")
    bad.write_text(GOOD.replace("e6-c4", "e6-c3"), "utf-8")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    assert run("record", "check", str(good)).returncode == 0
    checked = run("record", "check", str(good), str(bad), str(binary))
    assert checked.returncode == 1
    assert "good.txt: Malawi, 5 moves, +1 -1 (a pawn with a ring" in checked.stdout
    assert "bad.txt: line 10: move 2: MAL-2" in checked.stdout
    assert "binary cannot be read" in checked.stdout
    assert run("record", "check", "-", typed=GOOD).returncode == 0


def test_files_of_many_games_are_checked(tmp_path: Path) -> None:
    file, empty, torn = tmp_path / "many.txt", tmp_path / "empty.txt", tmp_path / "torn.txt"
    file.write_text(GOOD + GOOD.replace("e6-c4", "e6-c3") + GOOD.replace("now.}", "now.") + GOOD, "utf-8")
    empty.write_text("\n", "utf-8")
    torn.write_bytes(GOOD.encode() * 2 + b"\xff")
    checked = run("record", "check", str(file), str(empty), str(torn))
    assert checked.returncode == 1
    assert "many.txt: line 20: move 2: MAL-2" in checked.stdout
    assert "diagonal) (game 2)" in checked.stdout
    assert "many.txt: line 30: a comment is opened with { and never closed (game 3)" in checked.stdout
    assert "many.txt: 2 games are right" in checked.stdout
    assert "empty.txt: there is no game in this file" in checked.stdout
    assert "torn.txt cannot be read" in checked.stdout
    french = run("--lang", "fr", "record", "check", "-", typed=GOOD * 3)
    assert (french.returncode, french.stdout.split()[-4:]) == (0, ["3", "parties", "sont", "justes"])


def test_a_game_left_is_kept_and_can_go_on(tmp_path: Path) -> None:
    home = {"XDG_DATA_HOME": str(tmp_path)}
    left = run("play", "malawi", "--against", "self", typed="c1-e3\n?\ne6-c4\nq\n", **home)
    assert left.returncode == 0
    (file,) = tmp_path.rglob("*.txt")
    assert str(file) in left.stdout
    assert [str(d.move) for d in lt.Record.parse(file.read_text("utf-8")).moves] == ["c1-e3", "e6-c4"]
    gone_on = run("play", "--record", str(file), typed="a1>e3,f1\nd6>b6,c4\ne3-e6\n", **home)
    assert "Victory: White" in gone_on.stdout


def test_the_end_of_input_is_no_disaster(tmp_path: Path) -> None:
    assert run("play", typed="", XDG_DATA_HOME=str(tmp_path)).returncode == 0
    assert not list(tmp_path.rglob("*.txt"))


def test_a_reader_who_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m ludotheque games | head -n 1"
    piped = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert piped.stdout
    assert piped.stderr == ""


def test_rules_are_told_in_both_languages() -> None:
    for id in lt.games():
        told = {code: run("rules", id, "--lang", code).stdout for code in ("fr", "en")}
        assert told["fr"] != told["en"]
        for ruling in lt.load(id).rulebook.texts.section("rulings"):
            assert ruling in told["fr"]
            assert ruling in told["en"]


def test_bench_prints_a_rate() -> None:
    printed = run("bench", "malawi", "--seconds", "0.05").stdout
    assert printed.startswith("malawi: ")
    assert "moves/s" in printed


def every_option() -> Iterator[tuple[str, argparse.Action]]:
    """Yield each option of each command by its name."""
    waiting: list[argparse.ArgumentParser] = [parser()]
    for command in waiting:
        for action in command._actions:
            yield from ((name, action) for name in action.option_strings)
            if isinstance(action.choices, dict):
                waiting += action.choices.values()


def test_an_option_is_the_same_in_every_command() -> None:
    """The same name, the same short form, the same kind of value, under the same name in the help."""
    forms: dict[str, set[tuple[object, ...]]] = defaultdict(set)
    for name, action in every_option():
        forms[name].add((tuple(action.option_strings), action.metavar, action.type, action.nargs, type(action)))
    assert {name: found for name, found in forms.items() if len(found) > 1} == {}


def test_older_names_of_options_still_work() -> None:
    for words in ("match malawi random random --file x", "puzzles malawi --folder x", "openings malawi --folder x"):
        assert parser().parse_args(words.split()).keep == "x"
    assert parser().parse_args(["puzzles", "malawi"]).keep is None
    assert "--folder" not in run("puzzles", "--help").stdout
