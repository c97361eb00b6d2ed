"""The pins hold on every Python that we promise, not only on this one. What is installed says so; nobody is asked."""

from __future__ import annotations

import platform
from importlib.metadata import distribution, requires, version

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.pins import PROMISED, applies, pins

HERE = pins(platform.python_version())


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
