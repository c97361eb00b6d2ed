"""The code blocks of a document, and how to run them."""

from __future__ import annotations

import configparser
import doctest
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludotheque.cli import parser

ROOT = Path(__file__).parents[2]
PATIENCE = 120
"""A command that takes more seconds than this fails the test."""
FENCE = re.compile(r"^```(?P<language>[^\n]*)\n(?P<body>.*?)^```[ ]*$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (?P<line>.*)\n(?P<shown>(?:(?!\$ ).*\n)*)", re.MULTILINE)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


class Checker(doctest.OutputChecker):
    """Compares outputs. French texts have spaces that never break, which documents write as plain ones."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(plain_spaces(want), plain_spaces(got), optionflags)


def plain_spaces(text: str) -> str:
    """Return a text with plain spaces instead of those that never break."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


@dataclass(frozen=True)
class Block:
    """A code block: its language, its text, and the line where it begins."""

    language: str
    body: str
    line: int


def blocks(document: Path) -> Iterator[Block]:
    """Yield the code blocks of a document."""
    text = document.read_text("utf-8")
    for found in FENCE.finditer(text):
        yield Block(found["language"], found["body"], text.count("\n", 0, found.start()) + 1)


class Page:
    """A document that runs from top to bottom. Its Python blocks share their names, and its commands share a folder."""

    def __init__(self, document: Path, folder: Path) -> None:
        self.document, self.folder = document, folder
        self.names: dict[str, Any] = {"__name__": "__main__"}
        (folder / "examples").symlink_to(ROOT / "examples")

    def run(self, block: Block) -> None:
        """Run a block in the way of its language."""
        ways: dict[str, Callable[[Block], object]] = {
            "python": self.python,
            "console": self.console,
            "toml": lambda block: tomllib.loads(block.body),
            "json": lambda block: json.loads(block.body),
            "ini": self.service,
            "text": lambda block: None,
        }
        if block.language.startswith("{"):
            self.directive(block)
        else:
            assert block.language in ways, f"line {block.line}: there is no way to run “{block.language}”"
            ways[block.language](block)

    def python(self, block: Block) -> None:
        """Run Python code. Where it has prompts, compare the output with the one shown."""
        if ">>>" not in block.body:
            exec(compile(block.body, str(self.document), "exec"), self.names)
            return
        name = self.document.name
        test = doctest.DocTestParser().get_doctest(block.body, self.names, name, str(self.document), block.line)
        failures: list[str] = []
        doctest.DocTestRunner(Checker(), verbose=False).run(test, out=failures.append, clear_globs=False)
        self.names.update(test.globs)
        assert not failures, "".join(failures)

    def console(self, block: Block) -> None:
        """Run each command after a `$`, and compare its output with the one shown; … stands for anything."""
        found = list(COMMAND.finditer(block.body))
        assert "".join(command[0] for command in found) == block.body, f"line {block.line}: not a list of commands"
        for command in found:
            run = self.serve if " serve" in command["line"] else self.command
            output = run(command["line"])
            expected = command["shown"].replace("…", "...")
            assert not expected or Checker().check_output(expected, output, FLAGS), f"{command[0]}\n{output}"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of commands: this checkout, and no language or data of the user."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        return {**clean, "PATH": path, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "XDG_DATA_HOME": str(self.folder)}

    def command(self, line: str) -> str:
        """Run a command, which must succeed, and return its output."""
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return re.sub(r"^Ludothèque: compiling .*\n", "", done.stdout, flags=re.MULTILINE)

    def serve(self, line: str) -> str:
        """Start a server at any free port, stop it with Ctrl+C, and return its first line."""
        # A shell lets its background jobs ignore Ctrl+C. This server must obey it.
        words = ["env", "--default-signal=INT", *shlex.split(line), "--port", "0"]
        with subprocess.Popen(
            words, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout
            output = server.stdout.readline()
            server.send_signal(signal.SIGINT)
            try:
                assert server.wait(PATIENCE) == 0
            finally:
                server.kill()
        return re.sub(r":\d+/", ":8000/", output)

    def service(self, block: Block) -> None:
        """Read a unit of systemd, whose keys may come twice, and parse the commands that it starts."""
        configparser.ConfigParser(strict=False, interpolation=None).read_string(block.body)
        for words in re.findall(r"^ExecStart(?:Pre)?=ludotheque (.*)$", block.body, re.MULTILINE):
            assert parser().parse_args(words.split())

    def directive(self, block: Block) -> None:
        """Check a directive of Sphinx: a file that it includes must exist."""
        if block.language.startswith("{literalinclude}"):
            assert (self.document.parent / block.language.split()[1]).is_file()
