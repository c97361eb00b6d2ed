"""Rulings, options, commands, settings and public names are documented, in every language of the documents."""

from __future__ import annotations

import argparse
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import ludotheque as lt
from ludotheque.cli import parser
from ludotheque.library import definition
from ludotheque.texts import catalogue, language, set_language

ROOT = Path(__file__).parents[2]
DOCUMENTS = [
    path for ending in ("md", "ipynb") for path in (*ROOT.glob(f"docs/*.{ending}"), *ROOT.glob(f"docs/*/*.{ending}"))
]
PAGES = {"fr": ("LISEZMOI.md", "docs/fr/environnement.md"), "en": ("README.md", "docs/environment.md")}
"""The languages of the documents: the page that lists all commands, and the one that lists all variables."""
TRANSLATED = {
    "environment.md": "fr/environnement.md",
    "hosting.md": "fr/heberger.md",
    "install.md": "fr/installer.md",
    "play.md": "fr/jouer.md",
}
"""Pages whose translation says the same, part by part."""
ADAPTERS = (
    "adapters.actions.Moment",
    "adapters.batch.Batch",
    "adapters.open_spiel.State",
    "adapters.pettingzoo.env",
    "adapters.gymnasium.Seat",
)
every_language = pytest.mark.parametrize("code", PAGES)


class Page(HTMLParser):
    """A page of the site: its text, its links, its anchors, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.pieces: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))
        self.text = squeezed(" ".join(self.pieces))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        self.anchors |= {values.get("id") or ""}
        if tag == "a":
            self.links.append(values.get("href") or "")
        else:
            self.loads += filter(None, (values.get("src"), values.get("href") if tag == "link" else None))

    def handle_data(self, data: str) -> None:
        self.pieces.append(data)


def squeezed(text: str) -> str:
    """Return a text for comparison. Pages break lines differently and typeset apostrophes."""
    return re.sub(r"\W+", "", text)


def command_lines() -> dict[str, argparse.ArgumentParser]:
    """Return every command by its whole name, in the current language."""
    found: dict[str, argparse.ArgumentParser] = {}
    waiting: list[argparse.ArgumentParser] = [parser()]
    for command in waiting:
        found[command.prog] = command
        waiting += [inner for action in command._actions if action.choices for inner in below(action)]
    return found


def below(action: argparse.Action) -> Iterator[argparse.ArgumentParser]:
    """Yield the commands inside a command."""
    if isinstance(action.choices, dict):
        yield from action.choices.values()


def in_every_language() -> Iterator[str]:
    """Set one language of the documents after the other, and yield its code."""
    before = language()
    try:
        for code in PAGES:
            set_language(code)
            yield code
    finally:
        set_language(before)


def helps() -> dict[tuple[str, str], str]:
    """Return the help of every command and of each of its arguments."""
    found: dict[tuple[str, str], str] = {}
    for name, command in command_lines().items():
        found[name, ""] = command.description or ""
        for action in command._actions:
            if not isinstance(action.choices, dict) and action.help != argparse.SUPPRESS:  # an older name is not shown
                written = action.option_strings[-1] if action.option_strings else str(action.metavar or action.dest)
                found[name, written] = action.help or ""
    return found


def test_every_command_and_argument_is_explained_in_every_language() -> None:
    by_language = [helps() for _ in in_every_language()]
    for key in set().union(*by_language):
        texts = [found.get(key) for found in by_language]
        assert all(texts), key
        assert len(set(texts)) == len(texts), key


@every_language
def test_every_command_is_in_the_readme(code: str) -> None:
    text = (ROOT / PAGES[code][0]).read_text("utf-8")
    for name, command in command_lines().items():
        if not any(True for action in command._actions for _ in below(action)):
            assert f"`{name}" in text, name


@every_language
def test_every_environment_variable_is_documented(code: str) -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "ludotheque").rglob("*.py"))
    text = (ROOT / PAGES[code][1]).read_text("utf-8")
    for name in set(re.findall(r"\bLUDOTHEQUE_[A-Z]+\b", sources)):
        assert name in text, name


def parts(page: Path) -> list[str]:
    """Return what a page is made of: headings, rows, list items, blocks and paragraphs, without their words."""
    kinds = (r"#+(?= )", r"\|", r"-(?= )", r"\d\.", r"```\w*", r"!(?=\[)")
    found: list[str] = []
    for block in re.split(r"\n\n+", page.read_text("utf-8")):
        marks = [match[0] for line in block.splitlines() if (match := re.match("|".join(kinds), line))]
        found += marks or ["paragraph"]
    return found


@pytest.mark.parametrize(("page", "translation"), TRANSLATED.items())
def test_a_translation_has_the_same_parts(page: str, translation: str) -> None:
    assert parts(ROOT / "docs" / page) == parts(ROOT / "docs" / translation)


@pytest.mark.parametrize("name", lt.__all__)
def test_public_names_are_documented(name: str) -> None:
    thing = getattr(lt, name)
    assert thing.__doc__
    if inspect.isclass(thing):
        for member, value in inspect.getmembers(thing, inspect.isfunction):
            if not member.startswith("_"):
                assert value.__doc__, f"{name}.{member}"


def test_the_site(tmp_path: Path) -> None:
    """One command builds the site without a warning. The site is complete and loads nothing from elsewhere."""
    options = ["-q", "-W", "--keep-going", "-d", str(tmp_path / "doctrees")]
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, "docs", str(tmp_path / "site")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    site = {path.relative_to(tmp_path / "site").as_posix(): Page(path) for path in tmp_path.rglob("site/**/*.html")}
    for path in DOCUMENTS:
        assert path.relative_to(ROOT / "docs").with_suffix(".html").as_posix() in site
    for page in site.values():
        check_links(page, site, tmp_path / "site")
    for code in in_every_language():
        check_commands(site[f"generated/{code}/commands.html"])
        for id in lt.games():
            check_rules(id, code, site[f"generated/{code}/rules/{id}.html"])
    for name in (*lt.__all__, *ADAPTERS):
        assert f"ludotheque.{name}" in site["reference.html"].anchors, name
    assert "_modules/ludotheque/position.html" in site, "the reference links to the sources"
    for name, title in (("changes", "Changes"), ("contributing", "Contributing")):
        assert title in site[f"generated/{name}.html"].text


def check_links(page: Page, site: dict[str, Page], root: Path) -> None:
    for address in page.loads:
        assert urlsplit(address).scheme in {"", "data"}, f"{page.path} loads {address}"
    for address in page.links:
        parts = urlsplit(address)
        if parts.scheme or not (parts.path or parts.fragment):
            continue
        target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path
        assert target.exists(), f"{page.path}: {address}"
        other = site.get(target.relative_to(root).as_posix())
        if other and parts.fragment:
            assert unquote(parts.fragment) in other.anchors, f"{page.path}: {address}"


def check_commands(page: Page) -> None:
    for (name, argument), help in helps().items():
        for text in (name, argument, help):
            assert squeezed(text) in page.text, (name, argument)


def check_rules(id: str, code: str, page: Page) -> None:
    texts = lt.load(id).rulebook.texts
    for source in (texts, catalogue()):
        for ruling in source.section("rulings"):
            assert squeezed(ruling + source.raw(f"rulings.{ruling}", code)) in page.text, ruling
    for option in definition(id).options:
        assert squeezed(option.name + texts.raw(f"options.{option.name}", code)) in page.text, option.name
