"""Runs notebooks cell by cell; `make notebooks` writes their outputs again.

A notebook is JSON. Ours need two kinds of output: what a cell prints, and its last value as a picture or as text.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

from ludotheque.texts import language, set_language

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs").rglob("*.ipynb"))
Cell = dict[str, Any]


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return the notebook with the outputs that its cells give now, run from first to last."""
    names: dict[str, Any] = {"__name__": "__main__"}
    before, number, cells = language(), 0, []
    try:
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                number += 1
                outputs = run("".join(cell["source"]), names, number)
                cells.append({**cell, "execution_count": number, "outputs": outputs})
            else:
                cells.append(cell)
    finally:
        set_language(before)
    return {**notebook, "cells": cells}


def run(source: str, names: dict[str, Any], number: int) -> list[Cell]:
    """Return the outputs of one cell: what it prints, then its last expression."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    outputs: list[Cell] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines(printed.getvalue())})
    if value is not None:
        shown = {"data": forms(value), "execution_count": number, "metadata": {}, "output_type": "execute_result"}
        outputs.append(shown)
    return outputs


def forms(value: object) -> dict[str, list[str]]:
    """Return a value as a notebook shows it: as a picture if it has one, else as text."""
    picture = getattr(value, "_repr_svg_", None)
    return {"image/svg+xml": lines(picture())} if picture else {"text/plain": lines(repr(value))}


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


if __name__ == "__main__":
    for path in NOTEBOOKS:
        notebook = executed(json.loads(path.read_text("utf-8")))
        path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")
        print(path.name)
