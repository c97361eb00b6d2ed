"""What the documents show is what the program does."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque.cli import parser

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_examples_run(document: Path) -> None:
    result = doctest.testfile(str(document), module_relative=False)
    assert result.failed == 0


def test_the_readme_opens_with_a_game() -> None:
    first = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert first
    assert "import ludotheque as lt" in first[1]
    assert "position.returns\n(1.0, -1.0)" in first[1]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text("utf-8")):
        assert (document.parent / target).exists(), target


def test_every_command_is_in_the_readme() -> None:
    commands = next(list(action.choices) for action in parser()._actions if isinstance(action.choices, dict))
    for document in ("README.md", "LISEZMOI.md"):
        text = (ROOT / document).read_text("utf-8")
        for command in commands:
            assert f"ludotheque {command}" in text, command


@pytest.mark.parametrize(
    ("example", "expected"),
    [
        ("batch_playouts.py moaai 200", "of 200 games"),
        ("open_spiel_attack.py", "worth 0.20"),
        ("pettingzoo_random.py massai 1", "player_0: "),
    ],
)
def test_examples_of_adapters_run(example: str, expected: str) -> None:
    name, *arguments = example.split()
    command = [sys.executable, str(ROOT / "examples" / name), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert expected in run.stdout
