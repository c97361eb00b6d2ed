"""`docs/messages.md` says what the server sends and accepts: every type with every field, every code, every limit."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from dataclasses import fields as settings_fields
from pathlib import Path

import pytest
from fastapi.routing import APIRoute

import ludotheque
from ludotheque.server.api import analysis, clicks, pictures, study, tables
from ludotheque.server.errors import texts
from ludotheque.server.settings import Settings
from tests.server.page_tables import PAGE, Fields, fields, final_classes, forms, in_words, page_types, row
from tests.server.page_tables import tables as page_tables

SERVER = Path(ludotheque.__file__).parent / "server"
TYPES, FORMS = page_types()
MODULES = ("messages/games", "messages/tables", "messages/study", "api/schemas")
"""What a client needs. The types of teaching are for the page alone."""
RULE_CODES = {"illegal", "notation", "invalid"}
"""The codes of errors that the rules raise, and not the server."""


def column(*header: str) -> list[list[str]]:
    """Return the rows of the table whose header begins like this."""
    found = [rows for (head, *rows) in page_tables() if head[: len(header)] == list(header)]
    assert len(found) == 1, header
    return found[0]


def names_in(words: str) -> set[str]:
    """Return the names of types in a type."""
    return set(re.findall(r"\b[A-Z]\w+\b", re.sub("`.*?`", "", words)))


@pytest.mark.parametrize("name", TYPES)
def test_a_type_has_these_fields(name: str) -> None:
    assert TYPES[name] == fields(name), f"the page should have: {row(name)}"


def test_names_of_forms() -> None:
    assert {name: forms()[name] for name in FORMS} == FORMS


def test_no_type_is_missing() -> None:
    needed = {"Explanation", "Previews"}.union(*map(final_classes, MODULES))
    needed |= set.union(*(names_in(words) for found in TYPES.values() for words in found.values()))
    needed |= set.union(*map(names_in, FORMS.values()))
    assert needed - TYPES.keys() - FORMS.keys() == set()


def test_a_missing_field_is_noticed() -> None:
    """This test must be able to fail: the words of a type tell types, bounds and absence apart."""
    said = fields("Ping")
    assert said == {"v": "2", "type": '`"ping"`', "id": "integer"}
    assert fields("Claim")["as"] == '`"win"` or `"draw"`'
    assert fields("NewSeat")["level"] == "integer (1 to 6) or null (optional)"
    assert (
        in_words(ast.parse("Sequence[tuple[int, str | None]]", mode="eval").body) == "list of [integer, string or null]"
    )


def test_requests_and_answers_of_routes() -> None:
    text = PAGE.read_text("utf-8")
    for module in (tables, study, pictures, clicks, analysis):
        for route in module.router.routes:
            assert isinstance(route, APIRoute)
            body = getattr(route.body_field and route.body_field.field_info.annotation, "__name__", None)
            for method in route.methods or ():
                line = re.search(rf"^\| `{method} {re.escape(route.path)}` \| (.*) \|$", text, re.MULTILINE)
                assert line, route.path
                assert body is None or line[1].startswith(f"`{body}` → "), line[0]


def raised_codes() -> dict[str, set[int]]:
    """Return every code that the server raises, with its statuses."""
    found: dict[str, set[int]] = defaultdict(set)
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "RequestError" and node.args:
                status = ast.literal_eval(node.args[1]) if len(node.args) > 1 else 409
                for part in ast.walk(node.args[0]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        found[part.value].add(status)
    return found


def test_codes_of_refusals() -> None:
    listed = {code.strip("`"): set(map(int, status.split(", "))) for code, status, _ in column("code", "status")}
    assert listed.keys() == {key.removeprefix("errors.") for key in texts.section("errors")} | RULE_CODES
    for code, statuses in raised_codes().items():
        if code in listed and not listed[code] & {400, 415, 422}:
            # A socket has no status, and its errors have the usual one.
            assert statuses - {409} <= listed[code] <= statuses | {405, 500}, code


def test_limits() -> None:
    usual: Fields = {
        field.name: f"{field.default:g}"
        for field in settings_fields(Settings)
        if field.name != "database" and isinstance(field.default, int | float)
    }
    listed = {name.strip("`"): said.split()[0] for said, name, _ in column("limit", "setting")}
    assert listed == {name: usual[name] for name in listed}
    assert {
        name for name in usual if name.endswith(("_per_address", "_burst", "max_message_bytes"))
    } - listed.keys() == {"studies_per_address"}
