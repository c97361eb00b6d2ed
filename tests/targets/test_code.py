"""LLVM code for other machines: what becomes of the things that only this machine has."""

from __future__ import annotations

import llvmlite.binding as llvm
import pytest

from ludotheque.targets.code import hide, link, optimise, prepare
from ludotheque.targets.wasm import TRIPLE, machine

CODE = """
target datalayout = "e-m:e"
target triple = "x86_64-unknown-linux-gnu"

define linkonce_odr void @NRT_incref(ptr %object) {
  store i64 1, ptr %object
  ret void
}

declare noalias ptr @NRT_Allocate(i64)
declare double @sqrt(double)
declare double @offered(double)

define i64 @shown(ptr %object, double %x) "target-cpu"="skylake" {
  call void @NRT_incref(ptr %object)
  %y = call double @sqrt(double %x)
  %z = call double @offered(double %y)
  %n = fptosi double %z to i64
  %big = icmp sgt i64 %n, 100
  br i1 %big, label %more, label %done
more:
  %memory = call ptr @NRT_Allocate(i64 8)
  br label %done
done:
  ret i64 %n
}

define i64 @unused() {
  ret i64 1
}
"""


def prepared() -> llvm.ModuleRef:
    aim = machine()
    module = link([CODE], aim, TRIPLE, {"offered"})
    hide(module, {"shown": "renamed"})
    optimise(module, aim)
    return module


def test_only_what_is_shown_is_left() -> None:
    module = prepared()
    defined = [function.name for function in module.functions if not function.is_declaration]
    assert defined == ["renamed"]
    assert module.triple == TRIPLE


def test_references_are_not_counted_and_roots_are_instructions() -> None:
    text = str(prepared())
    assert "store" not in text
    assert "llvm.sqrt.f64" in text
    assert "@offered" in text
    assert "skylake" not in text


def test_what_the_runtime_offered_is_a_trap() -> None:
    text = str(prepared())
    assert "NRT_Allocate" not in text
    assert "llvm.trap" in text


def test_a_kernel_may_call_nothing_else() -> None:
    with pytest.raises(LookupError, match="offered"):
        prepare(CODE, TRIPLE, "e")
