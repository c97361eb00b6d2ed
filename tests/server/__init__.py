"""Tests of the server, module by module, and attacks on the whole of it."""
