"""The code blocks of a document, and what it means to run one."""

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

ROOT = Path(__file__).parent.parent
PATIENCE = 120
"""Seconds that a command may take before a test gives up; it decides nothing else."""
FENCE = re.compile(r"^```(?P<language>[^\n]*)\n(?P<body>.*?)^```[ ]*$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (?P<words>.*)\n(?P<shown>(?:(?!\$ ).*\n)*)", re.MULTILINE)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


@dataclass(frozen=True)
class Block:
    language: str
    body: str
    line: int


def blocks(document: Path) -> Iterator[Block]:
    text = document.read_text("utf-8")
    for found in FENCE.finditer(text):
        yield Block(found["language"], found["body"], text.count("\n", 0, found.start()) + 1)


class Page:
    """A document that is run from top to bottom: its Python blocks share their names, its commands a folder."""

    def __init__(self, document: Path, folder: Path) -> None:
        self.document, self.folder = document, folder
        self.names: dict[str, Any] = {"__name__": "__main__"}
        (folder / "examples").symlink_to(ROOT / "examples")

    def run(self, block: Block) -> None:
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
            assert block.language in ways, f"line {block.line}: nobody knows how to run “{block.language}”"
            ways[block.language](block)

    def python(self, block: Block) -> None:
        """With prompts, what is shown must come out; without, it must run."""
        if ">>>" not in block.body:
            exec(compile(block.body, str(self.document), "exec"), self.names)
            return
        name = self.document.name
        test = doctest.DocTestParser().get_doctest(block.body, self.names, name, str(self.document), block.line)
        said: list[str] = []
        doctest.DocTestRunner(verbose=False).run(test, out=said.append, clear_globs=False)
        self.names.update(test.globs)
        assert not said, "".join(said)

    def console(self, block: Block) -> None:
        """Each command after a `$` must succeed, and say what is shown below it; … stands for anything."""
        found = list(COMMAND.finditer(block.body))
        assert "".join(command[0] for command in found) == block.body, f"line {block.line}: not a list of commands"
        for command in found:
            said = self.served(command["words"]) if " serve" in command["words"] else self.said(command["words"])
            wanted = command["shown"].replace("…", "...")
            assert not wanted or doctest.OutputChecker().check_output(wanted, said, FLAGS), f"{command[0]}\n{said}"

    @property
    def environment(self) -> dict[str, str]:
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))}
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        return {**clean, "PATH": path, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "XDG_DATA_HOME": str(self.folder)}

    def said(self, words: str) -> str:
        done = subprocess.run(
            ["bash", "-c", words],
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

    def served(self, words: str) -> str:
        """A server is started at any free port and stopped as a person would."""
        # Whoever runs tests in the background may have it that Ctrl+C is ignored: not by this server.
        served = ["env", "--default-signal=INT", *shlex.split(words), "--port", "0"]
        with subprocess.Popen(
            served, cwd=self.folder, env=self.environment, stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout
            said = server.stdout.readline()
            server.send_signal(signal.SIGINT)
            try:
                assert server.wait(PATIENCE) == 0
            finally:
                server.kill()
        return re.sub(r":\d+/", ":8000/", said)

    def service(self, block: Block) -> None:
        """A unit of systemd, whose keys may come twice: the commands that it starts must be ours."""
        configparser.ConfigParser(strict=False, interpolation=None).read_string(block.body)
        for words in re.findall(r"^ExecStart(?:Pre)?=ludotheque (.*)$", block.body, re.MULTILINE):
            assert parser().parse_args(words.split())

    def directive(self, block: Block) -> None:
        """What the site's builder carries out; a file that is shown must be there."""
        if block.language.startswith("{literalinclude}"):
            assert (self.document.parent / block.language.split()[1]).is_file()
