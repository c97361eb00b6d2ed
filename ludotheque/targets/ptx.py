"""PTX, the assembly of NVIDIA's GPUs: one file for each game, with entry points for many games at once.

Each thread has a game, a row of the arrays (`gpu_kernels.py`). A GPU calls functions by address slowly. So the rules of
the game are bound to the entry points here, and LLVM may put them in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils

from ludotheque.targets.code import hide, link, optimise
from ludotheque.targets.flat import build_values, call_kernel, flat_types, kind_of
from ludotheque.targets.manifest import Function

TRIPLE = "nvptx64-nvidia-cuda"
PROCESSOR, FEATURES = "sm_80", "+ptx70"
"""The oldest GPUs that are served, those of 2020. Newer ones run the same code."""
BOUND = {"list_moves": ("moves",), "pick_moves": ("pick",), "play_moves": ("play",), "play_games": ("pick", "play")}
"""The entry points, and the kernels of the rules that each takes."""
INDEX, WORD = ir.IntType(32), ir.IntType(64)


def entry_code(id: str, entries: Mapping[str, Any], rules: Mapping[str, Any]) -> tuple[str, dict[str, Function]]:
    """Return LLVM code of the entry points for a game, and what to tell of them."""
    code, functions = None, {}
    for name, kernel in entries.items():
        (compiled,) = kernel.overloads.values()
        code = code or compiled.library.codegen.create_library(id).create_ir_module(id)
        functions[name] = _add_entry(code, f"{id}_{name}", compiled, [rules[bound] for bound in BOUND[name]])
    text = str(llvm.parse_assembly(str(code)))
    for function in functions.values():
        text = text.replace(f"define void @{function.symbol}(", f"define ptx_kernel void @{function.symbol}(")
    return text, functions


def _add_entry(code: ir.Module, symbol: str, compiled: Any, bound: Collection[Any]) -> Function:
    """Add the function in which a thread finds its row and calls the kernel."""
    context, arguments = compiled.target_context, compiled.signature.args
    kinds = [kind for kind in arguments[1:] if not isinstance(kind, types.FunctionType)]
    flat = [one for kind in kinds for one in flat_types(kind)]
    function = ir.Function(code, ir.FunctionType(ir.VoidType(), flat), symbol)
    builder = ir.IRBuilder(function.append_basic_block())
    number = _number(code, builder)
    # The first array has a row for each game. More threads than that have nothing to do.
    with builder.if_then(builder.icmp_unsigned("<", number, function.args[1])):
        rules = []
        for kernel in bound:
            (rule,) = kernel.overloads.values()
            rules.append(context.declare_function(code, rule.fndesc).bitcast(ir.IntType(8).as_pointer()))
        values = build_values(context, builder, arguments, [number, *function.args, *rules])
        call_kernel(context, code, builder, compiled, values)
    builder.ret_void()
    return Function(symbol, "", [kind_of(kind) for kind in kinds], "nothing")


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
