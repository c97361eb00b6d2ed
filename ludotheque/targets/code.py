"""LLVM code of kernels, made ready for another machine than this one.

numba translates for the machine that it runs on, and is told not to optimise. So the code still asks for the sizes and
offsets of what it uses, and LLVM answers for the target. Three things must go:

- counting references: a kernel owns nothing;
- what Python and numba offer a program at run time. No kernel reaches it, but code that raises errors mentions it. Each
  of these functions becomes a trap;
- everything that nobody outside can call.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

import llvmlite.binding as llvm

LAYOUT = re.compile(r'^target (datalayout|triple) = ".*"$', re.MULTILINE)
ATTRIBUTES = re.compile(r'"(?:target-cpu|target-features|probe-stack|tune-cpu)"="[^"]*"')
COUNTING = re.compile(
    r"^(define linkonce_odr void @NRT_(?:incref|decref)\([^\n]*?\))[^\n{]*\{.*?^\}$", re.MULTILINE | re.DOTALL
)
DECLARED = re.compile(r"^declare ([^\n@]+) @([\w.$]+)\(([^\n]*)\)[^\n)]*$", re.MULTILINE)
RUNTIME = ("Py", "_Py", "NRT_", "nrt_", "numba_")
"""How the names begin of what Python and numba offer at run time."""
INSTRUCTIONS = {name: f"llvm.{name}.f64" for name in ("ceil", "fabs", "floor", "sqrt")}
"""Functions of floats that are an instruction of every target, with exact results."""
RESULT_ATTRIBUTES = re.compile(r"\b(?:noalias|nonnull|noundef|signext|zeroext|dereferenceable\(\d+\))\s")


def prepare(code: str, triple: str, layout: str, offered: Collection[str] = ()) -> str:
    """Return LLVM code for a target that has nothing but the functions that it offers."""
    names = {"datalayout": layout, "triple": triple}
    code = LAYOUT.sub(lambda line: f'target {line[1]} = "{names[line[1]]}"', code)
    code = ATTRIBUTES.sub("", code)
    code = COUNTING.sub(r"\1 {\n  ret void\n}", code)
    code = code.replace(" = common ", " = weak ")
    # Equal tables of different kernels may then become one.
    code = re.sub(r" = internal constant ", " = internal unnamed_addr constant ", code)
    code = DECLARED.sub(lambda line: _declared(line, offered), code)
    needed = {"llvm.trap": "void @llvm.trap()"} | {name: f"double @{name}(double)" for name in INSTRUCTIONS.values()}
    missing = [form for name, form in needed.items() if f"declare {form}" not in code]
    return "\n".join([code, *(f"declare {form}" for form in missing), ""])


def _declared(line: re.Match[str], offered: Collection[str]) -> str:
    """A function that is declared only: kept where the target has it, an instruction, or a trap."""
    result, name, arguments = line.groups()
    if name.startswith(("llvm.", "_ZN")) or name in offered:
        return line[0]
    if name in INSTRUCTIONS:
        call = f"  %y = call double @{INSTRUCTIONS[name]}(double %x)\n  ret double %y\n"
        return f"define internal double @{name}(double %x) alwaysinline {{\n{call}}}"
    if not name.startswith(RUNTIME):
        raise LookupError(f"a kernel calls {name}, which the target has not")
    result = RESULT_ATTRIBUTES.sub("", f"{result} ").strip()
    return f"define internal {result} @{name}({arguments}) noreturn {{\n  call void @llvm.trap()\n  unreachable\n}}"


def link(codes: Collection[str], machine: llvm.TargetMachine, triple: str, offered: Collection[str]) -> llvm.ModuleRef:
    """Return one module of several."""
    whole = None
    for code in codes:
        part = llvm.parse_assembly(prepare(code, triple, str(machine.target_data), offered))
        if whole is None:
            whole = part
        else:
            whole.link_in(part)
    assert whole
    return whole


def hide(module: llvm.ModuleRef, shown: Mapping[str, str]) -> None:
    """Rename what is shown outside; all else is seen inside only."""
    for value in [*module.functions, *module.global_variables]:
        if value.is_declaration:
            continue
        if value.name in shown:
            value.linkage, value.visibility = "external", "default"
            value.name = shown[value.name]
        else:
            value.linkage = "internal"


def optimise(module: llvm.ModuleRef, machine: llvm.TargetMachine, vectors: bool = False) -> None:
    """Let LLVM optimise for the target, and use vectors in loops where it has some. Floats are not reordered."""
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization, options.slp_vectorization = vectors, False
    builder = llvm.create_pass_builder(machine, options)
    passes = builder.getModulePassManager()
    passes.run(module, builder)
    module.verify()
