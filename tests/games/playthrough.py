"""One readable game for each variant, through the whole interface: `make playthroughs` writes them again.

They assert nothing by themselves. A change that alters one shows as a difference, to be read like code.
"""

from __future__ import annotations

import random
from pathlib import Path

import ludotheque as lt
from tests.variants import VARIANTS, name

FOLDER = Path(__file__).parent / "playthroughs"
SHOWN = 12
"""After so many moves only the texts are told."""


def file_of(game: lt.Game) -> Path:
    return FOLDER / f"{name(game).replace('=', '-').replace(',', '_')}.txt"


def playthrough(game: lt.Game) -> str:
    dice = random.Random(7)
    lines = [repr(game), ""]
    position = game.start()
    for number in range(10_000):
        if not position.to_act:
            break
        player = position.to_act[-1]
        legal = sorted(str(move) for move in position.legal_moves(player))
        move = legal[int(dice.random() * len(legal))]
        if number < SHOWN:
            lines += [position.drawing(), f"seen from outside: {position.view(None).text}"]
        lines += [
            position.text,
            f"{number + 1}. {player}: {move} (one of {len(legal)}, from {legal[0]} to {legal[-1]})",
            "",
        ]
        position = position.play(move, player)
    assert position.outcome is not None
    outcome = position.outcome
    lines += [position.drawing(), position.text, f"{outcome.returns} {outcome.reason} {outcome.points}"]
    lines += [outcome.sentence.fr, outcome.sentence.en]
    return "\n".join(lines) + "\n"


def write_all() -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in VARIANTS:
        file_of(game).write_text(playthrough(game), "utf-8")


if __name__ == "__main__":
    write_all()
