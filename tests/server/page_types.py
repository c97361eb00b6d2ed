"""The types of the page's messages: `python -m tests.server.page_types` writes `web/lib/messages.d.ts`.

They are made from the classes of `server.messages` and `server.api.schemas`, with their docstrings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import ludotheque
from ludotheque.server.serialize.message import VERSION

PACKAGE = Path(ludotheque.__file__).parent
FILE = PACKAGE / "web" / "lib" / "messages.d.ts"
COMMAND = "python -m tests.server.page_types"
SENT = [f"messages/{name}" for name in ("games", "positions", "tables", "teaching", "study", "training")]
RECEIVED = "api/schemas"
HEAD = f"""/**
 * The messages between server and page, version {VERSION}.
 * This file is made by `{COMMAND}`. Do not edit it.
 */"""
NAMES = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "None": "null"}
BASES = {"TypedDict", "Message"}
NOT_TYPES = {"MAX_NAME", "Message"}


def page_types() -> str:
    """Return the text of `messages.d.ts`."""
    parts = [HEAD]
    for module in (*SENT, RECEIVED):
        tree = ast.parse((PACKAGE / "server" / f"{module}.py").read_text("utf-8"))
        parts.append(f"// {_summary(tree)}")
        parts += _types(tree.body)
    return "\n\n".join(parts) + "\n"


def _types(body: list[ast.stmt]) -> Iterator[str]:
    for number, node in enumerate(body):
        if isinstance(node, ast.ClassDef) and node.name not in NOT_TYPES:
            yield _comment(_summary(node)) + _interface(node)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name not in NOT_TYPES:
                yield f"{_comment(_text_after(body, number))}export type {name} = {_type(node.value)};"


def _interface(node: ast.ClassDef) -> str:
    bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
    parents = [base for base in bases if base not in BASES]
    extends = f" extends {', '.join(parents)}" if parents else ""
    return f"export interface {node.name}{extends} {{\n{''.join(_fields(node))}}}"


def _fields(node: ast.ClassDef) -> Iterator[str]:
    for number, field in enumerate(node.body):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        name, kind = field.target.id, field.annotation
        optional = field.value is not None
        if isinstance(kind, ast.Subscript) and _name(kind.value) == "NotRequired":
            optional, kind = True, kind.slice
        comment = _comment(_text_after(node.body, number), "  ")
        yield f"{comment}  {_alias(kind) or name}{'?' if optional else ''}: {_type(kind)};\n"


def _alias(kind: ast.expr) -> str | None:
    """Return the name of a field in JSON, where Python needs another one."""
    found = re.search(r"alias='(\w+)'", ast.unparse(kind))
    return found and found[1]


def _type(node: ast.expr) -> str:
    """Return the TypeScript of an annotation."""
    if isinstance(node, ast.Name | ast.Constant):
        return NAMES.get(_name(node), _name(node))
    if isinstance(node, ast.BinOp):
        return f"{_type(node.left)} | {_type(node.right)}"
    assert isinstance(node, ast.Subscript), ast.unparse(node)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    match _name(node.value):
        case "Annotated":
            return _type(parts[0])
        case "Literal":
            return " | ".join(ast.unparse(part).replace("True", "true") for part in parts)
        case "Sequence" | "list":
            member = _type(parts[0])
            return f"({member})[]" if " | " in member else f"{member}[]"
        case "tuple":
            return f"[{', '.join(map(_type, parts))}]"
        case "dict":
            return f"Record<{_type(parts[0])}, {_type(parts[1])}>"
        case "Mapping":
            return f"Readonly<Record<{_type(parts[0])}, {_type(parts[1])}>>"
    raise ValueError(f"no TypeScript for {ast.unparse(node)}")


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ast.unparse(node)


def _summary(node: ast.Module | ast.ClassDef) -> str:
    return (ast.get_docstring(node) or "").partition("\n\n")[0].replace("\n", " ")


def _text_after(body: list[ast.stmt], number: int) -> str:
    """Return the docstring of an attribute."""
    following = body[number + 1] if number + 1 < len(body) else None
    if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
        return str(following.value.value)
    return ""


def _comment(text: str, indent: str = "") -> str:
    return f"{indent}/** {' '.join(text.split())} */\n" if text else ""


if __name__ == "__main__":
    FILE.write_text(page_types(), "utf-8")
    print(FILE)
