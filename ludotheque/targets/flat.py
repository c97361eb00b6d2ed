"""Kernels with flat arguments: how a machine calls them that knows nothing of numba's arrays and bundles.

numba itself makes the code that turns addresses and lengths into its own arrays, so nothing here knows their layout.
`manifest.py` says how arguments are told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.np.arrayobj import populate_array
from numba.np.numpy_support import as_dtype

from ludotheque.targets.manifest import Function, Kind

SCALARS = {
    types.uint64: "word",
    types.int64: "count",
    types.float64: "real",
    types.boolean: "yes_no",
    types.void: "nothing",
}
ARRAYS = {
    (types.uint64, 1): "words",
    (types.int64, 1): "numbers",
    (types.float64, 1): "reals",
    (types.uint64, 2): "rows",
    (types.int64, 2): "number_rows",
    (types.float64, 2): "real_rows",
    (types.boolean, 1): "flags",
    (types.uint8, 1): "bits",
    (types.float32, 2): "payments",
}
WORD, REAL, TRUTH, ADDRESS = ir.IntType(64), ir.DoubleType(), ir.IntType(32), ir.IntType(8).as_pointer()


def kind_of(kind: Any) -> Kind:
    """Return how the manifest tells a type of numba's."""
    if isinstance(kind, types.BaseTuple):
        return [kind_of(part) for part in kind.types]
    if isinstance(kind, types.FunctionType):
        return "function"
    if isinstance(kind, types.Array):
        return ARRAYS[kind.dtype, kind.ndim]
    return SCALARS[kind]


def flat_types(kind: Any) -> Sequence[ir.Type]:
    """Return the flat arguments that stand for one of this type."""
    if isinstance(kind, types.BaseTuple):
        return [flat for part in kind.types for flat in flat_types(part)]
    if isinstance(kind, types.FunctionType):
        return [ADDRESS]
    if isinstance(kind, types.Array):
        return [ADDRESS, *[WORD] * kind.ndim]
    return [{types.float64: REAL, types.boolean: TRUTH}.get(kind, WORD)]


def build(context: Any, builder: ir.IRBuilder, kind: Any, flat: Iterator[ir.Value]) -> ir.Value:
    """Make numba's value of a type from the flat arguments that come next."""
    if isinstance(kind, types.BaseTuple):
        return context.make_tuple(builder, kind, [build(context, builder, part, flat) for part in kind.types])
    if isinstance(kind, types.FunctionType):
        return build_function(context, builder, kind, next(flat))
    if isinstance(kind, types.Array):
        return build_array(context, builder, kind, flat)
    value = next(flat)
    return builder.icmp_unsigned("!=", value, TRUTH(0)) if kind is types.boolean else value


def build_function(context: Any, builder: ir.IRBuilder, kind: Any, address: ir.Value) -> ir.Value:
    """Make numba's value of a function at this address."""
    function = cgutils.create_struct_proxy(kind)(context, builder)
    function.c_addr = function.py_addr = cgutils.get_null_value(cgutils.voidptr_t)
    function.jit_addr = address
    return function._getvalue()


def build_array(context: Any, builder: ir.IRBuilder, kind: Any, flat: Iterator[ir.Value]) -> ir.Value:
    """Make numba's value of an array from its address and its shape."""
    array = context.make_array(kind)(context, builder)
    address = builder.bitcast(next(flat), context.get_data_type(kind.dtype).as_pointer())
    shape = [next(flat) for _ in range(kind.ndim)]
    size = WORD(as_dtype(kind.dtype).itemsize)
    strides = [size] if kind.ndim == 1 else [builder.mul(shape[1], size), size]
    populate_array(array, data=address, shape=shape, strides=strides, itemsize=size, meminfo=None)
    return array._getvalue()


def flat_code(module: str, kernels: Mapping[str, Any]) -> tuple[str, dict[str, Function], dict[str, str]]:
    """Return LLVM code that calls kernels with flat arguments, what to tell of them, and numba's names for them."""
    functions, names, code = dict[str, Function](), dict[str, str](), None
    for name, kernel in kernels.items():
        (compiled,) = kernel.overloads.values()
        context, signature = compiled.target_context, compiled.signature
        code = code or compiled.library.codegen.create_library(module).create_ir_module(module)
        symbol = f"{module}.{name}".replace(".", "_")
        _add_flat(context, code, compiled, symbol)
        arguments = [kind_of(kind) for kind in signature.args]
        functions[name] = Function(symbol, f"{symbol}_address", arguments, SCALARS[signature.return_type])
        names[compiled.fndesc.llvm_func_name] = functions[name].address
    return str(llvm.parse_assembly(str(code))), functions, names


def _add_flat(context: Any, code: ir.Module, compiled: Any, symbol: str) -> None:
    signature = compiled.signature
    result = ir.VoidType() if signature.return_type is types.void else flat_types(signature.return_type)[0]
    flat = [one for kind in signature.args for one in flat_types(kind)]
    function = ir.Function(code, ir.FunctionType(result, flat), symbol)
    builder = ir.IRBuilder(function.append_basic_block())
    flat_values = iter(function.args)
    values = [build(context, builder, kind, flat_values) for kind in signature.args]
    value = call_kernel(context, code, builder, compiled, values)
    if signature.return_type is types.void:
        builder.ret_void()
    else:
        builder.ret(builder.zext(value, TRUTH) if signature.return_type is types.boolean else value)


def call_kernel(
    context: Any, code: ir.Module, builder: ir.IRBuilder, compiled: Any, values: Sequence[ir.Value]
) -> ir.Value:
    """Call a kernel with numba's values; its result."""
    signature = compiled.signature
    callee = context.declare_function(code, compiled.fndesc)
    status, value = context.call_conv.call_function(builder, callee, signature.return_type, signature.args, values)
    # A kernel raises nothing. What cannot be is not passed over in silence.
    with builder.if_then(status.is_error, likely=False):
        builder.call(code.declare_intrinsic("llvm.trap", (), ir.FunctionType(ir.VoidType(), [])), [])
    return value
