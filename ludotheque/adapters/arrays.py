"""Quick ways into the arrays of many games, for kernels: a row that is not counted as held, and 64 bits at once.

numba counts who holds an array, whenever a kernel takes a row of it. That would take longer than most of what is done
with the row. Who calls the kernel holds the arrays anyway.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from ludotheque.bits import U
from ludotheque.kernel import JIT

Bits = npt.NDArray[np.uint8]

ROOM = 64
"""The bits of a word are written at once, so that an array of bits has room for so many more at its end."""
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


def _lent(array: Any) -> Any:
    return array


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _lent_compiled(_: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        lent = context.make_array(array)(context, builder, arguments[0])
        lent.meminfo = cgutils.get_null_value(lent.meminfo.type)
        return lent._getvalue()

    return array(array), generate


def _write_bits(out: Bits, first: int, members: U) -> None:
    out[first : first + ROOM] = np.unpackbits(np.array([members], "<u8").view(np.uint8), bitorder="little")


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _write_bits_compiled(_: Any, out: Any, first: Any, members: Any) -> Any:
    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        array = context.make_array(out)(context, builder, arguments[0])
        start = builder.gep(array.data, [arguments[1]])
        flags = builder.bitcast(arguments[2], ir.VectorType(ir.IntType(1), ROOM))
        found = builder.zext(flags, ir.VectorType(ir.IntType(8), ROOM))
        builder.store(found, builder.bitcast(start, found.type.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.uint64), generate


row_of: Any = _row_of_compiled if JIT else _row_of
"""`row_of(table, number)`: a row of a table, to look at and to write into."""
lent: Any = _lent_compiled if JIT else _lent
"""`lent(array)`: an array that is not counted as held, for building blocks that take whole arrays."""
write_bits: Any = _write_bits_compiled if JIT else _write_bits
"""`write_bits(out, first, members)`: the 64 bits of a set, a byte each, wherever they begin."""
