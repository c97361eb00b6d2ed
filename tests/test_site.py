"""Nothing is left untold: rulings, options, commands, texts and names are documented, in French and in English."""

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
from ludotheque.library import rulebook
from ludotheque.texts import LANGUAGES, catalogue, language, set_language

ROOT = Path(__file__).parent.parent
PAGES = {"fr": ("LISEZMOI.md", "docs/fr/heberger.md"), "en": ("README.md", "docs/hosting.md")}


class Page(HTMLParser):
    """A page of the site: its words, its links, its anchors, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.said: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text("utf-8"))
        self.words = squeezed(" ".join(self.said))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        told = dict(attributes)
        self.anchors |= {told.get("id") or ""}
        if tag == "a":
            self.links.append(told.get("href") or "")
        else:
            self.loads += filter(None, (told.get("src"), told.get("href") if tag == "link" else None))

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def squeezed(text: str) -> str:
    """Words that can be compared: lines break differently, and apostrophes are typeset."""
    return re.sub(r"\W+", "", text)


def command_lines() -> dict[str, argparse.ArgumentParser]:
    """Every command by its whole name, in the current language."""
    found: dict[str, argparse.ArgumentParser] = {}
    waiting = [parser()]
    for command in waiting:
        found[command.prog] = command
        waiting += [inner for action in command._actions if action.choices for inner in below(action)]
    return found


def below(action: argparse.Action) -> Iterator[argparse.ArgumentParser]:
    if isinstance(action.choices, dict):
        yield from action.choices.values()


def in_every_language() -> Iterator[str]:
    before = language()
    try:
        for code in LANGUAGES:
            set_language(code)
            yield code
    finally:
        set_language(before)


def helps() -> dict[tuple[str, str], str]:
    """What every command and every argument of it is for."""
    found: dict[tuple[str, str], str] = {}
    for name, command in command_lines().items():
        found[name, ""] = command.description or ""
        for action in command._actions:
            if not isinstance(action.choices, dict):
                written = action.option_strings[-1] if action.option_strings else str(action.metavar or action.dest)
                found[name, written] = action.help or ""
    return found


def test_every_command_and_argument_is_explained_in_both_languages() -> None:
    french, english = (helps() for _ in in_every_language())
    assert set(french) == set(english)
    for key, words in french.items():
        assert words, key
        assert english[key], key
        assert words != english[key], key


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_command_is_in_the_readme(code: str) -> None:
    text = (ROOT / PAGES[code][0]).read_text("utf-8")
    for name, command in command_lines().items():
        if not any(True for action in command._actions for _ in below(action)):
            assert f"`{name}" in text, name


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_the_environment_sets_is_told(code: str) -> None:
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "ludotheque").rglob("*.py"))
    text = (ROOT / PAGES[code][1]).read_text("utf-8")
    for name in set(re.findall(r"\bLUDOTHEQUE_[A-Z]+\b", sources)):
        assert name in text, name


@pytest.mark.parametrize("name", lt.__all__)
def test_public_names_are_documented(name: str) -> None:
    thing = getattr(lt, name)
    assert thing.__doc__
    if inspect.isclass(thing):
        for member, value in inspect.getmembers(thing, inspect.isfunction):
            if not member.startswith("_"):
                assert value.__doc__, f"{name}.{member}"


def test_the_site(tmp_path: Path) -> None:
    """One command builds it, without a warning; it is complete, and needs nothing from elsewhere."""
    words = ["-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(tmp_path / "doctrees")]
    built = subprocess.run(
        [sys.executable, *words, "docs", str(tmp_path / "site")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    site = {path.relative_to(tmp_path / "site").as_posix(): Page(path) for path in tmp_path.rglob("site/**/*.html")}
    for name in ("tutorial", "fr/tutoriel", "sixth-game", "engine", "matches", "hosting", "fr/heberger", "fr/index"):
        assert f"{name}.html" in site
    for page in site.values():
        check_links(page, site, tmp_path / "site")
    for code in in_every_language():
        check_commands(site[f"generated/{code}/commands.html"])
        for id in lt.games():
            check_rules(id, code, site[f"generated/{code}/rules/{id}.html"])
    for name in lt.__all__:
        assert f"ludotheque.{name}" in site["reference.html"].anchors, name


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
    for (name, argument), words in helps().items():
        for told in (name, argument, words):
            assert squeezed(told) in page.words, (name, argument)


def check_rules(id: str, code: str, page: Page) -> None:
    texts = rulebook(id)({}).texts
    for source in (texts, catalogue()):
        for ruling in source.section("rulings"):
            assert squeezed(ruling + source.raw(f"rulings.{ruling}", code)) in page.words, ruling
    for option in rulebook(id).offers:
        assert squeezed(option.name + texts.raw(f"options.{option.name}", code)) in page.words, option.name
