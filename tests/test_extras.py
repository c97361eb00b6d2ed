"""What needs an extra says which one, wherever it is begun."""

from __future__ import annotations

import subprocess
import sys

import pytest

PACKAGES = ("cupy", "gymnasium", "pettingzoo", "pyspiel", "ray", "fastapi")
BEGUN = {
    "gym": [
        "from ludotheque.adapters import gymnasium",
        "from ludotheque.adapters import pettingzoo",
        "from ludotheque.adapters import spaces",
        "import ludotheque.adapters.vector",
    ],
    "gpu": ["from ludotheque.adapters.gpu import GpuBatch; GpuBatch(lt.load(lt.games()[0]), 1)"],
    "open-spiel": ["import ludotheque.adapters.open_spiel"],
    "server": ["from ludotheque.cli.serve import needs_server; needs_server(lambda _: __import__('fastapi'))(None)"],
    "cluster": ["from ludotheque.arena.cluster import load_ray; load_ray()"],
}


@pytest.mark.parametrize(("extra", "code"), [(extra, code) for extra, codes in BEGUN.items() for code in codes])
def test_a_missing_package_is_named_with_its_extra(extra: str, code: str) -> None:
    """The error is one of imports, and one of ours."""
    program = f"""
import sys
sys.modules.update(dict.fromkeys({PACKAGES!r}))
import ludotheque as lt
try:
    {code}
except ImportError as error:
    print(isinstance(error, lt.LudothequeError), error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("True the package "), done.stdout
    assert done.stdout.endswith(f'is missing; install it with: pip install "ludotheque[{extra}]"\n')


def test_one_of_two_packages_is_enough_to_ask() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import ludotheque.adapters.pettingzoo"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert 'the package pettingzoo is missing; install it with: pip install "ludotheque[gym]"' in done.stderr
