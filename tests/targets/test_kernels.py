"""What a kernel may not do, because other machines cannot (`docs/targets.md`)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque.targets.build import kernel_modules, rules_modules

LETTERS = {name.replace(".rules", ".letters"): file.with_name("letters.py") for name, file in rules_modules().items()}
"""They are built for GPUs."""
SOURCES = kernel_modules() | {name: file for name, file in LETTERS.items() if file.exists()}
OWNING = {"array", "copy", "empty", "empty_like", "full", "ones", "zeros", "zeros_like"}
"""Functions and methods that give new memory."""
LIBRARY = {"cos", "exp", "log", "log10", "log2", "pow", "sin", "tan", "tanh"}
"""Functions whose last bit differs from one library to another; `floats.py` has those that kernels need."""


def tree(source: Path) -> ast.Module:
    return ast.parse(source.read_text("utf-8"))


def kernels(source: Path) -> Iterator[ast.FunctionDef]:
    """The kernels and their building blocks: what is compiled."""
    for node in tree(source).body:
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            yield node


@pytest.mark.parametrize("name", SOURCES)
def test_a_module_of_kernels_holds_nothing_that_python_needs(name: str) -> None:
    assert not [node.name for node in tree(SOURCES[name]).body if isinstance(node, ast.ClassDef)]


@pytest.mark.parametrize("name", SOURCES)
def test_a_kernel_owns_no_memory_and_raises_nothing(name: str) -> None:
    for kernel in kernels(SOURCES[name]):
        for node in ast.walk(kernel):
            where = f"{kernel.name}, line {getattr(node, 'lineno', 0)}"
            assert not isinstance(node, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.Raise | ast.Try), where
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                assert node.func.attr not in OWNING, where


@pytest.mark.parametrize("name", SOURCES)
def test_a_kernel_takes_its_functions_of_floats_from_us(name: str) -> None:
    for node in ast.walk(tree(SOURCES[name])):
        if isinstance(node, ast.ImportFrom) and node.module in {"math", "cmath"}:
            assert not {alias.name for alias in node.names} & LIBRARY
    for kernel in kernels(SOURCES[name]):
        for node in ast.walk(kernel):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in {"np", "math"}:
                assert node.attr not in LIBRARY


@pytest.mark.parametrize("name", [name for name in SOURCES if name.endswith((".rules", ".letters"))])
def test_rules_do_not_call_themselves(name: str) -> None:
    """A GPU would need an unknown part of its memory for each thread. `test_ptx.py` asks the assembler, too."""
    for kernel in kernels(SOURCES[name]):
        called = {
            node.func.id for node in ast.walk(kernel) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert kernel.name not in called
