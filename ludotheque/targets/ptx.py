"""PTX, the assembly of NVIDIA's GPUs: one file for each game, with entry points for many games at once.

Each thread has a game, a row of the arrays (`gpu_kernels.py`). A GPU calls functions by address slowly. So the rules of
the game are bound to the entry points here, and LLVM may put them in.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils

from ludotheque.targets.code import hide, link, optimise
from ludotheque.targets.flat import build, build_array, build_function, call_kernel, flat_types, kind_of
from ludotheque.targets.manifest import Function

TRIPLE = "nvptx64-nvidia-cuda"
PROCESSOR, FEATURES = "sm_80", "+ptx70"
"""The oldest GPUs that are served, those of 2020. Newer ones run the same code."""
OWN = ("own_state", "own_scratch")
"""Arguments that are a thread's own memory. A GPU keeps it close, and that of neighbours side by side."""
INDEX, WORD, ADDRESS = ir.IntType(32), ir.IntType(64), ir.IntType(8).as_pointer()


@dataclass(frozen=True)
class Bound:
    """What a game gives to the entry points."""

    kernels: Mapping[str, Any]
    """By the names of the arguments that take them."""
    room: Mapping[str, int]
    """How many words each array of a thread's own has."""


def entry_code(id: str, entries: Mapping[str, Any], bound: Bound) -> tuple[str, dict[str, Function]]:
    """Return LLVM code of the entry points for a game, and what to tell of them."""
    code, functions = None, {}
    for name, kernel in entries.items():
        (compiled,) = kernel.overloads.values()
        code = code or compiled.library.codegen.create_library(id).create_ir_module(id)
        names = list(inspect.signature(kernel.py_func).parameters)
        functions[name] = _add_entry(code, f"{id}_{name}", compiled, names, bound)
    text = str(llvm.parse_assembly(str(code)))
    for function in functions.values():
        text = text.replace(f"define void @{function.symbol}(", f"define ptx_kernel void @{function.symbol}(")
    return text, functions


def taken(entry: Any) -> set[str]:
    """Return the names of the kernels of a game that an entry point takes."""
    (compiled,) = entry.overloads.values()
    named = zip(inspect.signature(entry.py_func).parameters, compiled.signature.args, strict=True)
    return {name for name, kind in named if isinstance(kind, types.FunctionType)}


def _add_entry(code: ir.Module, symbol: str, compiled: Any, names: Sequence[str], bound: Bound) -> Function:
    """Add the function in which a thread finds its row and calls the kernel."""
    context = compiled.target_context
    arguments = dict(zip(names, compiled.signature.args, strict=True))
    number_name, *others = names
    passed = [name for name in others if name not in OWN and not isinstance(arguments[name], types.FunctionType)]
    flat = [one for name in passed for one in flat_types(arguments[name])]
    function = ir.Function(code, ir.FunctionType(ir.VoidType(), flat), symbol)
    for argument in function.args:
        if argument.type == ADDRESS:
            argument.add_attribute("noalias")  # no two arrays share memory
    builder = ir.IRBuilder(function.append_basic_block())
    values = {name: _own(context, builder, arguments[name], bound.room[name]) for name in others if name in OWN}
    values[number_name] = number = _number(code, builder)
    # The first array has a row for each game. More threads than that have nothing to do.
    with builder.if_then(builder.icmp_unsigned("<", number, function.args[1])):
        flat_values = iter(function.args)
        for name in others:
            if isinstance(arguments[name], types.FunctionType):
                values[name] = _bind(context, code, builder, arguments[name], bound.kernels[name])
            elif name not in OWN:
                values[name] = build(context, builder, arguments[name], flat_values)
        call_kernel(context, code, builder, compiled, [values[name] for name in names])
    builder.ret_void()
    return Function(symbol, "", [kind_of(arguments[name]) for name in passed], "nothing")


def _own(context: Any, builder: ir.IRBuilder, kind: Any, room: int) -> ir.Value:
    """An array of words in the memory of a thread."""
    address = builder.bitcast(builder.alloca(ir.ArrayType(WORD, room)), ADDRESS)
    return build_array(context, builder, kind, iter([address, WORD(room)]))


def _bind(context: Any, code: ir.Module, builder: ir.IRBuilder, kind: Any, kernel: Any) -> ir.Value:
    """A kernel of the game as a function."""
    (compiled,) = kernel.overloads.values()
    return build_function(context, builder, kind, context.declare_function(code, compiled.fndesc).bitcast(ADDRESS))


def _number(code: ir.Module, builder: ir.IRBuilder) -> ir.Value:
    """The number of a thread, counted over all blocks."""
    parts = []
    for name in ("ctaid", "ntid", "tid"):
        register = cgutils.get_or_insert_function(code, ir.FunctionType(INDEX, []), f"llvm.nvvm.read.ptx.sreg.{name}.x")
        parts.append(builder.zext(builder.call(register, []), WORD))
    block, size, thread = parts
    return builder.add(builder.mul(block, size), thread)


def machine() -> llvm.TargetMachine:
    """Return what LLVM knows of the target."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(TRIPLE)
    return target.create_target_machine(cpu=PROCESSOR, features=FEATURES, opt=3, reloc="static", codemodel="default")


def assembly(codes: Collection[str], shown: Collection[str]) -> str:
    """Return PTX that shows these entry points."""
    aim = machine()
    module = link(codes, aim, TRIPLE, ())
    hide(module, {name: name for name in shown})
    optimise(module, aim)
    return str(aim.emit_assembly(module))
