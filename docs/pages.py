"""Pages made from the program itself: the rules of the games and the commands in both languages; notebooks."""

from __future__ import annotations

import argparse
import json
import os
import re
from base64 import b64encode
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from myst_parser.parsers.sphinx_ import MystParser

import ludotheque as lt
from ludotheque.cli import parser
from ludotheque.library import rulebook
from ludotheque.rulebook import show
from ludotheque.teaching.guide import Figure, guide
from ludotheque.texts import LANGUAGES, Text, catalogue, language, set_language

WORDS = {
    "commands": Text(fr="Les commandes", en="Commands"),
    "about": Text(
        fr="Ce que dit `--help`. Toutes parlent français et anglais\u00a0: `--lang fr`, ou d’après l’environnement.",
        en="What `--help` says. All commands speak French and English: `--lang fr`, or as the environment says.",
    ),
    "options": Text(fr="Options", en="Options"),
    "notation": Text(fr="Écrire une décision", en="Writing a decision"),
    "endings": Text(fr="Fins de partie", en="Endings"),
    "rulings": Text(fr="Les arbitrages", en="Rulings"),
    "why": Text(fr="Pourquoi\u00a0:", en="Why:"),
    "default": Text(fr="par défaut", en="default"),
}


def write(folder: Path) -> None:
    """All pages, in both languages; what has not changed is left alone, so that Sphinx need not read it again."""
    before = language()
    for code in LANGUAGES:
        set_language(code)
        keep(folder / code / "commands.md", commands())
        for id in lt.games():
            keep(folder / code / "rules" / f"{id}.md", rules(id))
    set_language(before)


def keep(path: Path, lines: Iterator[str]) -> None:
    text = "\n".join(lines) + "\n"
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


# The command.


def commands() -> Iterator[str]:
    os.environ["COLUMNS"] = "100"
    yield f"# {WORDS['commands']}\n\n{WORDS['about']}\n"
    for name, command in subcommands(parser()):
        yield f"## {name}\n\n```text\n{command.format_help().strip()}\n```\n"


def subcommands(top: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """A command and those inside it, outermost first."""
    yield top.prog, top
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from subcommands(inner)


# The rules of a game.


def rules(id: str) -> Iterator[str]:
    book, told = rulebook(id)({}), guide(id)
    texts = book.texts
    yield f"# {book.title}\n\n*{texts.say('credit')}* – {texts.say('tagline')}\n"
    yield picture(lt.load(id).parse(book.portrait).svg(coordinates=False))
    yield f"{told.goal}\n"
    for section in told.sections:
        yield f"## {section.title}\n"
        for part in section.parts:
            yield from figure(part) if isinstance(part, Figure) else [f"{part}\n"]
    if book.offers:
        yield f"## {WORDS['options']}\n"
        for option in book.offers:
            values = ", ".join(f"`{show(value)}` ({book.value_label(option.name, value)})" for value in option.values)
            default = f"{WORDS['default']}: `{show(option.values[0])}`"
            yield f"`{option.name}`\n: {texts.say(f'options.{option.name}')} {values}; {default}\n"
    yield f"## {WORDS['notation']}\n\n{texts.say('notation.forms')}\n"
    yield f"## {WORDS['endings']}\n"
    yield from (f"- `{reason}` – {texts.say(f'reasons.{reason}')}" for reason in book.reasons)
    yield f"\n## {WORDS['rulings']}\n"
    for source in (texts, catalogue()):
        for ruling in sorted(source.section("rulings")):
            yield f"**{ruling}** {source.say(f'rulings.{ruling}')}\n"
            if ruling in told.why:
                yield f"> {WORDS['why']} {told.why[ruling]}\n"


def figure(told: Figure) -> Iterator[str]:
    """A figure's pictures, each with its words."""
    for number, frame in enumerate(told.frames):
        shown = frame.record.final if told.seen_by is None else frame.record.final.view(told.seen_by)
        last = [decision.move for decision in frame.record.last_shown]
        yield picture(shown.svg(last=last, highlight=frame.marked), frame.words or (told.caption if not number else ""))


def picture(svg: str, words: object = "") -> str:
    """An SVG document as an image of its own: its styles and ids meet nobody else's."""
    source = b64encode(svg.encode()).decode()
    caption = f"<figcaption>{escape(str(words))}</figcaption>" if words else ""
    title = re.search("<title>(.*?)</title>", svg)
    image = f'<img src="data:image/svg+xml;base64,{source}" alt="{title[1] if title else ""}" loading="lazy">'
    return f'<figure class="board">{image}{caption}</figure>\n'


# Notebooks.


class NotebookParser(MystParser):
    """A notebook as a page: its texts, its code, and what the cells gave when it was last run."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: Any) -> None:
        cells = json.loads(inputstring)["cells"]
        super().parse("\n\n".join(part for cell in cells for part in parts(cell)), document)


def parts(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        data = output.get("data", {"text/plain": output.get("text", [])})
        if "image/svg+xml" in data:
            yield picture("".join(data["image/svg+xml"]))
        else:
            yield f"```text\n{''.join(data['text/plain']).strip()}\n```"
