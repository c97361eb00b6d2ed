"""Six levels, from one that a child beats to the strongest.

Weak levels err as people do. They look only a move or two ahead, overlook some moves, and accept one that seems almost
as good. They never play nonsense on purpose: they evaluate every move that they notice.

Games differ in how much a ply or an oversight costs. Where two levels would be too close together, the game's folder
says in `levels.toml` what differs there, by the number of the level.
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

    `overlooked` is the share of moves that it does not notice. Among the others it plays one whose chance is about
    `carelessness` below the best. An `alert` level errs in evaluation only: it plays a win that it has seen and avoids
    a loss that it has seen. `depth` None: as deep as `seconds` allow.
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
        """The level with what the game's folder changes."""
        source = resources.files(rulebook.package).joinpath("levels.toml")
        changes = tomllib.loads(source.read_text("utf-8")) if source.is_file() else {}
        return replace(self, **changes.get(str(self.number), {}))


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
