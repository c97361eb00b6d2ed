"""Laws about moves: their texts, how they are picked, and what refuses the others."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import numpy as np

from ludotheque.errors import IllegalMove, LudothequeError
from ludotheque.laws.breach import Breach, listing, sample, texts
from ludotheque.position import Position
from ludotheque.record import Record
from ludotheque.texts import LANGUAGES

BEYOND, UNTOUCHED = 64, np.uint64(0x5EED_0F_5EED)
"""How many words are watched beyond the scratch space of `pick`, and what they hold."""
LIST = re.compile(r"([a-z]\d(?:,[a-z]\d)+)")


def a_move_reads_back(position: Position) -> Iterator[Breach]:
    """ALL-3: case, blanks and the order inside lists are forgiven."""
    dice = random.Random(position.text)
    for player in position.to_act:
        for move in sample(position.legal_moves(player)):
            text = str(move)
            parts = LIST.split(text)
            shuffled = "".join(",".join(dice.sample(part.split(","), part.count(",") + 1)) for part in parts)
            for written in (text, " ".join(shuffled.upper())):
                try:
                    back = position.game.read(written)
                except LudothequeError as error:
                    yield Breach(text, error.message, position, written)
                    continue
                if back != move or str(back) != text:
                    yield Breach(f"{text} ({move.code})", f"{back} ({back.code})", position, written)


def a_move_has_its_own_text(position: Position) -> Iterator[Breach]:
    """No two legal moves are written alike, and no text has blanks."""
    for player in position.to_act:
        seen: dict[str, int] = {}
        for move in position.legal_moves(player):
            text = str(move)
            if not re.fullmatch(r"\S+", text) or text in seen:
                yield Breach(texts.say("expected.own_text"), f"{seen.get(text, '–')}, {move.code}", position, text)
            seen[text] = move.code


def picking_reaches_every_move_once(position: Position) -> Iterator[Breach]:
    """The kernels `pick` and `moves` agree, and `pick` keeps within its scratch space."""
    rules = position.game.rulebook.rules
    room, state = rules.pick_room, np.array(position.state, np.uint64)
    memory = np.full(room + BEYOND, UNTOUCHED)
    scratch = memory[:room]
    for player in position.to_act:
        moves = position.legal_moves(player)
        picked = [int(rules.kernels.pick(state, np.uint64(player), np.uint64(k), scratch)) for k in range(len(moves))]
        if sorted(picked) != sorted(move.code for move in moves):
            names = {move.code: str(move) for move in moves}
            found = listing(names.get(code, code) for code in picked)
            yield Breach(listing(names.values()), found, position)
    if (memory[room:] != UNTOUCHED).any():
        yield Breach(texts.say("expected.scratch", room=room), f"> {room}", position)


def positions_never_change(position: Position) -> Iterator[Breach]:
    """Playing and listing moves leave the position as it was."""
    words = position.state
    for player in position.to_act:
        before = list(position.legal_moves(player))
        for move in sample(before, 10):
            position.play(move, player)
            if position.state != words:
                yield Breach(listing(map(str, words)), listing(map(str, position.state)), position, str(move))
        if list(position.legal_moves(player)) != before:
            yield Breach(listing(before), listing(position.legal_moves(player)), position)


def nobody_passes(position: Position) -> Iterator[Breach]:
    """ALL-4."""
    for player in position.to_act[:1]:
        for text in ("", "pass", " - "):
            ruling = _ruling(position, text, player)
            if ruling != "ALL-4":
                yield Breach("ALL-4", ruling, position, text)


def _ruling(position: Position, text: str, player: int) -> str:
    """The ruling that refuses a move; nothing where it is legal."""
    try:
        position.play(text, player)
    except IllegalMove as error:
        return error.ruling
    return ""


def a_refusal_names_a_ruling(record: Record) -> Iterator[Breach]:
    """Moves from elsewhere in the game are legal here, or refused with a ruling and a whole sentence."""
    dice = random.Random(len(record.moves))
    open_ones = [position for position in record.positions if position.to_act]
    rulings = record.game.rulebook.texts.section("rulings")
    for position in sample(open_ones, 12):
        other = dice.choice(open_ones)
        legal = {player: set(map(str, position.legal_moves(player))) for player in position.to_act}
        tried = sample([str(move) for player in other.to_act for move in other.legal_moves(player)], 20)
        for player in position.to_act:
            for text in tried:
                if text not in legal[player]:
                    yield from _check_refusal(position, text, player, rulings)


def _check_refusal(position: Position, text: str, player: int, rulings: set[str]) -> Iterator[Breach]:
    try:
        position.play(text, player)
    except IllegalMove as error:
        if error.ruling not in rulings:
            yield Breach(listing(rulings), error.ruling, position, text)
        for code in LANGUAGES:
            sentence = error.sentence.to(code)
            if not sentence or re.search("[{}]", sentence):
                yield Breach(texts.say("expected.sentence", language=code), sentence, position, text)
    else:
        yield Breach(texts.say("expected.refusal"), texts.say("found.played"), position, text)


LAWS = (
    a_move_reads_back,
    a_move_has_its_own_text,
    picking_reaches_every_move_once,
    positions_never_change,
    nobody_passes,
)
GAME_LAWS = (a_refusal_names_a_ruling,)
