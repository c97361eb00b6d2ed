"""How the site is built: `make docs`. Sphinx reads this file, the pages beside it, and those that `pages.py` makes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import pages  # noqa: E402

import ludotheque  # noqa: E402

project = "Ludothèque"
release = version = ludotheque.__version__
author = "Ludothèque"
copyright = "Ludothèque, MIT"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown", ".ipynb": "notebook"}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing_file_download"]

default_role = "code"
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Ludothèque"
html_favicon = "../ludotheque/web/favicon.svg"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options: dict[str, Any] = {"navigation_with_keys": True}

pages.write(HERE / "generated")


def unlisted(app: Any, document: str, source: list[str]) -> None:
    """Pages that the start page does not name yet come last in its contents."""
    if document == "index":
        others = sorted(path.stem for path in HERE.glob("*.md") if path.stem not in source[0] and path.stem != "index")
        if others:
            source[0] += "\n".join(["\n```{toctree}\n:hidden:\n:caption: More\n", *others, "```\n"])


def speak(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """French pages say that they are French."""
    if "fr" in page.split("/"):
        context["language"] = "fr"


def setup(app: Any) -> None:
    app.add_source_parser(pages.NotebookParser)
    app.connect("source-read", unlisted)
    app.connect("html-page-context", speak)
