"""All screens in both languages, sizes and themes: texts, width, and accessibility by axe-core."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import PHONE, Welcome
from tests.browser.tour import Screen, Tour, check_width, check_words
from tests.browser.visitors import Visitor
from tests.server.serving import Serving

AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
WHAT_TO_DO = "axe-core is missing. Run npm ci; then run the tests again."
GRAVE = {"serious", "critical"}
RUN = """(rules) => axe.run(document, { resultTypes: ['violations'],
  ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}) }).then(({ violations }) => violations)"""


@pytest.fixture(scope="package")
def tour(server: Serving) -> Tour:
    return Tour(server)


@cache
def axe() -> str:
    assert AXE.exists(), WHAT_TO_DO
    return AXE.read_text("utf-8")


def faults(anna: Visitor, screen: Screen, *rules: str) -> Iterator[str]:
    """Yield the barriers for people with disabilities."""
    found: list[dict[str, Any]] = anna.page.evaluate(RUN, rules or None)
    for fault in found:
        if fault["impact"] in GRAVE:
            where = [(node["target"], node.get("failureSummary")) for node in fault["nodes"][:3]]
            yield f"{screen.name}: {fault['id']} {json.dumps(where, ensure_ascii=False)}"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_screen(language: str, size: str, welcome: Welcome, tour: Tour) -> None:
    """All rules of axe-core in one theme, the rules about colours in the other."""
    anna = welcome(language=language, **(PHONE if size == "phone" else {}))
    thorough = (language, size) in {("en", "desktop"), ("fr", "phone")}
    themes: tuple[Any, Any] = ("light", "dark") if size == "desktop" else ("dark", "light")
    found: list[str] = []
    for screen in tour.visit(anna):
        check_words(anna, screen)
        check_width(anna, screen)
        if thorough:
            anna.page.emulate_media(color_scheme=themes[0])
            anna.page.evaluate(axe())
            found += faults(anna, screen)
            anna.page.emulate_media(color_scheme=themes[1])
            found += faults(anna, screen, "color-contrast")
    assert not found, "\n".join(found)
