"""Documents show what the program does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.blocks import Page, blocks
from tests.docs.notebook import NOTEBOOKS, executed

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/fr/*.md")]
every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))


@every_document
def test_every_block_runs(document: Path, tmp_path: Path) -> None:
    page = Page(document, tmp_path)
    for block in blocks(document):
        page.run(block)


@every_document
def test_code_stands_in_fences(document: Path) -> None:
    """An indented block would be code that no test runs."""
    text = document.read_text("utf-8")
    assert text.count("\n```") == 2 * len(list(blocks(document)))
    outside = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r"\n\n {4}(?! *[-*])\S", outside)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_it_gives(notebook: Path) -> None:
    """After a change that is meant, run `make notebooks` and look at the outputs."""
    stored = json.loads(notebook.read_text("utf-8"))
    assert executed(stored) == stored


def test_the_readme_opens_with_a_game() -> None:
    first = next(blocks(ROOT / "README.md"))
    assert "import ludotheque as lt" in first.body
    assert "position.returns\n(1.0, -1.0)" in first.body


@pytest.mark.parametrize("document", [*DOCUMENTS, *NOTEBOOKS], ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text("utf-8")):
        assert (document.parent / target).exists(), target


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
