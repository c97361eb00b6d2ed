"""`ludotheque new` writes a game that is complete at once, and overwrites nothing."""

from __future__ import annotations

from pathlib import Path

from tests.folders import command, run


def test_a_new_game_obeys_all_laws_and_is_played(tmp_path: Path) -> None:
    written = command("", "new", "two_rows", "--into", str(tmp_path))
    assert written.returncode == 0, written.stderr
    assert f"written to {tmp_path / 'two_rows'}" in written.stdout
    checked = command("", "check", "--seconds", "4", str(tmp_path / "two_rows"))
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert checked.stdout.startswith("TwoRows: ")
    assert command(tmp_path, "perft", "two_rows", "3").stdout == f"{16 * 15 * 14}\n"
    rules = command(tmp_path, "rules", "two_rows").stdout
    assert "TWO-3" in rules
    assert "NEW-3" not in rules
    texts = [file for file in (tmp_path / "two_rows").rglob("*.*") if file.suffix != ".pyc"]
    assert not [file for file in texts if "starter" in file.read_text("utf-8").lower()]


def test_a_game_may_begin_like_the_rulings_of_all_games(tmp_path: Path) -> None:
    command("", "new", "alley", "--into", str(tmp_path))
    assert "GAME-1" in (tmp_path / "alley" / "en.toml").read_text("utf-8")


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "dots").mkdir()
    done = command("", "new", "dots", "--into", str(tmp_path))
    assert done.returncode == 2
    assert done.stderr == (
        f"ludotheque: {tmp_path / 'dots'} is there already, and nothing is overwritten. "
        "Choose another id or another folder\n"
    )
    assert not list((tmp_path / "dots").iterdir())


def test_a_wrong_id_gets_a_sentence(tmp_path: Path) -> None:
    wrong = ["Dots", "1dots", "do-ts", "x", "class", "../dots", "d" * 31, ""]
    code = f"from ludotheque.cli import main; print([main(['new', id, '--into', {str(tmp_path)!r}]) for id in {wrong}])"
    done = run("", "-c", code)
    assert done.stdout == f"{[2] * len(wrong)}\n"
    for id, said in zip(wrong, done.stderr.splitlines(), strict=True):
        assert said.startswith(f"ludotheque: “{id}” cannot be the id of a game. Write 2 to 30 small letters")
    assert not list(tmp_path.iterdir())


def test_a_game_that_exists_keeps_its_id(tmp_path: Path) -> None:
    done = command("", "new", "malawi", "--into", str(tmp_path))
    assert done.returncode == 2
    assert "there is a game “malawi” already" in done.stderr
