"""The referees of all games, with every combination of their options."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from tests.referee.assaut import Assaut
from tests.referee.malawi import Malawi
from tests.referee.massai import Massai
from tests.referee.masterplan import Masterplan
from tests.referee.moaai import Moaai
from tests.referee.referee import Option, Referee

REFEREES: Mapping[str, type[Referee[Any]]] = {
    "assaut": Assaut,
    "malawi": Malawi,
    "massai": Massai,
    "masterplan": Masterplan,
    "moaai": Moaai,
}


def variants(id: str) -> list[dict[str, Option]]:
    """Return every set of options of a game. Each set lists what differs from the default.

    >>> variants("malawi")
    [{}, {'diagonals': False}]
    """
    options = REFEREES[id].OPTIONS
    chosen = (dict(zip(options, values, strict=True)) for values in product(*options.values()))
    return [{name: value for name, value in each.items() if value != options[name][0]} for each in chosen]


def load(id: str, options: Mapping[str, Option]) -> Referee[Any]:
    """Return the referee of a game with these options."""
    return REFEREES[id](**options)


def title(id: str, options: Mapping[str, Option]) -> str:
    """Return a name for a variant in reports.

    >>> title("moaai", {"players": 3})
    'moaai players=3'
    """
    return " ".join([id, *(f"{name}={value}" for name, value in options.items())])
