"""A library in which the examples are the only games, for `pytest -p tests.examples.sixth.alone`."""

from importlib import import_module

games = import_module("ludotheque.games")
games.__path__ = games.__path__[1:]
