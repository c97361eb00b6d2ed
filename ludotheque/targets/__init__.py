"""Kernels for other machines: WebAssembly for browsers, PTX for GPUs, from the same sources."""
