"""Laws about how moves are spelled for learning programs; see `spelling.py`."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

from ludotheque.adapters.action_names import DONE
from ludotheque.adapters.actions import ActionSpace, Moment, action_space
from ludotheque.adapters.choices import GOES_ON
from ludotheque.board import numbers
from ludotheque.kernel import Words
from ludotheque.laws.breach import Breach, listing, texts
from ludotheque.position import Game, Position
from ludotheque.spelling import LAST_CELLS, LAST_TOKENS, MORE_CELLS, MORE_TOKENS, WHOLE

WALKS = 3
"""How often moves are chosen letter by letter in a position."""


@cache
def _by_list(game: Game) -> ActionSpace:
    """The actions of a game without its `letters.py`."""
    return ActionSpace(game, by_list=True)


@cache
def _names(game: Game) -> re.Pattern[str]:
    """Cells and tokens, wherever they stand in the text of a move."""
    known = sorted([*game.board.index, *game.rulebook.look.tokens()], key=len, reverse=True)
    return re.compile("|".join(map(re.escape, known)))


def a_move_is_spelled_by_what_its_text_names(position: Position) -> Iterator[Breach]:
    """What is written as a list is a set, in the text and here; everything else keeps its order."""
    space = action_space(position.game)
    for player in position.to_act:
        seen: dict[tuple[int, ...], str] = {}
        for move in position.legal_moves(player):
            actions, text = space.spell(move), str(move)
            # Without `done`, which no kernel spells.
            spelled = [space.names[action] if action < space.done else str(action) for action in actions]
            named = _names(position.game).findall(text)
            same = sorted(spelled) == sorted(named) if "," in text else spelled == named
            if len(actions) > space.max_letters:
                yield Breach(texts.say("expected.letters", most=space.max_letters), " ".join(spelled), position, text)
            if not same:
                yield Breach(" ".join(named), " ".join(spelled), position, text)
            if actions in seen:
                other = texts.say("found.path_of", move=seen[actions])
                yield Breach(texts.say("expected.own_letters"), other, position, text)
            seen[actions] = text


def actions_reach_every_move(position: Position) -> Iterator[Breach]:
    """The legal actions follow from the spellings of the legal moves alone."""
    if not position.to_act:
        return
    space, player = action_space(position.game), position.to_act[0]
    spelled = {space.spell(move): move for move in position.legal_moves(player)}
    if any(len(actions) > space.max_letters or max(actions) >= space.done for actions in spelled):
        return  # the law above says so; a kernel would write beyond its array
    for goal in sorted(spelled)[:: max(1, len(spelled) // 12)]:
        moment = Moment(position)
        for place, action in enumerate(goal):
            begun = goal[:place]
            following = {longer[place] for longer in spelled if longer[:place] == begun and len(longer) > place}
            wanted = following | ({space.done} if begun in spelled else set())
            if set(moment.legal) != wanted:
                expected, found = (listing(space.names[one] for one in some) for some in (wanted, moment.legal))
                yield Breach(expected, found, position, str(spelled[goal]))
                return
            moment = moment.play(action)
        reached = moment.play(space.done) if moment.chosen else moment
        if reached.position != position.play(spelled[goal], player):
            yield Breach(position.play(spelled[goal], player).text, reached.position.text, position, str(spelled[goal]))
            return


def letters_agree_with_the_list_of_moves(position: Position) -> Iterator[Breach]:
    """The kernels `next_letters` and `read_letters` answer what follows from the kernels `moves` and `letter`."""
    space, by_list = action_space(position.game), _by_list(position.game)
    if not space.speller.next_letters:
        return
    dice = random.Random(position.text)
    for player in position.to_act * WALKS:
        chosen: tuple[int, ...] = ()
        code = int(GOES_ON)
        while code == GOES_ON and len(chosen) <= space.max_letters:  # the first law says where a spelling has no end
            text = " ".join(space.names[action] for action in chosen)
            found, wanted = (one.choose(position, player, chosen) for one in (space, by_list))
            if (found.row != wanted.row).any():
                yield Breach(_choices(space, wanted.row), _choices(space, found.row), position, text)
                return
            action = dice.choice(wanted.mask.nonzero()[0].tolist())
            code, read = (
                one.complete(position, player, chosen, choices, action)
                for one, choices in ((by_list, wanted), (space, found))
            )
            if read != code:
                yield Breach(code, read, position, f"{text} {space.names[action]}")
                return
            chosen = (*chosen, action)


def _choices(space: ActionSpace, row: Words) -> str:
    """The letters that may follow, with dots where others follow them."""
    words = row.tolist()
    pairs = ((words[MORE_CELLS], words[MORE_TOKENS], "…"), (words[LAST_CELLS], words[LAST_TOKENS], ""))
    found = [
        space.names[number] + dots for cells, tokens, dots in pairs for number in numbers(cells | tokens << space.cells)
    ]
    return listing([*found, DONE] if words[WHOLE] else found)


LAWS = (
    a_move_is_spelled_by_what_its_text_names,
    actions_reach_every_move,
    letters_agree_with_the_list_of_moves,
)
