"""Imports go one way, no game is named outside its folder, and files, classes and functions stay small."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import ludotheque as lt
from ludotheque.library import definition
from ludotheque.texts import LANGUAGES

PACKAGE = Path(lt.__file__).parent
GROUND = [
    "texts",
    "errors",
    "extras",
    "cache",
    "user_folders",
    "plain_arrays",
    "arrays",
    "kernel_cache",
    "kernel_target",
    "kernel",
    "kernel_pointers",
    "kernel_loading",
    "bits",
    "floats",
    "spelling",
    "status",
    "status_kernels",
    "board",
    "clicks",
    "rulebook",
]
"""What a game's folder may import."""
ORDER = [
    *GROUND,
    "starter",
    "count_kernels",
    "count",
    "draw",
    "games",
    "move",
    "legal_moves",
    "position_text",
    "picture",
    "view",
    "position",
    "reveals",
    "library",
    "targets",
    "record",
    "adapters",
    "teaching",
    "engine",
    "arena",
    "laws",
    "web",
    "server",
    "browser",
    "site",
    "cli",
    "__main__",
]
"""From the ground up: a module imports only modules that stand before it, and its own parts."""
GAME_FILES = {
    "__init__.py",
    "board.py",
    "cases/answers.toml",
    "cases/rulings.toml",
    "evaluate.py",
    "layout.py",
    "letters.py",
    "look.py",
    "narration.py",
    "notation.py",
    "pieces.svg",
    "planes.py",
    "positions.py",
    "refusals.py",
    "rules.py",
    "teach/guide.toml",
    "teach/lessons.toml",
    *(f"{code}.toml" for code in LANGUAGES),
}
"""The same files in every game."""
MAX_LINES, MAX_MEMBERS, MAX_FUNCTION = 500, 30, 60


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


def test_every_game_has_the_same_files() -> None:
    for id in lt.games():
        folder = Path(str(resources.files(definition(id).package)))
        files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        assert files >= GAME_FILES, f"{id} lacks {sorted(GAME_FILES - files)}"


ROOT = PACKAGE.parent
SOURCES = [
    path
    for folder in ("ludotheque", "tests", "bench", "docs", "examples")
    for ending in ("*.py", "*.js", "*.css")
    for path in sorted((ROOT / folder).rglob(ending))
    if "node_modules" not in path.parts
]


def test_files_are_short() -> None:
    long = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in SOURCES}
    assert not {name: lines for name, lines in long.items() if lines > MAX_LINES}


def test_classes_have_few_public_members() -> None:
    for parts, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                members = public_members(node)
                assert len(members) <= MAX_MEMBERS, f"{'.'.join(parts)}.{node.name} has {len(members)} public members"


def public_members(node: ast.ClassDef) -> set[str]:
    """Methods, class variables, and what methods set on `self`."""
    names = {child.name for child in node.body if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)}
    names |= {
        child.target.id
        for child in node.body
        if isinstance(child, ast.AnnAssign) and isinstance(child.target, ast.Name)
    }
    names |= {
        target.id
        for child in node.body
        if isinstance(child, ast.Assign)
        for target in child.targets
        if isinstance(target, ast.Name)
    }
    names |= {
        child.attr
        for child in ast.walk(node)
        if isinstance(child, ast.Attribute)
        and isinstance(child.ctx, ast.Store)
        and isinstance(child.value, ast.Name)
        and child.value.id == "self"
    }
    return {name for name in names if not name.startswith("_")}


def test_functions_are_short() -> None:
    """A kernel may be longer when its docstring says why (`Long because …`)."""
    for parts, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                kernel = any("kernel" in ast.unparse(decorator) for decorator in node.decorator_list)
                excused = kernel and "Long because" in (ast.get_docstring(node) or "")
                assert lines <= MAX_FUNCTION or excused, f"{'.'.join(parts)}.{node.name} has {lines} lines"
