"""The pins hold on every Python that we promise, not only on this one. What is installed says so; nobody is asked."""

from __future__ import annotations

import platform
import tomllib
from importlib.metadata import distribution, requires, version

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.pins import PROMISED, ROOT, applies, lines, pins

HERE = pins(platform.python_version())


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS: dict[str, list[str]] = {"library": PROJECT["dependencies"], **PROJECT["optional-dependencies"]}


def known(python: str) -> dict[str, str]:
    """The pins for a Python that are installed here too; a marker may ask for another version there."""
    return {name: pin for name, pin in pins(python).items() if HERE.get(name) == pin}


def test_what_is_installed_is_what_is_pinned() -> None:
    assert {name: version(name) for name in HERE} == HERE


@pytest.mark.parametrize("python", PROMISED)
def test_every_pin_takes_every_python(python: str) -> None:
    wants = {name: str(distribution(name).metadata.json.get("requires_python", "")) for name in known(python)}
    assert not {name: wish for name, wish in wants.items() if python not in SpecifierSet(wish)}


@pytest.mark.parametrize("python", PROMISED)
def test_whatever_a_pin_needs_is_pinned(python: str) -> None:
    pinned = pins(python)
    for name in known(python):
        for need in map(Requirement, requires(name) or []):
            if applies(need, python):
                pin = pinned.get(canonicalize_name(need.name))
                assert pin, f"{name} needs {need} on Python {python}"
                assert need.specifier.contains(pin, prereleases=True), f"{name} needs {need}, and {pin} is pinned"


@pytest.mark.parametrize("name", [name for name in EXTRAS if (ROOT / "requirements" / f"{name}.txt").exists()])
def test_a_file_of_pins_has_what_its_extra_needs(name: str) -> None:
    pinned = {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in lines(f"{name}.txt")}
    waiting, needs = [name, "library"], []
    for extra in waiting:
        for need in map(Requirement, EXTRAS[extra]):
            waiting += need.extras if need.name == PROJECT["name"] else ()
            needs += [] if need.name == PROJECT["name"] else [need]
    assert needs
    assert [str(need) for need in needs if pinned.get(canonicalize_name(need.name), "none") not in need.specifier] == []
