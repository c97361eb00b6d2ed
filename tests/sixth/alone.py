"""A library in which the example is the only game: `pytest -p tests.sixth.alone` asks of it what it asks of ours."""

from importlib import import_module

shelf = import_module("ludotheque.games")
shelf.__path__ = shelf.__path__[1:]
