"""Quick ways into the arrays of many games, for kernels: a row that is not counted as held, and eight bytes at once.

numba counts who holds an array, whenever a kernel takes a row of it. That would take longer than most of what is done
with the row. Who calls the kernel holds the arrays anyway.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from ludotheque.bits import U
from ludotheque.kernel import JIT, inline

Bits = npt.NDArray[np.uint8]

BLOCK = 8
"""Bits are written in blocks of this length: an array of bits has room for one more at its end."""
BLOCKS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64)[:, 0].copy()
"""The eight bits of each byte, a byte each."""
bits = types.Array(types.uint8, 1, "C")


def _row_of(table: Any, number: int) -> Any:
    return table[number]


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _row_of_compiled(_: Any, table: Any, number: Any) -> Any:
    kind = types.Array(table.dtype, 1, "C")

    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        whole, row = (
            context.make_array(table)(context, builder, arguments[0]),
            context.make_array(kind)(context, builder),
        )
        _, columns = cgutils.unpack_tuple(builder, whole.shape)
        start = builder.gep(whole.data, [builder.mul(arguments[1], columns)])
        populate_array(row, start, [columns], [whole.itemsize], whole.itemsize, None)
        return row._getvalue()

    return kind(table, types.int64), generate


def _write_block(out: Bits, first: int, block: U) -> None:
    out[first : first + BLOCK] = np.array([block]).view(np.uint8)


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _write_block_compiled(_: Any, out: Any, first: Any, block: Any) -> Any:
    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        array = context.make_array(out)(context, builder, arguments[0])
        start = builder.gep(array.data, [arguments[1]])
        builder.store(arguments[2], builder.bitcast(start, ir.IntType(64).as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.uint64), generate


row_of: Any = _row_of_compiled if JIT else _row_of
"""`row_of(table, number)`: a row of a table, to look at and to write into."""
write_block: Any = _write_block_compiled if JIT else _write_block
"""`write_block(bits, first, block)`: write a block of eight bytes, wherever it begins."""


@inline
def write_bits(out: Bits, first: int, members: U, number: int) -> None:
    """Write so many bits of a set, a byte each. Up to seven more are written behind them."""
    for done in range(0, number, BLOCK):
        write_block(out, first + done, BLOCKS[(members >> U(done)) & U(255)])
