"""The types in `docs/messages.md`: what the page says about a type, and what the code says.

The page has three kinds of tables. One has a row for each field of a type, below the header `field of `Type``. One has
a row for each small type, below `type | fields`. One explains names that stand for another form, below `type | form`.
`python -m tests.server.page_tables` prints all rows as the page should have them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from tests.server.page_types import PACKAGE, RECEIVED, SENT

PAGE = Path(__file__).parents[2] / "docs" / "messages.md"
WORDS = {"str": "string", "int": "integer", "float": "number", "bool": "boolean", "None": "null"}
NOT_CLASSES = {"Message", "SeatMessage"}
ROW = re.compile(r"^\|(.*)\|$")
NAME = re.compile(r"`(\w+)`")

Fields = dict[str, str]
"""The fields of a type, with their types in words."""


# What the code says.


@cache
def classes(module: str) -> dict[str, ast.ClassDef]:
    """Return the classes of a module."""
    return {node.name: node for node in _tree(module).body if isinstance(node, ast.ClassDef)}


@cache
def forms() -> Fields:
    """Return the names that stand for another form, such as `Text`, with this form in words."""
    found = {}
    for module in (*SENT, RECEIVED):
        for node in _tree(module).body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if name[0].isupper() and not name.isupper():
                    found[name] = in_words(node.value)
    return found


def final_classes(module: str) -> set[str]:
    """Return the classes of a module that are no base of others."""
    bases = {base.id for node in _all_classes().values() for base in node.bases if isinstance(base, ast.Name)}
    return set(classes(module)) - bases - NOT_CLASSES


@cache
def fields(name: str) -> Fields:
    """Return the fields of a class, with those of its bases."""
    node = _all_classes()[name]
    found: Fields = {}
    for base in node.bases:
        if isinstance(base, ast.Name) and base.id in _all_classes():
            found |= fields(base.id)
    for field in node.body:
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = ast.unparse(field.annotation)
            optional = field.value is not None or text.startswith("NotRequired")
            alias = re.search(r"alias='(\w+)'", text)
            words = in_words(field.annotation) + (" (optional)" if optional else "")
            found[alias[1] if alias else field.target.id] = words
    return found


def in_words(node: ast.expr) -> str:
    """Return an annotation in words that a reader of any language knows."""
    if isinstance(node, ast.Name | ast.Constant):
        name = node.id if isinstance(node, ast.Name) else str(node.value)
        return WORDS.get(name, name)
    if isinstance(node, ast.BinOp):
        return f"{in_words(node.left)} or {in_words(node.right)}"
    assert isinstance(node, ast.Subscript), ast.unparse(node)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    match ast.unparse(node.value):
        case "Annotated":
            kind = in_words(parts[0])
            return kind + "".join(_bounds(part, "members" if "list of" in kind else "characters") for part in parts[1:])
        case "NotRequired":
            return in_words(parts[0])
        case "Literal":
            return " or ".join(_literal(part) for part in parts)
        case "Sequence" | "list":
            member = in_words(parts[0])
            return f"list of ({member})" if " or " in member and member[0] != "[" else f"list of {member}"
        case "tuple":
            return f"[{', '.join(map(in_words, parts))}]"
        case "dict" | "Mapping":
            return f"{{{in_words(parts[0])}: {in_words(parts[1])}}}"
    raise ValueError(f"no words for {ast.unparse(node)}")


def _literal(node: ast.expr) -> str:
    value = ast.literal_eval(node)
    return f'`"{value}"`' if isinstance(value, str) else str(value).lower()


def _bounds(node: ast.expr, counted: str) -> str:
    """Return the bounds of a field in words; lengths are those of what is counted."""
    if not isinstance(node, ast.Call) or ast.unparse(node.func) != "Field":
        return ""
    given: dict[str, Any] = {word.arg or "": eval(ast.unparse(word.value)) for word in node.keywords}
    unit = f" {counted}" if given.keys() & {"min_length", "max_length"} else ""
    least, most = given.get("ge", given.get("min_length")), given.get("le", given.get("max_length"))
    words = [f"more than {given['gt']}"] if "gt" in given else []
    if least is not None and most is not None:
        words.append(f"{least} to {most}{unit}")
    elif most is not None:
        words.append(f"at most {most}{unit}")
    elif least is not None:
        words.append(f"at least {least}{unit}")
    if "pattern" in given:
        words.append(f"like `{given['pattern']}`")
    return f" ({', '.join(words)})" if words else ""


@cache
def _tree(module: str) -> ast.Module:
    return ast.parse((PACKAGE / "server" / f"{module}.py").read_text("utf-8"))


@cache
def _all_classes() -> dict[str, ast.ClassDef]:
    return {name: node for module in (*SENT, RECEIVED) for name, node in classes(module).items()}


# What the page says.


def tables() -> Iterator[list[list[str]]]:
    """Yield the tables of the page as rows of cells, the header first."""
    table: list[list[str]] = []
    for line in [*PAGE.read_text("utf-8").splitlines(), ""]:
        if row := ROW.match(line):
            table.append([cell.strip() for cell in row[1].split(" | ")])
        elif table:
            yield [table[0], *table[2:]]
            table = []


def page_types() -> tuple[dict[str, Fields], Fields]:
    """Return the types of the page with their fields, and the names that stand for another form."""
    types: dict[str, Fields] = {}
    named: Fields = {}
    for (first, second, *_), *rows in (table for table in tables() if len(table[0]) > 1):
        if first.startswith("field of `"):
            types[_name(first)] = {_name(row[0]): row[1] for row in rows}
        elif (first, second) == ("type", "fields"):
            types |= {_name(row[0]): _listed(row[1]) for row in rows}
        elif (first, second) == ("type", "form"):
            named |= {_name(row[0]): row[1] for row in rows}
    return types, named


def _listed(cell: str) -> Fields:
    """Return the fields in one cell. `all of `Type`` stands for the fields of another type."""
    found: Fields = {}
    for part in cell.split("; "):
        if part.startswith("all of "):
            found |= fields(_name(part))
        else:
            name, _, words = part.partition(": ")
            found[_name(name)] = words
    return found


def _name(cell: str) -> str:
    found = NAME.search(cell)
    assert found, f"no name in “{cell}”"
    return found[1]


def row(name: str) -> str:
    """Return the row of a small type as the page should have it."""
    return f"| `{name}` | {'; '.join(f'`{field}`: {words}' for field, words in fields(name).items())} |"


if __name__ == "__main__":
    for module in (*SENT, RECEIVED):
        for name in classes(module):
            print(row(name))
    for name, words in forms().items():
        print(f"| `{name}` | {words} |")
