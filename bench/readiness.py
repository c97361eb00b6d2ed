"""How long one waits: for the import, for a game compiled before, for compiling everything."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from statistics import median

import ludotheque as lt

ROUNDS = 5


def run() -> None:
    empty = median(seconds("pass") for _ in range(ROUNDS))
    imported = median(seconds("import ludotheque") for _ in range(ROUNDS)) - empty
    print(f"readiness import_s={imported:.3f}")
    for id in lt.games():
        code = f"import ludotheque as lt; lt.load({id!r}).start().legal_moves(lt.load({id!r}).start().to_act[0])"
        print(f"readiness game={id} ready_s={median(seconds(code) for _ in range(ROUNDS)) - empty:.3f}")
    with tempfile.TemporaryDirectory() as folder:
        compiling = seconds("from ludotheque.cli import main; main(['compile'])", LUDOTHEQUE_CACHE=folder)
    print(f"readiness compile_all_s={compiling:.1f}")


def seconds(code: str, **environment: str) -> float:
    """How long a fresh Python takes for some code."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, **environment}, capture_output=True)
    return time.perf_counter() - begun
