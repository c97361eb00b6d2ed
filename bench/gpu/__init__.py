"""Kernels on a GPU: whether they give the same numbers as here, and how fast they are, beside pgx.

    python -m bench.gpu                     builds the code, counts what is expected, and runs it on this machine's GPU
    python -m bench.gpu --prepare FOLDER    builds and counts only, on a machine without a GPU
    python -m bench.gpu --prepared FOLDER   runs what was prepared, on a machine without numba

The second part needs CuPy; JAX and pgx are the peers, and PyTorch and JAX take the arrays. What is missing is left out.
"""
