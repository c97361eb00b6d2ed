"""Arrows between modules go one way, and no game is known outside of its folder."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import ludotheque as lt

PACKAGE = Path(lt.__file__).parent
GROUND = ["texts", "errors", "memo", "kernel", "warmth", "bits", "spelling", "status", "board", "clicks", "rulebook"]
ORDER = [
    *GROUND,
    "count",
    "draw",
    "games",
    "position",
    "library",
    "record",
    "adapters",
    "teaching",
    "engine",
    "arena",
    "web",
    "server",
    "terminal",
    "cli",
    "__main__",
]
"""From the ground up: a module imports only modules that stand before it (and its own parts)."""


def sources() -> Iterator[tuple[tuple[str, ...], ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        yield parts, ast.parse(path.read_text("utf-8"))


def imports(tree: ast.Module) -> Iterator[list[str]]:
    """What a module imports from the package, as parts of names; for type checking only does not count."""
    skipped = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in skipped:
            continue
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        yield from (name.split(".")[1:] for name in names if name.split(".")[0] == "ludotheque")


def test_arrows_go_one_way() -> None:
    for parts, tree in sources():
        if parts == ("__init__",):
            continue
        assert parts[0] in ORDER, f"{parts[0]} has no place in the order"
        for imported in imports(tree):
            if imported[0] in {parts[0], "__version__"}:
                continue
            assert ORDER.index(imported[0]) < ORDER.index(parts[0]), f"{'.'.join(parts)} imports {imported[0]}"


def test_a_game_knows_the_ground_and_itself() -> None:
    for parts, tree in sources():
        if parts[0] == "games" and len(parts) > 2:
            for imported in imports(tree):
                own = imported[:2] == list(parts[:2])
                assert own or imported[0] in GROUND, f"{'.'.join(parts)} imports {'.'.join(imported)}"


def test_no_game_is_named_outside_its_folder() -> None:
    for parts, tree in sources():
        words = spoken(tree)
        for id in lt.games():
            if parts[:2] != ("games", id):
                assert not [word for word in words if id in word], f"{'.'.join(parts)} names {id}"


def spoken(tree: ast.Module) -> list[str]:
    """All names and strings of a module, docstrings left out."""
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docstrings]
    return [word.lower() for word in (*names, *(node.value for node in constants)) if isinstance(word, str)]


def test_importing_is_light() -> None:
    """numba is loaded only when kernels are needed, other frameworks only by their adapters."""
    heavy = {"numba", "pyspiel", "gymnasium", "pettingzoo"}
    code = "import sys, ludotheque; ludotheque.load(ludotheque.games()[0]); print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert not heavy & set(found.split())
