"""The configuration of Sphinx for `make docs`. The site has the pages of this folder and those of `pages.py`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import pages  # noqa: E402

import ludotheque  # noqa: E402
from ludotheque.texts import LANGUAGES  # noqa: E402

project = "Ludothèque"
release = version = ludotheque.__version__
author = "Ludothèque"
copyright = "Ludothèque, MIT"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown", ".ipynb": "notebook"}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
suppress_warnings = ["myst.xref_missing_file_download"]

default_role = "code"
autodoc_member_order = "bysource"
autodoc_inherit_docstrings = False
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


def list_other_pages(app: Any, document: str, source: list[str]) -> None:
    """Add the pages that the start page does not name to the end of its contents."""
    if document == "index":
        others = sorted(path.stem for path in HERE.glob("*.md") if path.stem not in source[0] and path.stem != "index")
        if others:
            source[0] += "\n".join(["\n```{toctree}\n:hidden:\n:caption: More\n", *others, "```\n"])


def link_project_pages(app: Any, document: str, source: list[str]) -> None:
    """Let links to documents of the project's root lead to their pages on the site."""
    for name, page in pages.PROJECT_PAGES.items():
        source[0] = source[0].replace(f"../{name}", f"generated/{page}")


def set_language_of_page(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Mark a page with its language: the folder of that name in its path."""
    for code in LANGUAGES:
        if code in page.split("/"):
            context["language"] = code


def setup(app: Any) -> None:
    app.add_source_parser(pages.NotebookParser)
    app.connect("source-read", list_other_pages)
    app.connect("source-read", link_project_pages)
    app.connect("html-page-context", set_language_of_page)
