"""exp, log and tanh for kernels, with the same bits on every machine.

The functions of the machines' own libraries differ in the last bit, and a search that compares floats would then find
another move in a browser than here. These use only what every machine rounds alike: sums, products, quotients, and the
bits of a float. They are right to about 1e-15.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from ludotheque.bits import U, signed
from ludotheque.kernel import JIT, inline

PARTS = 32
"""Powers of two are looked up in steps of one part of an exponent."""
POWERS = np.array([float(Decimal(2) ** (Decimal(part) / PARTS)) for part in range(PARTS)])
LN_2 = math.log(2)
STEP = 1 / PARTS
LN_2_HIGH = float.fromhex("0x1.62e42fefa0000p-1")
LN_2_LOW = float.fromhex("0x1.cf79abc9e3b3ap-40")
"""The logarithm of 2 in two parts, so that a small multiple of the first is exact."""
LOWEST, HIGHEST = -700.0, 700.0
"""Beyond these, `exp` stays what it is there."""
FRACTION_BITS, BIAS = 52, 1023
ROOT_2 = math.sqrt(2)


def _same_bits(kind: Any, other: Any, code: ir.Type) -> Any:
    """A building block: the bits of one kind of value as another kind."""

    def typed(typing_context: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.bitcast(arguments[0], code)

        return other(kind), generate

    return intrinsic(typed)


def _float_of(bits: U) -> float:
    return np.uint64(bits).view(np.float64).item()


def _bits_of(value: float) -> U:
    return np.float64(value).view(np.uint64)


float_of: Callable[[U], float] = _same_bits(types.uint64, types.float64, ir.DoubleType()) if JIT else _float_of
bits_of: Callable[[float], U] = _same_bits(types.float64, types.uint64, ir.IntType(64)) if JIT else _bits_of


@inline
def exp(value: float) -> float:
    """e to the power of a value."""
    value = min(max(value, LOWEST), HIGHEST)
    # Step 1. The value is a number of parts of ln 2, and a little more or less.
    parts = int(np.floor(value * (PARTS / LN_2) + 0.5))
    rest = (value - parts * (LN_2_HIGH * STEP)) - parts * (LN_2_LOW * STEP)
    # Step 2. The power of the rest, by its series.
    power = 1.0 + rest * (1.0 + rest * (1 / 2 + rest * (1 / 6 + rest * (1 / 24 + rest * (1 / 120 + rest * (1 / 720))))))
    # Step 3. The power of two: a part from the table, the whole ones as the exponent of a float.
    whole = parts // PARTS
    return power * POWERS[parts - whole * PARTS] * float_of(U(whole + BIAS) << U(FRACTION_BITS))


@inline
def _log_of_fraction(fraction: float) -> float:
    """The natural logarithm of a number between the roots of 1/2 and of 2, by the series of artanh."""
    ratio = (fraction - 1.0) / (fraction + 1.0)
    square = ratio * ratio
    total = 0.0
    for odd in range(23, 0, -2):
        total = total * square + 1.0 / odd
    return 2.0 * ratio * total


@inline
def _split(value: float) -> tuple[float, float]:
    """A positive number as a fraction between the roots of 1/2 and of 2, and a power of two."""
    bits = bits_of(value)
    exponent = signed(bits >> U(FRACTION_BITS)) - BIAS
    fraction = float_of((bits & U(2**FRACTION_BITS - 1)) | U(BIAS << FRACTION_BITS))
    if fraction > ROOT_2:
        return fraction * 0.5, exponent + 1.0
    return fraction, exponent + 0.0


@inline
def log(value: float) -> float:
    """The natural logarithm of a positive number."""
    fraction, exponent = _split(value)
    return exponent * LN_2 + _log_of_fraction(fraction)


@inline
def log2(value: float) -> float:
    """The logarithm to the base 2 of a positive number; exact for powers of two."""
    fraction, exponent = _split(value)
    return exponent + _log_of_fraction(fraction) * (1 / LN_2)


@inline
def tanh(value: float) -> float:
    """The hyperbolic tangent."""
    return 1.0 - 2.0 / (exp(2.0 * value) + 1.0)
