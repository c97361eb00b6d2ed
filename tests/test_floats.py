"""exp, log and tanh of our own are right, and exact where a search needs it."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotheque.floats import HIGHEST, LOWEST, exp, log, log2, tanh
from ludotheque.kernel import JIT, kernel, real

CLOSE = 4e-15


@kernel(real(real))
def its_exp(value: float) -> float:
    return exp(value)


@kernel(real(real))
def its_log(value: float) -> float:
    return log(value)


@kernel(real(real))
def its_log2(value: float) -> float:
    return log2(value)


@kernel(real(real))
def its_tanh(value: float) -> float:
    return tanh(value)


@given(st.floats(-690, 690))
def test_exp(value: float) -> None:
    assert its_exp(value) == pytest.approx(math.exp(value), rel=CLOSE)


@given(st.floats(1e-300, 1e300))
def test_logarithms(value: float) -> None:
    assert its_log(value) == pytest.approx(math.log(value), rel=CLOSE, abs=CLOSE)
    assert its_log2(value) == pytest.approx(math.log2(value), rel=CLOSE, abs=CLOSE)


@given(st.floats(-800, 800))
def test_tanh(value: float) -> None:
    assert its_tanh(value) == pytest.approx(math.tanh(value), rel=CLOSE, abs=CLOSE)


def test_special_values() -> None:
    assert [its_log2(2.0**power) for power in range(-60, 60)] == list(range(-60, 60))
    assert (its_exp(0.0), its_log(1.0), its_tanh(0.0)) == (1.0, 0.0, 0.0)
    assert (its_tanh(900.0), its_tanh(-900.0)) == (1.0, -1.0)
    assert its_exp(-1e9) == its_exp(LOWEST) > 0
    assert its_exp(1e9) == its_exp(HIGHEST) < math.inf


def test_the_compiled_code_rounds_as_python_does() -> None:
    """So it rounds as every machine does that follows IEEE 754."""
    assert JIT
    plain: Any = exp.py_func  # type: ignore[attr-defined]
    for number in range(-2000, 2000):
        value = number / 97.0
        assert its_exp(value) == plain_exp(plain, value)


def plain_exp(function: Any, value: float) -> float:
    """`exp` without the compiler."""
    import struct

    names = function.__globals__
    compiled = names["float_of"]
    names["float_of"] = lambda bits: struct.unpack("d", struct.pack("Q", int(bits)))[0]
    try:
        return float(function(value))
    finally:
        names["float_of"] = compiled
