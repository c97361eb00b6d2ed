"""A language is its files: a made-up one is added to a copy of the program, which then speaks it everywhere."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque as lt

CODE, MARK = "xx", "¤"
ROOT = Path(__file__).parents[2]
LANGUAGE = f"""
[language]
name = "{MARK}Xx"
rank = 9
plural = "n != 1"
and = "{{head}} & {{last}}"
percent = "{{number}} %"
range = "{{low}}–{{high}}"
"""
TEXT = re.compile(r'^(?P<key>[\w."-]+ = )(?P<quotes>"""|")(?P<text>.*)$', re.MULTILINE)
TRANSLATED = re.compile(r'^(?P<key>(?:[\w-]+\.)?)en = (?P<text>".*")$', re.MULTILINE)


def marked(catalogue: str) -> str:
    """Return a catalogue in the made-up language: every sentence with a mark before it."""
    without = re.sub(r"^\[language\]\n(?:.+\n)*", "", catalogue, flags=re.MULTILINE)
    return TEXT.sub(rf"\g<key>\g<quotes>{MARK}\g<text>", without)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with one more language; only files were added or translated."""
    place = tmp_path_factory.mktemp("program")
    copy = place / "ludotheque"
    shutil.copytree(Path(lt.__file__).parent, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for catalogue in copy.rglob("en.toml"):
        head = LANGUAGE if catalogue.parent.name == "texts" else ""
        catalogue.with_name(f"{CODE}.toml").write_text(head + marked(catalogue.read_text("utf-8")), "utf-8")
    for teaching in (*copy.rglob("teach/*.toml"), *copy.rglob("teaching/*.toml")):
        source = teaching.read_text("utf-8")
        translated = TRANSLATED.sub(rf"\g<0>\n\g<key>{CODE} = \g<text>", source)
        teaching.write_text(re.sub(rf'({CODE} = ")', rf"\g<1>{MARK}", translated), "utf-8")
    return place


def walk(program: Path) -> list[str]:
    paths = os.pathsep.join([str(program), str(ROOT)])
    # Without the compiler, because the copy would have to compile the rules first.
    environment = {**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-m", "tests.texts.walkthrough", CODE]
    done = subprocess.run(command, env=environment, cwd=program, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


def test_a_language_is_files_only(program: Path) -> None:
    lines = walk(program)
    assert len(lines) > 300
    sentences = [line for line in lines if len(re.findall(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", line))]
    assert [line for line in sentences if MARK not in line] == []
