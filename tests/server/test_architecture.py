"""The rooms of the server: arrows between them go one way, and no two modules import each other."""

from __future__ import annotations

from graphlib import TopologicalSorter

from tests.test_architecture import imports, sources

ORDER = [
    "encoding",
    "plain_validation",
    "validation",
    "settings",
    "errors",
    "configuration",
    "metrics",
    "logs",
    "messages",
    "serialize",
    "search",
    "tables",
    "admin",
    "housekeeping",
    "http",
    "api",
    "app",
    "processes",
    "run",
]
"""From the ground up: a room imports only rooms before it, and its own modules."""


def test_arrows_between_rooms_go_one_way() -> None:
    for parts, tree in sources():
        if parts[0] != "server" or parts == ("server", "__init__"):
            continue
        room = parts[1]
        assert room in ORDER, f"{room} has no place in the order"
        for imported in imports(tree):
            if imported[0] == "server" and imported[1] != room:
                assert ORDER.index(imported[1]) < ORDER.index(room), f"{'.'.join(parts)} imports {'.'.join(imported)}"


def test_no_modules_import_each_other() -> None:
    modules = {parts: tree for parts, tree in sources() if parts[0] == "server"}
    graph = {
        parts: {
            module
            for imported in imports(tree)
            for module in (tuple(imported), tuple(imported[:-1]))
            if module in modules and module != parts
        }
        for parts, tree in modules.items()
    }
    assert len(list(TopologicalSorter(graph).static_order())) == len(modules)
