"""Options take the values that they list, and nothing that merely looks like one."""

from __future__ import annotations

import pickle

import pytest

import ludotheque as lt
from ludotheque.library import definition
from ludotheque.rulebook import Option, Rulebook, value_text

FLAG = Option("flag", (False, True))


@pytest.mark.parametrize("value", [0, 1, "true", None, 2.0])
def test_only_listed_values_are_taken(value: object) -> None:
    with pytest.raises(lt.OptionError, match="flag"):
        FLAG.check(value)


def test_a_value_is_read_as_it_is_written() -> None:
    for option in (FLAG, Option("players", (2, 3)), Option("terrain", ("hex19", "hex37"))):
        assert option.default == option.values[0]
        for value in option.values:
            assert option.parse(f" {value_text(value).upper()} ") == value
    with pytest.raises(lt.OptionError, match="false, true"):
        FLAG.parse("yes")


@pytest.mark.parametrize("id", lt.games())
def test_a_rulebook_survives_a_pickle(id: str) -> None:
    for option in definition(id).options:
        for value in option.values:
            book = Rulebook(definition(id), {option.name: value})
            copy = pickle.loads(pickle.dumps(book))
            assert copy.definition is book.definition
            assert copy.options == book.options
            assert copy.rules.start() == book.rules.start()


@pytest.mark.parametrize("id", lt.games())
def test_an_option_changes_the_start_of_a_game(id: str) -> None:
    """Kernels see the options in the status word, so that different options give different states."""
    starts = set()
    for option in definition(id).options:
        starts |= {Rulebook(definition(id), {option.name: value}).rules.start() for value in option.values}
    assert len(starts) == 1 + sum(len(option.values) - 1 for option in definition(id).options)
