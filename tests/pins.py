"""What requirements/ pins for each Python that we promise; `make pins` asks the registry whether it has all of it."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROMISED = [
    line.rsplit(" ", 1)[1] + ".0"
    for line in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["classifiers"]
    if line.startswith("Programming Language :: Python :: 3.")
]
"""The first release of each: whoever takes 3.11.0 takes Debian 12's 3.11.2 too."""
AHEAD = "3.15."
"""Not all of our tools take it yet (OpenSpiel, PettingZoo, SciPy): there only what `make play` installs counts."""


def file(python: str) -> str:
    """What holds the pins for that Python."""
    return "server.txt" if python.startswith(AHEAD) else "dev.txt"


def lines(name: str) -> Iterator[Requirement]:
    """All pins of a file and of those that it takes in."""
    for line in (ROOT / "requirements" / name).read_text("utf-8").splitlines():
        if line.startswith("-r "):
            yield from lines(line.removeprefix("-r "))
        elif line:
            yield Requirement(line)


def environment(python: str) -> dict[str, str]:
    """What markers read on that Python."""
    return {"python_version": python.rpartition(".")[0], "python_full_version": python, "extra": ""}


def applies(requirement: Requirement, python: str) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(environment(python))


def pins(python: str) -> dict[str, str]:
    """The version of each package on that Python."""
    asked = [requirement for requirement in lines(file(python)) if applies(requirement, python)]
    return {canonicalize_name(each.name): str(each.specifier).removeprefix("==") for each in asked}


def can_be_had(python: str) -> bool:
    """Whether the registry has a wheel of every pin. pip reads markers for its own Python, so it is given none."""
    asked = [f"{package}=={version}" for package, version in pins(python).items()]
    with tempfile.TemporaryDirectory() as thrown_away:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", thrown_away]
        wheels = ["--no-deps", "--only-binary=:all:", "--python-version", python]
        return subprocess.run([*pip, *wheels, *asked], check=False).returncode == 0


def main() -> None:
    missing = 0
    for python in PROMISED:
        found = can_be_had(python)
        answer = "all there" if found else "NOT ALL THERE"
        print(f"requirements/{file(python)} on Python {python}: {answer}", flush=True)
        missing += not found
    sys.exit(missing > 0)


if __name__ == "__main__":
    main()
