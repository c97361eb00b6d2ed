"""Pages made from the program: rules and commands in every language, documents of the project, notebooks as pages."""

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
from ludotheque.rulebook import Definition, Option, value_text
from ludotheque.teaching.guide import Figure, guide
from ludotheque.texts import DEFAULT, LANGUAGES, Text, catalogue, language, set_language

HERE = Path(__file__).parent
PROJECT_PAGES = {"CHANGELOG.md": "changes.md", "CONTRIBUTING.md": "contributing.md"}
"""Documents of the project's root that the site shows, and their names there."""
LABELS = {
    "commands": Text(fr="Commandes", en="Commands"),
    "about": Text(
        fr="Le texte de `--help`. L’option `--lang fr` choisit la langue\u00a0; par défaut, celle de l’environnement.",
        en="The text of `--help`. The option `--lang fr` sets the language; the default comes from the environment.",
    ),
    "options": Text(fr="Options", en="Options"),
    "notation": Text(fr="Notation des coups", en="Notation of moves"),
    "endings": Text(fr="Fins de partie", en="Endings"),
    "rulings": Text(fr="Arbitrages", en="Rulings"),
    "why": Text(fr="Pourquoi\u00a0:", en="Why:"),
    "default": Text(fr="par défaut", en="by default"),
}


def write(folder: Path) -> None:
    """Write all pages in English and in each language that has a folder beside this file."""
    before = language()
    for code in LANGUAGES:
        if code == DEFAULT or (HERE / code).is_dir():
            set_language(code)
            write_page(folder / code / "commands.md", commands())
            for id in lt.games():
                write_page(folder / code / "rules" / f"{id}.md", rules(id))
    set_language(before)
    for name, page in PROJECT_PAGES.items():
        write_page(folder / page, from_root(name))


def from_root(name: str) -> Iterator[str]:
    """Yield the lines of a document of the project's root, with links as they are for a page in `generated/`."""

    def link(found: re.Match[str]) -> str:
        target = PROJECT_PAGES.get(found[1], f"../../{found[1]}").replace("../../docs/", "../")
        return f"]({target}"

    text = (HERE.parent / name).read_text("utf-8")
    yield from re.sub(r"\]\((?!https?:|#)([^)#]+)", link, text).splitlines()


def write_page(path: Path, lines: Iterator[str]) -> None:
    """Write a page, unless it has not changed: then Sphinx need not read it again."""
    text = "\n".join(lines) + "\n"
    if not path.exists() or path.read_text("utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


# The command.


def commands() -> Iterator[str]:
    """Return the help of every command."""
    os.environ["COLUMNS"] = "100"
    yield f"# {LABELS['commands']}\n\n{LABELS['about']}\n"
    for name, command in subcommands(parser()):
        yield f"## {name}\n\n```text\n{command.format_help().strip()}\n```\n"


def subcommands(top: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield a command and the commands inside it, the outermost first."""
    yield top.prog, top
    for action in top._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in dict.fromkeys(action.choices.values()):  # an alias names the same command
                yield from subcommands(inner)


# The rules of a game.


def rules(id: str) -> Iterator[str]:
    """Return the rules page of a game, with its options, notation, endings and rulings."""
    book, page = lt.load(id).rulebook, guide(id)
    texts = book.texts
    yield f"# {book.title}\n\n*{texts.say('credit')}* – {texts.say('tagline')}\n"
    yield picture(lt.load(id).parse(book.look.portrait).svg(coordinates=False))
    yield f"{page.goal}\n"
    for section in page.sections:
        yield f"## {section.title}\n"
        for part in section.parts:
            yield from pictures(part) if isinstance(part, Figure) else [f"{part}\n"]
    if book.definition.options:
        yield f"## {LABELS['options']}\n"
        yield from (option_text(book.definition, option) for option in book.definition.options)
        yield ""
    yield f"## {LABELS['notation']}\n\n{texts.say('notation.forms')}\n"
    yield f"## {LABELS['endings']}\n"
    yield from (f"- `{reason}` – {texts.say(f'reasons.{reason}')}" for reason in book.rules.reasons)
    yield f"\n## {LABELS['rulings']}\n"
    for source in (texts, catalogue()):
        for ruling in sorted(source.section("rulings")):
            yield f"**{ruling}** {source.say(f'rulings.{ruling}')}\n"
            if ruling in page.why:
                yield f"> {LABELS['why']} {page.why[ruling]}\n"


def option_text(definition: Definition, option: Option) -> str:
    """Return an option with its sentence and its values, the default first."""
    labels = [f"`{value_text(value)}` ({definition.value_label(option.name, value)})" for value in option.values]
    values = ", ".join([f"{labels[0]} {LABELS['default']}", *labels[1:]])
    return f"- `{option.name}` – {definition.texts.say(f'options.{option.name}')} {values}"


def pictures(figure: Figure) -> Iterator[str]:
    """Yield the pictures of a figure, each with its caption."""
    for number, frame in enumerate(figure.frames):
        final = frame.record.final
        shown = final if figure.seen_by is None else final.view(figure.seen_by)
        last = [played.move for played in frame.record.last_revealed]
        yield picture(
            shown.svg(last=last, highlight=frame.marked), frame.text or (figure.caption if not number else "")
        )


def picture(svg: str, caption: object = "") -> str:
    """Return an SVG document as an image, so that its styles and ids do not mix with those of other images."""
    source = b64encode(svg.encode()).decode()
    below = f"<figcaption>{escape(str(caption))}</figcaption>" if caption else ""
    title = re.search("<title>(.*?)</title>", svg)
    image = f'<img src="data:image/svg+xml;base64,{source}" alt="{title[1] if title else ""}" loading="lazy">'
    return f'<figure class="board">{image}{below}</figure>\n'


# Notebooks.


class NotebookParser(MystParser):
    """Reads a notebook as a page: its texts, its code, and the outputs of its last run."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: Any) -> None:
        cells = json.loads(inputstring)["cells"]
        super().parse("\n\n".join(part for cell in cells for part in parts(cell)), document)


def parts(cell: dict[str, Any]) -> Iterator[str]:
    """Yield the source and the outputs of a cell as Markdown."""
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
