"""Tests of external engines, from the outside: with programs."""
