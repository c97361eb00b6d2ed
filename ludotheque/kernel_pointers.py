"""Pointers to kernels: how the kernels of a game reach kernels that serve all games and are called for every action.

A kernel that takes a function looks at it for some 25 µs whenever Python calls it. A pointer is one word, and
`moves_at` and its like turn it into a function again. Without the compiler, the function itself is the pointer.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from ludotheque.kernel import (
    JIT,
    hide_function,
    letter_function,
    moves_function,
    next_letters_function,
    play_function,
    read_letters_function,
)

pointer = types.uint64
NO_KERNEL = np.uint64(0)
"""Instead of a pointer to an optional kernel that a game does not have."""


def pointer_to(kernel: Any) -> Any:
    """Return where the compiled code of a kernel begins, NO_KERNEL for None."""
    if kernel is None:
        return NO_KERNEL
    if not JIT:
        return kernel
    (compiled,) = kernel.overloads.values()
    return np.uint64(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def _address_of(kernel: Any) -> Any:
    return kernel


@intrinsic  # type: ignore[untyped-decorator]  # numba has no types
def _address_of_compiled(_: Any, kernel: Any) -> Any:
    def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        function = cgutils.create_struct_proxy(kernel)(context, builder, value=arguments[0])
        return builder.ptrtoint(function.jit_addr, context.get_value_type(pointer))

    return pointer(kernel), generate


address_of: Any = _address_of_compiled if JIT else _address_of
"""In kernels: the pointer to a kernel that was taken as a function, NO_KERNEL where there is none."""


def _function_at(kind: Any) -> Any:
    """Return a building block of kernels: the function of this kind at an address."""
    if not JIT:
        return lambda kernel: kernel

    @intrinsic  # type: ignore[untyped-decorator]  # numba has no types
    def function_at(_: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
            function = cgutils.create_struct_proxy(kind)(context, builder)
            function.c_addr = function.py_addr = cgutils.get_null_value(cgutils.voidptr_t)
            function.jit_addr = builder.inttoptr(arguments[0], cgutils.voidptr_t)
            return function._getvalue()

        return kind(pointer), generate

    return function_at


moves_at, play_at = _function_at(moves_function), _function_at(play_function)
letter_at, hide_at = _function_at(letter_function), _function_at(hide_function)
next_letters_at, read_letters_at = _function_at(next_letters_function), _function_at(read_letters_function)
