"""Six levels, from one that a child beats to the best there is.

Weak levels err as people do: they look only a step or two ahead, overlook some decisions altogether, and are content
with one that seems almost as good. They never play nonsense on purpose: what they notice, they judge.

Games differ in how much a step further or an oversight costs. Where the common table leaves two levels too close
together, the game's folder says in `levels.toml` what differs there, by the number of the level.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from importlib import resources

from ludotheque.errors import OptionError
from ludotheque.rulebook import Rulebook
from ludotheque.texts import Text, say


@dataclass(frozen=True)
class Level:
    """How far a level looks and how it errs.

    `overlooked` is the share of decisions that it does not notice; among those it does, it takes one whose chance is
    about `carelessness` below the best. An `alert` level errs in judgement only: it takes a win that it has seen and
    walks into no loss that it has seen. `depth` None: as deep as `seconds` allow.
    """

    number: int
    depth: int | None
    seconds: float
    overlooked: float = 0.0
    carelessness: float = 0.0
    alert: bool = False

    @property
    def name(self) -> Text:
        return say(f"levels.{self.number}")

    def fitted(self, rulebook: Rulebook) -> Level:
        """The level as the game's folder wants it."""
        source = resources.files(rulebook.package).joinpath("levels.toml")
        told = tomllib.loads(source.read_text("utf-8")) if source.is_file() else {}
        return replace(self, **told.get(str(self.number), {}))


LEVELS = (
    Level(1, depth=1, seconds=1.0, overlooked=0.8, carelessness=0.3),
    Level(2, depth=1, seconds=1.0, overlooked=0.2, carelessness=0.05),
    Level(3, depth=2, seconds=1.0, overlooked=0.1, carelessness=0.03, alert=True),
    Level(4, depth=3, seconds=1.0, overlooked=0.03, carelessness=0.01, alert=True),
    Level(5, depth=4, seconds=0.5),
    Level(6, depth=None, seconds=2.0),
)


def level(number: int) -> Level:
    """The level with this number, 1 to 6."""
    if number not in range(1, len(LEVELS) + 1):
        raise OptionError(say("levels.unknown", number=number, last=len(LEVELS)))
    return LEVELS[number - 1]
