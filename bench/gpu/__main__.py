"""Prepare, run, or both."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path


def main(options: argparse.Namespace) -> int:
    """Return 1 when a number is not what it should be."""
    if options.prepare:
        return prepare(options.prepare)
    if options.prepared:
        return run(options.prepared)
    with tempfile.TemporaryDirectory() as folder:
        return prepare(Path(folder)) or run(Path(folder))


def prepare(folder: Path) -> int:
    """Build the code for GPUs and write what is expected of it."""
    from bench.gpu.expected import write_expected
    from ludotheque.kernel_target import PTX
    from ludotheque.targets.build import build

    build(PTX, folder)
    write_expected(folder)
    return 0


def run(folder: Path) -> int:
    """Compare with what is expected, then measure."""
    from bench.gpu import answers, rates

    wrong = answers.compare(folder)
    rates.run(folder)
    return 1 if wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.gpu")
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--prepare", type=Path, metavar="FOLDER")
    one.add_argument("--prepared", type=Path, metavar="FOLDER")
    sys.exit(main(parser.parse_args()))
