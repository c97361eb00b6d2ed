"""Laws about what is said while a game is played."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludotheque.laws.breach import Breach, sample, texts
from ludotheque.position import Position
from ludotheque.texts import LANGUAGES, Text

SENTENCE = re.compile(r"[^{}]+[.!?]")


def check_sentence(text: Text, position: Position, move: str = "") -> Iterator[Breach]:
    """Yield a breach where this is not a whole sentence without a gap, in every language."""
    for code in LANGUAGES:
        sentence = text[code]
        if not SENTENCE.fullmatch(sentence) or not (sentence[0].isupper() or sentence[0].isdigit()):
            yield Breach(texts.say("expected.sentence", language=code), sentence, position, move)


def a_move_is_told_in_sentences(position: Position) -> Iterator[Breach]:
    book = position.game.rulebook
    for player in position.to_act:
        for move in sample(position.legal_moves(player), 3):
            after = position.play(move, player)
            for told in book.narration.tell(position.state, after.state, [(player, move.code)]):
                yield from check_sentence(told, position, str(move))


def what_decided_a_game_is_shown_only_at_its_end(position: Position) -> Iterator[Breach]:
    book = position.game.rulebook
    cells = book.narration.decided(position.state)
    if not 0 <= cells < 1 << len(book.board.cells) or (cells and position.to_act):
        yield Breach(texts.say("expected.no_cells"), ", ".join(book.board.names(cells)), position)


def a_danger_is_certain(position: Position) -> Iterator[Breach]:
    """Where a danger is told, a careless move loses at once."""
    for player in position.to_act:
        dangers = position.view(player).dangers
        for danger in dangers:
            yield from check_sentence(danger.text, position)
        if dangers:
            ends = [position.play(move, player).returns for move in position.legal_moves(player)]
            if not any(returns is not None and returns[player] < 0 for returns in ends):
                yield Breach(texts.say("expected.danger"), dangers[0].text, position)


LAWS = (a_move_is_told_in_sentences, what_decided_a_game_is_shown_only_at_its_end, a_danger_is_certain)
