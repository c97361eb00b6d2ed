"""What a game's folder describes, in six parts: rules, notation, positions, refusals, look and narration.

A folder under `games/` subclasses the parts and names a `Definition` of them `GAME`. States are rows of 64-bit words:
numpy arrays in kernels, tuples of plain ints here. Word 0 is the status word of `status.py`.
"""

from ludotheque.rulebook.fault import fault_of
from ludotheque.rulebook.folder import read_definition
from ludotheque.rulebook.look import CACHED, Look, Motion, Piece, Preview, Supply, box
from ludotheque.rulebook.narration import Danger, Narration
from ludotheque.rulebook.notation import Notation, Positions, Refusals
from ludotheque.rulebook.options import Option, Value, list_values, value_text
from ludotheque.rulebook.part import State
from ludotheque.rulebook.rulebook import Definition, Rulebook
from ludotheque.rulebook.rules import Ending, Evaluation, Kernels, Rules

__all__ = [
    "CACHED",
    "Danger",
    "Definition",
    "Ending",
    "Evaluation",
    "Kernels",
    "Look",
    "Motion",
    "Narration",
    "Notation",
    "Option",
    "Piece",
    "Positions",
    "Preview",
    "Refusals",
    "Rulebook",
    "Rules",
    "State",
    "Supply",
    "Value",
    "box",
    "fault_of",
    "list_values",
    "read_definition",
    "value_text",
]
